import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { type ImapServer, startImapServer } from '../../../test/imap-server.ts';
import { createMailDesk, type MailDesk, plainMail } from '../../../test/mail-desk.ts';
import { type Receivers, startReceivers } from './receivers.ts';

let desk: MailDesk;
let admin: ApiClient;
let server: ImapServer;
const started: Receivers[] = [];

beforeAll(async () => {
  // The role mail is started by the tests, as often as they like.
  desk = await createMailDesk({ roles: ['web', 'worker'], env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
});
afterAll(() => desk.close());
beforeEach(async () => {
  server = await startImapServer();
});
afterEach(async () => {
  for (const receivers of started.splice(0)) await receivers.stop();
  await desk.pool.query('update inboxes set enabled = false where id > 1');
  await server.close();
});

async function receive(options: { processId?: string; leaseMs?: number } = {}): Promise<Receivers> {
  const receivers = await startReceivers(desk.app.deps, { bus: desk.app.bus, processId: randomUUID(), ...options });
  started.push(receivers);
  return receivers;
}

const account = (more: object = {}) => ({
  host: server.host,
  port: server.port,
  username: server.user,
  password: server.password,
  tls_type: 'none',
  read_interval: '1s',
  ...more,
});

async function addInbox(imap: object[]): Promise<number> {
  const address = `${randomUUID()}@shop.example`;
  const body = { name: address, from: address, channel: 'email', config: { imap, smtp: [] } };
  expect((await admin.call('inboxes.create', { body })).data).toBe(true);
  const { rows } = await desk.pool.query('select max(id) as id from inboxes');
  return rows[0].id;
}

const update = async (id: number, imap: object[]) => {
  const { data } = await admin.call('inboxes.get', { params: { id } });
  const body = { name: data.name, from: data.from, channel: 'email', config: { imap, smtp: [] } };
  expect((await admin.call('inboxes.update', { params: { id }, body })).status).toBe(200);
};

const healthOf = async (id: number) => (await admin.call('inboxes.get', { params: { id } })).data.health;
const state = (id: number, ...states: string[]) =>
  desk.until(
    async () => {
      const health = await healthOf(id);
      return states.includes(health.state) && health;
    },
    `inbox ${id} to be ${states.join(' or ')}`,
  );
const message = (sourceId: string) =>
  desk.until(
    async () => (await desk.pool.query('select id from messages where source_id = $1', [sourceId])).rows[0],
    `the mail ${sourceId}`,
  );
const ownerOf = async (inboxId: number) =>
  (await desk.pool.query('select owner from inbox_leases where inbox_id = $1', [inboxId])).rows[0]?.owner;

describe('receivers', () => {
  it('take mail in from a mailbox, remember where they stopped, and change nothing there', async () => {
    server.append(plainMail({ id: 'one@imap.example' }), new Date());
    const id = await addInbox([account()]);
    const first = await receive();
    await message('one@imap.example');
    server.append(plainMail({ id: 'two@imap.example' }), new Date());
    await message('two@imap.example');
    const health = await state(id, 'idle', 'polling');
    expect(health).toMatchObject({ last_error: null, last_success_at: expect.any(String) });
    await first.stop();
    const { rows } = await desk.pool.query(
      'select account, mailbox, uidvalidity, last_uid::int from imap_cursors where inbox_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { account: `desk@127.0.0.1:${server.port}`, mailbox: 'INBOX', uidvalidity: '7', last_uid: 2 },
    ]);
    expect(server.flags().flat()).not.toContain('\\Seen');

    server.append(plainMail({ id: 'three@imap.example' }), new Date());
    await receive();
    await message('three@imap.example');
    const { rows: raw } = await desk.pool.query(
      'select uid::int, state from raw_mails where inbox_id = $1 order by id',
      [id],
    );
    expect(raw).toEqual([1, 2, 3].map((uid) => ({ uid, state: 'processed' })));
  });

  it('do not take a mail in twice when its mailbox is renumbered', async () => {
    server.append(plainMail({ id: 'again@imap.example' }), new Date());
    const id = await addInbox([account()]);
    await receive();
    await message('again@imap.example');
    server.renumber(8);
    server.drop();
    await desk.until(async () => {
      const { rows } = await desk.pool.query(
        "select decision from raw_mails where inbox_id = $1 and state = 'skipped'",
        [id],
      );
      return rows[0]?.decision.reason === 'duplicate';
    }, 'the mail to be recognised');
  });

  it('show a broken mailbox on its inbox, and leave the others alone', async () => {
    const [broken, whole] = [await addInbox([account({ password: 'wrong' })]), await addInbox([account()])];
    await receive();
    expect(await state(broken, 'error')).toMatchObject({ last_error: expect.stringMatching(/password/i) });
    server.append(plainMail({ id: 'whole@imap.example' }), new Date());
    await message('whole@imap.example');
    await state(whole, 'idle', 'polling');
  });

  it('restart for the inbox that changed and for no other', async () => {
    const [changed, other] = [
      await addInbox([account({ password: 'wrong' })]),
      await addInbox([account({ mailbox: 'Other' })]),
    ];
    const receivers = await receive();
    await state(changed, 'error');
    await state(other, 'idle', 'polling');
    const connections = server.connections();
    const logins = () => server.commands.filter((line) => /^(login|authenticate)/i.test(line)).length;
    const before = logins();
    await update(changed, [account()]);
    server.append(plainMail({ id: 'mended@imap.example' }), new Date());
    await message('mended@imap.example');
    expect([server.connections() - connections, logins() - before]).toEqual([1, 1]);

    await admin.call('inboxes.toggle', { params: { id: changed } });
    await desk.until(async () => !receivers.inboxIds().includes(changed), 'the receiver to end');
    expect(receivers.inboxIds()).toContain(other);
    await desk.until(async () => (await ownerOf(changed)) === undefined, 'the lease to be given back');
  });
});

describe('leases', () => {
  it('let one process receive, hand over at a clean stop, and move when the owner died', async () => {
    const id = await addInbox([account()]);
    const [a, b] = [randomUUID(), randomUUID()];
    const first = await receive({ processId: a, leaseMs: 1500 });
    const second = await receive({ processId: b, leaseMs: 1500 });
    expect([first.inboxIds(), second.inboxIds(), await ownerOf(id)]).toEqual([[id], [], a]);
    await first.stop();
    await desk.until(async () => (await ownerOf(id)) === b, 'the lease to be handed over');
    await desk.until(async () => second.inboxIds().includes(id), 'the second process to receive');
    await second.stop();

    // A process that died: its lease is there, and nobody renews it.
    await desk.pool.query(
      "insert into inbox_leases (inbox_id, owner, expires_at) values ($1, $2, now() + interval '2 seconds')",
      [id, randomUUID()],
    );
    const third = await receive({ leaseMs: 1500 });
    expect(third.inboxIds()).toEqual([]);
    server.append(plainMail({ id: 'inherited@imap.example' }), new Date());
    await message('inherited@imap.example');
    expect(third.inboxIds()).toEqual([id]);
  });

  it('of dead processes are dropped at once by a process that is alone', async () => {
    const id = await addInbox([account()]);
    await desk.pool.query(
      "insert into inbox_leases (inbox_id, owner, expires_at) values ($1, $2, now() + interval '1 hour')",
      [id, randomUUID()],
    );
    const receivers = await startReceivers(desk.app.deps, {
      bus: desk.app.bus,
      processId: randomUUID(),
      aloneOnDatabase: true,
    });
    started.push(receivers);
    expect(receivers.inboxIds()).toEqual([id]);
  });
});
