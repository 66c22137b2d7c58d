import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { findDovecot, startDovecot } from '../../../test/dovecot.ts';
import { type ImapServer, startImapServer } from '../../../test/imap-server.ts';
import { createMailDesk, type MailDesk } from '../../../test/mail-desk.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import { endRoundTrip } from './index.ts';

let desk: MailDesk;
let admin: ApiClient;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  desk = await createMailDesk({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
});
afterAll(() => desk.close());
afterEach(async () => {
  await desk.pool.query('update inboxes set enabled = false where id > 1');
  await desk.pool.query("select pg_notify('bellhop_inboxes', '')");
  for (const server of open.splice(0)) await server.close();
});

async function start(id: number) {
  const started = await admin.call('inboxes.round_trip', { params: { id } });
  expect(started.status, started.body.message).toBe(200);
  return started.data;
}
const stateOf = async (id: number) => (await admin.call('inboxes.round_trip_state', { params: { id } })).data!;
const ended = (id: number) =>
  desk.until(async () => {
    const trip = await stateOf(id);
    return (trip.state === 'succeeded' || trip.state === 'failed') && trip;
  }, 'the round trip to end');

/** A mailbox whose server delivers what it is sent to itself: plus addresses too, or not. */
async function addMailbox(
  plus: 'delivered' | 'refused' | 'lost',
): Promise<{ id: number; imap: ImapServer; smtp: SmtpSink }> {
  const imap = await startImapServer();
  const smtp = await startSmtpSink({
    behaviour: {
      onRcptTo: (address) => (plus === 'refused' && address.includes('+') ? '550 5.1.1 No such user' : undefined),
      onData: (mail) => {
        if (plus !== 'lost' || !mail.to[0]!.includes('+')) imap.append(mail.raw.toString('latin1'));
        return undefined;
      },
    },
  });
  open.push(imap, smtp);
  const address = `${randomUUID().slice(0, 8)}@shop.example`;
  const server = { host: imap.host, username: imap.user, password: imap.password, tls_type: 'none' };
  const config = {
    imap: [{ ...server, port: imap.port, read_interval: '1s' }],
    smtp: [{ ...server, port: smtp.port, auth_protocol: 'none' }],
  };
  const body = { name: address, from: `Shop <${address}>`, channel: 'email', config };
  expect((await admin.call('inboxes.create', { body })).status).toBe(200);
  const { rows } = await desk.pool.query('select max(id) as id from inboxes');
  return { id: rows[0].id, imap, smtp };
}

test('a real mailbox sends to itself and receives it: plus addresses are switched on, and no conversation comes of it', async () => {
  const { id, smtp } = await addMailbox('delivered');
  expect(await stateOf(id)).toBeNull();
  const started = await start(id);
  expect(started).toMatchObject({ state: 'sending', sent_at: null, received_at: null });
  expect(await ended(id)).toMatchObject({
    uuid: started.uuid,
    state: 'succeeded',
    sent_at: expect.any(String),
    received_at: expect.any(String),
    plus: { state: 'received', received_at: expect.any(String) },
    switched_plus_on: true,
    problem: null,
  });
  expect(smtp.messages).toHaveLength(2);
  expect((await admin.call('inboxes.get', { params: { id } })).data.enable_plus_addressing).toBe(true);
  expect(await desk.messages()).toEqual([]);
  expect((await desk.rawMails()).map((mail) => [mail.state, mail.decision.reason])).toEqual([
    ['skipped', 'round_trip'],
    ['skipped', 'round_trip'],
  ]);
});

test('a host that refuses plus addresses, or loses them, leaves them off', async () => {
  const refusing = await addMailbox('refused');
  await start(refusing.id);
  expect(await ended(refusing.id)).toMatchObject({
    state: 'succeeded',
    plus: { state: 'refused' },
    switched_plus_on: false,
    detail: expect.stringContaining('5.1.1'),
  });
  const losing = await addMailbox('lost');
  const { uuid } = await start(losing.id);
  await desk.until(async () => (await stateOf(losing.id)).received_at !== null, 'the first of the two mails');
  await desk.until(async () => (await stateOf(losing.id)).state === 'waiting', 'it to wait for the second');
  // A second click does not begin another.
  expect((await start(losing.id)).uuid).toBe(uuid);
  await endRoundTrip(desk.app.deps, { uuid });
  expect(await stateOf(losing.id)).toMatchObject({ state: 'succeeded', plus: { state: 'missing' }, problem: null });
  for (const { id } of [refusing, losing]) {
    expect((await admin.call('inboxes.get', { params: { id } })).data.enable_plus_addressing).toBe(false);
  }
});

test('what never arrives, a server that is not there and a switched-off inbox are told in plain words', async () => {
  const { id, imap, smtp } = await addMailbox('delivered');
  smtp.behave({});
  const { uuid } = await start(id);
  await desk.until(async () => (await stateOf(id)).state === 'waiting', 'the mails to be sent');
  await endRoundTrip(desk.app.deps, { uuid });
  expect(await stateOf(id)).toMatchObject({ state: 'failed', problem: 'not_arrived', received_at: null });
  expect(imap.flags()).toEqual([]);

  await smtp.close();
  await start(id);
  expect(await ended(id)).toMatchObject({
    state: 'failed',
    problem: 'connection_refused',
    detail: expect.stringContaining('refused the connection'),
  });
  await admin.call('inboxes.toggle', { params: { id } });
  const off = await admin.call('inboxes.round_trip', { params: { id } });
  expect([off.status, off.body.code]).toEqual([400, 'inbox.disabled']);
});

const installation = findDovecot();
test.skipIf(installation.missing !== null)('a round trip on a real IMAP server', async () => {
  const dovecot = await startDovecot(installation.path!, 'trip@shop.example');
  const smtp = await startSmtpSink({
    behaviour: {
      async onData(mail) {
        await dovecot.append(mail.raw);
        return undefined;
      },
    },
  });
  open.push(smtp, dovecot);
  const server = { host: dovecot.host, username: dovecot.user, password: dovecot.password, tls_skip_verify: true };
  const config = {
    imap: [{ ...server, port: dovecot.tls_port, tls_type: 'tls' }],
    smtp: [{ ...server, port: smtp.port, tls_type: 'none', auth_protocol: 'none' }],
  };
  const body = { name: 'Real', from: 'trip@shop.example', channel: 'email', config };
  expect((await admin.call('inboxes.create', { body })).status).toBe(200);
  const { rows } = await desk.pool.query('select max(id) as id from inboxes');
  await start(rows[0].id);
  expect(await ended(rows[0].id)).toMatchObject({ state: 'succeeded', switched_plus_on: true });
});

test('local mail goes round over the local listener', async () => {
  await start(1);
  expect(await ended(1)).toMatchObject({ state: 'succeeded', plus: { state: 'received' }, switched_plus_on: false });
  expect(await desk.messages()).toEqual([]);
});
