import type { RouteSpec } from '@bellhop/contract';
import type { Plugin } from 'vite';

const id = 'virtual:contract';
/** The routes that only administrators call, those about an account's safety, and what dialogs ask: no first screen waits for them. */
const laterId = 'virtual:contract-later';
const setUp = 'virtual:schemas-without-eval';

/**
 * Serves the contract's plain data (routes, sort options, names) as the module `virtual:contract`, the routes that no first screen calls as one of their own. The client takes
 * its types from the contract itself and its values from here; only pages in `admin` folders take schemas, by the contract's subpaths.
 */
export function contractData(): Plugin {
  return {
    name: 'bellhop-contract-data',
    // Before Vite finds the package itself.
    enforce: 'pre',
    // The rules take values from the contract by its name; those of the plain data may come along.
    resolveId: (source, importer) =>
      source === setUp || source === laterId
        ? `\0${source}`
        : source === id || (source === '@bellhop/contract' && importer?.includes('/packages/rules/'))
          ? `\0${id}`
          : undefined,
    async load(source) {
      if (source === `\0${setUp}`) return "import { config } from 'zod';\nconfig({ jitless: true });";
      if (source !== `\0${id}` && source !== `\0${laterId}`) return undefined;
      const contract = await import('@bellhop/contract');
      const isLaterAsked = source === `\0${laterId}`;
      const routes = Object.fromEntries(
        Object.entries(contract.routes)
          .filter(([name, route]) => isLater(name, route) === isLaterAsked)
          .map(([name, route]) => [name, [route.method, route.path, route.encoding, 'bare' in route ? 1 : 0]]),
      );
      if (isLaterAsked) return `export const routes = ${JSON.stringify(routes)};`;
      const { sortOptions, defaultStatusNames, availabilityStatuses, macroActionPermissions } = contract;
      return Object.entries({ routes, sortOptions, defaultStatusNames, availabilityStatuses, macroActionPermissions })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
    // The page's policy forbids making code out of text, and the schema library tries it unless it is told not to beforehand.
    transform: (code, module) =>
      module.includes('/packages/contract/src/') && /from ['"]zod['"]/.test(code)
        ? { code: `import '${setUp}';${code}`, map: null }
        : undefined,
    // Forms of the admin area are checked by the contract's own schemas; no other page waits for the schema library.
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const withZod = new Set(
        chunks.filter(({ modules }) => Object.keys(modules).some((module) => module.includes('/node_modules/zod/'))),
      );
      const reaches = (chunk: (typeof chunks)[number], seen: Set<string>): boolean => {
        if (seen.has(chunk.fileName)) return false;
        seen.add(chunk.fileName);
        return withZod.has(chunk) || chunk.imports.some((name) => byName.has(name) && reaches(byName.get(name)!, seen));
      };
      for (const chunk of chunks) {
        const page = chunk.facadeModuleId;
        if (!(chunk.isEntry || chunk.isDynamicEntry) || !page || page.includes('/admin/')) continue;
        if (reaches(chunk, new Set())) {
          this.error(`${page} needs zod: outside admin folders import types from @bellhop/contract, values from ${id}`);
        }
      }
    },
  };
}

/** What the shell itself asks for when an administrator comes: the banner about mailboxes that stopped. */
const askedAtStart = ['inboxes.alerts'];

/** What dialogs ask that are loaded themselves when somebody opens them, pages of the account, and what browsers go to. */
const askedByOthers =
  /^(agents[.](update_me|remove_my_avatar)|ai[.](complete|stream_completion|summarise|suggest_reply|status)|auth[.](reset|set)_password|causes[.]|contact_notes[.]|contacts[.](block|list|update)|conversations[.](set_sla|(set|merge)_(contact_)?attributes)|drafts[.]versions|messages[.](original|threading|eml)|notifications[.](save_)?preferences|oidc[.](login|finish)|views[.](create|update|remove))/;

/** Whatever is managed is managed in the admin area, but for views; keys, sessions and second factors have pages of the account. */
function isLater(name: string, { access, by_key }: RouteSpec): boolean {
  if (askedAtStart.includes(name)) return false;
  if (askedByOthers.test(name)) return true;
  if (access === 'session') return by_key === false;
  if (typeof access !== 'object' || !('permission' in access)) return false;
  return access.permission.endsWith(':manage') && access.permission !== 'view:manage';
}
