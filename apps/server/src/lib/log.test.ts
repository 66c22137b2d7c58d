import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('an error is logged without what the database quotes of the row, its causes included', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const violation = Object.assign(new Error('violates check constraint'), {
    code: '23514',
    detail: 'Failing row contains (1, Dear customer, sealed:v1:abc).',
    where: 'COPY messages, line 1: Dear customer',
    internalQuery: "select 'Dear customer'",
  });
  log.error({ err: violation }, 'request failed');
  log.error({ err: new Error('the database failed', { cause: violation }) }, 'taking mail in was interrupted');
  log.error(violation);
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).not.toContain('Dear customer');
    expect(line).not.toContain('sealed:');
    expect(line).toContain('violates check constraint');
  }
  expect(JSON.parse(lines[0]!).err).toMatchObject({ code: '23514', stack: expect.stringContaining('log.test.ts') });
});

test('a message in place of an error is logged as it is', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  log.warn({ err: 'connect ECONNREFUSED' }, 'no heartbeat was possible');
  expect(JSON.parse(lines[0]!).err).toBe('connect ECONNREFUSED');
});

test.skipIf(!existsSync('/dev/full'))(
  'a full disk under the log stops nothing, and what waits for it does not pile up',
  () => {
    const script = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    const log = createLog('info');
    for (let i = 0; i < 30_000; i++) log.info({ text: 'x'.repeat(10_000) });
    process.stderr.write(String(process.memoryUsage().rss));`;
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect(status, stderr).toBe(0);
    expect(Number(stderr)).toBeLessThan(250 * 1024 ** 2);
  },
);
