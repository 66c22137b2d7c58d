import { glob, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { furtherWriters, tableOwners, unboundFolders } from '../../src/db/table-owners.ts';

const source = join(import.meta.dirname, '../../src');
const writes =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|update|delete\s+from)\s+(\w+)\s+(?:as\s+\w+\s+)?(?:\(|set\b|where\b|using\b|select\b|values\b)/gi;

it('only its owner writes a table, and only in queries', async () => {
  const strangers: string[] = [];
  const written = new Set<string>();
  for await (const path of glob(join(source, '**/*.ts'))) {
    if (path.endsWith('.test.ts') || path.includes('/db/')) continue;
    const [top = '', second = ''] = relative(source, path).split('/');
    const folder = top === 'features' ? second : top;
    if (unboundFolders.includes(folder)) continue;
    for (const match of (await readFile(path, 'utf8')).matchAll(writes)) {
      const table = (match[1] ?? match[2])! as keyof typeof tableOwners;
      if (!(table in tableOwners)) continue;
      written.add(table);
      const isOwner = tableOwners[table] === folder || folder in (furtherWriters[table] ?? {});
      if (!isOwner || !path.endsWith('.queries.ts')) strangers.push(`${relative(source, path)} writes ${table}`);
    }
  }
  expect(strangers).toEqual([]);
  expect([...written]).toEqual(expect.arrayContaining(['conversations', 'messages', 'users', 'sessions', 'raw_mails']));
});
