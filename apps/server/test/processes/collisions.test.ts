import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collide } from '../../../../bench/soak/collide.ts';
import { openConversation } from '../conversations.ts';
import { createHarness, type Harness } from '../harness.ts';

/** A twentieth of what `npm run soak` does, over two processes. */
const rounds = 50;

let a: Harness;
let b: Harness;
beforeAll(async () => {
  a = await createHarness({ roles: ['web', 'worker'] });
  b = await createHarness({ share: a });
  await a.addAgent({ email: 'ana@desk.test' });
});
afterAll(async () => {
  await b.close();
  await a.close();
});

test('two replies at the same instant give one mail and one 409, every time', { timeout: 120_000 }, async () => {
  const conversations = await Promise.all(
    Array.from({ length: 5 }, async () => (await openConversation(a)).conversation.uuid),
  );
  const { wrong, taken } = await collide({
    clients: [await a.as(), await b.as('ana@desk.test')],
    conversations,
    rounds,
    lastSeq: async () => (await a.pool.query<{ seq: number }>('select max(seq)::int as seq from events')).rows[0]!.seq,
  });
  expect(wrong).toEqual([]);
  expect(taken).toHaveLength(rounds);
  await a.pool.query('update outgoing_mails set due_at = now()');
  await a.pool.query("select pg_notify('bellhop_outgoing', '')");
  await a.until(async () => {
    const { rowCount } = await a.pool.query("select 1 from outgoing_mails where state <> 'kept_locally'");
    return rowCount === 0;
  }, 'all mails to leave');
  const outbox = (await readdir(join(a.config.data_dir, 'outbox'))).filter((name) => name.endsWith('.eml'));
  expect(outbox.sort()).toEqual(taken.map((uuid) => `${uuid}.eml`).sort());
});
