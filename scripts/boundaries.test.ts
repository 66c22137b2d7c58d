import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterEach, expect, test } from 'vitest';

const root = dirname(import.meta.dirname);
const configFile = join(root, 'boundaries.cjs');
type Tree = Record<string, string>;

/** A tree that keeps every rule, and does what comes close to breaking one. */
const clean: Tree = {
  'packages/contract/src/index.ts': "import { z } from 'zod';\nexport const name = z.string();",
  'packages/contract/src/index.test.ts':
    "import { readFileSync } from 'node:fs';\nimport { test } from 'vitest';\ntest(readFileSync.name, () => {});",
  'packages/rules/src/index.ts': "import { name } from '../../contract/src/index.ts';\nexport const rule = name;",
  'apps/server/src/db/pool.ts': "import pg from 'pg';\nexport const pool = pg;",
  'apps/server/src/core/work.ts':
    "import type { Kysely } from 'kysely';\nimport { pool } from '../db/pool.ts';\nexport const work = (db: Kysely<unknown>) => [db, pool];",
  'apps/server/src/features/tags/tags.queries.ts': "import { sql } from 'kysely';\nexport const list = sql;",
  'apps/server/src/features/tags/tags.service.ts':
    "import { list } from './tags.queries.ts';\nexport const tags = list;",
  'apps/server/src/features/tags/tags.handlers.ts':
    "import { tags } from './tags.service.ts';\nexport const handlers = tags;",
  'apps/server/src/features/tags/index.ts': "export { handlers } from './tags.handlers.ts';",
  'apps/server/src/features/conversations/create.ts':
    "import { handlers } from '../tags/index.ts';\nexport const create = handlers;",
  'apps/server/src/features/conversations/index.ts': "export { create } from './create.ts';",
  'apps/server/src/app/build-app.ts':
    "import { create } from '../features/conversations/index.ts';\nexport const app = create;",
  'apps/server/src/cli.ts': "import { app } from './app/build-app.ts';\nexport const cli = app;",
  'apps/web/src/ui/Button.tsx': 'export const Button = () => <button type="button" />;',
  'apps/web/src/features/tags/index.ts': "export { TagPicker } from './TagPicker.tsx';",
  'apps/web/src/features/tags/TagPicker.tsx':
    "import { Button } from '../../ui/Button.tsx';\nexport const TagPicker = () => <Button />;",
  'apps/web/src/app/router.tsx':
    "import data from 'virtual:contract';\nexport const page = [data, import('../features/tags/TagPicker.tsx')];",
};

/** For each rule the files that break it and nothing else, put into the clean tree. */
const breaches: Record<string, Tree> = {
  'contract-is-a-leaf': { 'packages/contract/src/a.ts': "import '../../rules/src/index.ts';" },
  'contract-needs-zod-alone': {
    'packages/contract/src/a.ts': "import { z } from 'zod';\nimport 'pino';\nexport { z };",
  },
  'client-stands-alone': { 'packages/client/src/a.ts': "import '../../contract/src/index.ts';" },
  'rules-sees-contract-only': { 'packages/rules/src/a.ts': "import '../../../apps/server/src/core/work.ts';" },
  'packages-run-anywhere': { 'packages/rules/src/a.ts': "import 'node:fs';" },
  'packages-by-name': { 'apps/server/src/core/a.ts': "import '../../../../packages/rules/src/index.ts';" },
  'web-and-server-are-strangers': {
    'apps/web/src/lib/a.ts':
      "import type { work } from '../../../server/src/core/work.ts';\nexport type A = typeof work;",
  },
  'adapters-know-no-feature': { 'apps/server/src/http/a.ts': "import '../features/tags/index.ts';" },
  'kit-knows-no-feature': { 'apps/web/src/ui/A.tsx': "import '../features/tags/index.ts';" },
  'features-do-not-know-app': {
    'apps/server/src/features/tags/a.ts': "import '../../cli/a.ts';",
    'apps/server/src/cli/a.ts': 'export {};',
  },
  'others-by-their-door': { 'apps/server/src/features/conversations/a.ts': "import '../tags/tags.service.ts';" },
  'app-uses-the-doors': { 'apps/server/src/app/a.ts': "import '../features/tags/tags.service.ts';" },
  'sql-in-queries-only': {
    'apps/server/src/features/tags/a.ts': "import { sql } from 'kysely';\nexport const a = sql;",
  },
  'handlers-skip-no-layer': { 'apps/server/src/features/tags/a.handlers.ts': "import './tags.queries.ts';" },
  'product-knows-no-test': {
    'apps/server/src/core/a.ts': "import '../../test/harness.ts';",
    'apps/server/test/harness.ts': 'export {};',
  },
  'no-cycles': { 'apps/server/src/lib/a.ts': "import './b.ts';", 'apps/server/src/lib/b.ts': "import './a.ts';" },
  'every-import-resolves': { 'apps/server/src/lib/a.ts': "import './missing.ts';" },
};

