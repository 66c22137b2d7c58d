import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailDesk, type MailDesk, plainMail } from '../../../test/mail-desk.ts';

let desk: MailDesk;
beforeAll(async () => {
  desk = await createMailDesk({ roles: ['web'], env: { LOG_LEVEL: 'silent' } });
  await desk.pool.query(`insert into inboxes (name, "from", address, reply_to, enabled, deleted_at) values
    ('Shop', 'shop@bellhop.local', 'shop@bellhop.local', 'answers@bellhop.local', true, null),
    ('Off', 'off@bellhop.local', 'off@bellhop.local', '', false, null),
    ('Gone', 'gone@bellhop.local', 'gone@bellhop.local', '', true, now())`);
});
afterAll(() => desk.close());

describe('the local SMTP listener', () => {
  it.each([
    ['support@bellhop.local', [1]],
    ['Support+anything@Bellhop.LOCAL', [1]],
    ['answers@bellhop.local', [2]],
    [
      ['support@bellhop.local', 'shop+x@bellhop.local', 'shop@bellhop.local'],
      [1, 2],
    ],
  ])('takes mail for %s', async (to, inboxes) => {
    const before = (await desk.rawMails()).length;
    await desk.hand(plainMail(), { to });
    const rows = (await desk.rawMails()).slice(before);
    expect(rows.map((row) => row.inbox_id).sort()).toEqual(inboxes);
    expect(rows.every((row) => row.state === 'stored')).toBe(true);
    const { rows: jobs } = await desk.pool.query(
      'select key from graphile_worker.jobs where key = any($1) order by key',
      [inboxes.map((id) => `mail:${id}`)],
    );
    expect(jobs.map((job) => job.key)).toEqual(inboxes.map((id) => `mail:${id}`));
  });

  it.each(['nobody@bellhop.local', 'off@bellhop.local', 'gone@bellhop.local', 'support@elsewhere.example'])(
    'refuses mail for %s',
    async (to) => {
      await expect(desk.hand(plainMail(), { to })).rejects.toThrow(/550/);
    },
  );

  it('keeps the bytes as they came', async () => {
    const mail = plainMail({ body: '.leading dot\r\n8 bit: \u00fc' });
    await desk.hand(Buffer.from(mail, 'latin1'));
    const { rows } = await desk.pool.query(
      'select storage_key, size, envelope_from from raw_mails order by id desc limit 1',
    );
    const stored = await desk.app.deps.storage.get(rows[0].storage_key);
    expect(stored.toString('latin1').trimEnd()).toBe(mail.trimEnd());
    expect(rows[0]).toMatchObject({ size: stored.length, envelope_from: 'sender@customer.example' });
  });
});
