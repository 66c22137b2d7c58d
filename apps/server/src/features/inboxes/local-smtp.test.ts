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

  it('notes on an inbox of local mail that it receives, and leaves that of a mailbox to its receiver', async () => {
    const health = async () => {
      const { rows } = await desk.pool.query(
        'select receive_state, last_success_at from inboxes where id = any($1) order by id',
        [[1, mailbox]],
      );
      return rows;
    };
    const { rows: made } = await desk.pool.query(`insert into inboxes (name, "from", address, config, receive_state)
      values ('Box', 'box@bellhop.local', 'box@bellhop.local', '{"imap": [{}], "smtp": []}', 'error') returning id`);
    const mailbox = made[0].id;
    await desk.pool.query("update inboxes set receive_state = 'error' where id = 1");
    desk.clock.advance(61_000);
    const before = desk.clock.now();
    await desk.hand(plainMail(), { to: ['support@bellhop.local', 'box@bellhop.local'] });
    const [local, box] = await health();
    expect(local.receive_state).toBe('idle');
    expect(local.last_success_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(box).toEqual({ receive_state: 'error', last_success_at: null });
    // Each mail need not be a write more.
    await desk.hand(plainMail());
    expect((await health())[0]).toEqual(local);
    desk.clock.advance(61_000);
    await desk.hand(plainMail());
    expect((await health())[0].last_success_at.getTime()).toBeGreaterThan(local.last_success_at.getTime());
  });

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
