import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { renewSettings } from '../settings/index.ts';
import { expireRawMails } from './expire-raw-mails.ts';
import { storeRawMail } from './store-raw-mail.ts';

let h: Harness;
beforeAll(async () => {
  h = await createHarness();
});
afterAll(() => h.close());

/** A mail in one inbox or several, each row in a state and settled so many days ago. */
async function addMail(...rows: { state: string; days: number }[]): Promise<{ key: string; ids: number[] }> {
  const envelope = { source: 'smtp' as const, envelope_from: 'a@b.example', envelope_to: [] };
  await storeRawMail(
    h.app.deps,
    Buffer.from(`Subject: ${crypto.randomUUID()}\r\n\r\nx`),
    rows.map(() => ({ inbox_id: 1, ...envelope })),
  );
  const { rows: stored } = await h.pool.query<{ id: number; storage_key: string }>(
    'select id::int, storage_key from raw_mails order by id desc limit $1',
    [rows.length],
  );
  for (const [index, { state, days }] of rows.entries()) {
    await h.pool.query("update raw_mails set state = $2, processed_at = now() - $3 * interval '1 day' where id = $1", [
      stored[index]!.id,
      state,
      days,
    ]);
  }
  return { key: stored[0]!.storage_key, ids: stored.map((row) => row.id) };
}

async function keep(days: number): Promise<void> {
  await h.pool.query(
    "insert into settings (key, value) values ('app.raw_mail_retention_days', $1) on conflict (key) do update set value = excluded.value",
    [JSON.stringify(days)],
  );
  await renewSettings(h.app.deps.db);
}

it('keeps sources for ever, unless a number of days is set', async () => {
  const mail = await addMail({ state: 'processed', days: 4000 });
  await expireRawMails(h.app.deps);
  expect(await h.app.deps.storage.has(mail.key)).toBe(true);
});

it('deletes the sources of mails that were settled longer ago, and keeps their rows', async () => {
  const gone = [await addMail({ state: 'processed', days: 31 }), await addMail({ state: 'skipped', days: 31 })];
  const kept = [
    await addMail({ state: 'processed', days: 29 }),
    await addMail({ state: 'quarantined', days: 31 }),
    await addMail({ state: 'stored', days: 31 }),
    // Another inbox's copy of the same mail still needs it.
    await addMail({ state: 'processed', days: 31 }, { state: 'quarantined', days: 31 }),
  ];
  const shared = await addMail({ state: 'processed', days: 31 }, { state: 'processed', days: 31 });
  await keep(30);
  await expireRawMails(h.app.deps);
  const has = (mails: { key: string }[]) => Promise.all(mails.map((mail) => h.app.deps.storage.has(mail.key)));
  expect(await has([...gone, shared])).toEqual([false, false, false]);
  expect(await has(kept)).toEqual([true, true, true, true]);
  const { rows } = await h.pool.query('select 1 from raw_mails where id = any($1) and source_deleted_at is not null', [
    [...gone, shared].flatMap((mail) => mail.ids),
  ]);
  expect(rows).toHaveLength(4);
  await expireRawMails(h.app.deps);
});
