import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from './harness.ts';

const root = join(import.meta.dirname, '../../..');
const guide = await readFile(join(root, 'docs/how-to/use-the-api.md'), 'utf8');
/** Each command of the page with the status that stands behind it. */
const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block]) => block!.trim().split('\n'))
  .map((line) => /^(curl .+?)\s+# (\d+)$/.exec(line)?.slice(1) ?? [line, '']);

let desk: Harness;
let key: string;
beforeAll(async () => {
  desk = await createHarness();
  const admin = await desk.as();
  const permissions = [
    'tags:manage',
    'messages:write',
    'conversations:read',
    'conversations:read_all',
    'contacts:read_all',
  ];
  const { data } = await admin.call('api_keys.create', { body: { name: 'Guide', permissions, expires_at: null } });
  key = `${data.key}:${data.secret}`;
});
afterAll(() => desk.close());

test.each(commands)('%s answers %s', async (command, status) => {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`], {
    cwd: root,
    env: { ...process.env, BELLHOP: desk.app.address()!, KEY: key },
  });
  expect(stdout).toBe(status);
});

test('the page has commands', () => expect(commands.length).toBeGreaterThan(10));
