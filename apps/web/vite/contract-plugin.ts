import type { Plugin } from 'vite';

const id = 'virtual:contract';

/**
 * Serves the contract's plain data (routes, sort options, names) as the module `virtual:contract`. The client takes
 * its types from the contract itself and its values from here, so that no schema library reaches the browser.
 */
export function contractData(): Plugin {
  return {
    name: 'bellhop-contract-data',
    // Before Vite finds the package itself.
    enforce: 'pre',
    // The rules take values from the contract by its name; those of the plain data may come along.
    resolveId: (source, importer) =>
      source === id || (source === '@bellhop/contract' && importer?.includes('/packages/rules/'))
        ? `\0${id}`
        : undefined,
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const contract = await import('@bellhop/contract');
      const routes = Object.fromEntries(
        Object.entries(contract.routes).map(([name, route]) => [
          name,
          [route.method, route.path, route.encoding, 'bare' in route ? 1 : 0],
        ]),
      );
      const { sortOptions, defaultStatusNames, availabilityStatuses, macroActionPermissions } = contract;
      return Object.entries({ routes, sortOptions, defaultStatusNames, availabilityStatuses, macroActionPermissions })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const zod = Object.keys(chunk.modules).find((module) => module.includes('/node_modules/zod/'));
        if (zod) {
          this.error(`${chunk.fileName} contains zod: import types from @bellhop/contract, values from ${id}`);
        }
      }
    },
  };
}