let tree: string | undefined;

afterEach(() => {
  if (tree) rmSync(tree, { recursive: true, force: true });
});

/** Lays the files into a folder inside the clone, where its node_modules are found. */
function lay(files: Tree): string {
  mkdirSync(join(root, '.cache'), { recursive: true });
  tree = mkdtempSync(join(root, '.cache/boundaries-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), `${text}\n`);
  }
  return tree;
}

async function brokenRules(files: Tree): Promise<string[]> {
  const options = await extractOptions(configFile);
  const { output } = await cruise(['packages', 'apps'], { ...options, validate: true, baseDir: lay(files) });
  return [...new Set((output as ICruiseResult).summary.violations.map((violation) => violation.rule.name))];
}

const rules = (
  createRequire(import.meta.url)(configFile) as {
    forbidden: { name: string; from: { path?: string }; to: { path?: string } }[];
  }
).forbidden;
const orderRules = rules.filter(({ name }) => name.includes('-feature-order-'));

test('a tree that keeps the rules passes', async () => {
  expect(await brokenRules(clean)).toEqual([]);
});

test.each(Object.entries(breaches))('%s', async (name, files) => {
  expect(await brokenRules({ ...clean, ...files })).toEqual([name]);
});

test.each(orderRules)('$name', async ({ name, from, to }) => {
  const [, side, row] = /apps\/(server|web)\/src\/features\/\(([^)]+)\)/.exec(from.path!)!;
  const [, forbidden] = /features\/\(([^)]+)\)/.exec(to.path!)!;
  const importer = row!.split('|')[0]!;
  const imported = forbidden!.split('|').at(-1)!;
  const features = `apps/${side}/src/features`;
  const files = {
    [`${features}/${importer}/a.ts`]: `import '../${imported}/index.ts';`,
    [`${features}/${imported}/index.ts`]: 'export {};',
  };
  expect(await brokenRules({ ...clean, ...files })).toEqual([name]);
});

test('every rule is broken once above', () => {
  const named = new Set([...Object.keys(breaches), ...orderRules.map(({ name }) => name)]);
  expect(rules.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

test('the command line ends with a failure and names the rule', () => {
  const cwd = lay({ ...clean, ...breaches['handlers-skip-no-layer'] });
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const words = [cruiser, '--config', configFile, 'packages', 'apps'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd, encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stdout).toContain('error handlers-skip-no-layer: apps/server/src/features/tags/a.handlers.ts');
});

test.each(['server', 'web'])('every feature folder of the %s has its place in the order', (side) => {
  const folder = join(root, `apps/${side}/src/features`);
  const features = existsSync(folder) ? readdirSync(folder) : [];
  const placed = (feature: string) =>
    orderRules.some(({ from }) => new RegExp(from.path!).test(`apps/${side}/src/features/${feature}/`));
  expect(features.filter((feature) => !placed(feature))).toEqual([]);
});
