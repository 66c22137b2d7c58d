import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type SmtpSinkOptions, startSmtpSink } from '../../../../test/smtp-sink.ts';
import { type OutboundMessage, PermanentDeliveryError, TemporaryDeliveryError } from '../../channel.ts';
import { composeMail } from './compose-mail.ts';
import { SmtpConfig } from './inbox-config.ts';
import { createSmtpSender, type SmtpSenderOptions } from './smtp-sender.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function sinkAndSender(options: SmtpSinkOptions = {}, senderOptions: SmtpSenderOptions = {}) {
  const sink = await startSmtpSink(options);
  const sender = createSmtpSender(senderOptions);
  cleanUps.push(sink.close, () => sender.close());
  const config = (changes: Partial<SmtpConfig> = {}): SmtpConfig =>
    SmtpConfig.parse({ host: sink.host, port: sink.port, auth_protocol: 'none', tls_type: 'none', ...changes });
  return { sink, sender, config };
}

function mail(changes: Partial<OutboundMessage> = {}) {
  return composeMail({
    external_id: 'id-1@shop.example',
    conversation_uuid: '0b0ccf2a-9b53-4b1c-8f1d-0d7e27c11d35',
    from: { name: 'Shop', address: 'help@shop.example' },
    to: ['ann@customer.example'],
    cc: [],
    bcc: [],
    reply_to: null,
    subject: 'Hello',
    references: [],
    in_reply_to: null,
    html: '<p>Hello</p>\n.\n..two dots',
    attachments: [],
    auto_submitted: null,
    date: '2026-03-01T09:30:00.000Z',
    ...changes,
  });
}

const user = { username: 'desk', password: 'sesame' };

describe('createSmtpSender', () => {
  it('delivers the mail byte for byte, Bcc in the envelope only', async () => {
    const { sink, sender, config } = await sinkAndSender();
    const composed = await mail({ bcc: ['audit@shop.example'] });
    const receipt = await sender.send([config({ hello_hostname: 'desk.shop.example' })], composed);
    expect(receipt).toMatchObject({
      relay_external_id: null,
      accepted: ['ann@customer.example', 'audit@shop.example'],
      rejected: [],
    });
    expect(receipt.response).toMatch(/^250 /);
    const [kept] = sink.messages;
    expect(kept).toMatchObject({
      from: 'help@shop.example',
      to: ['ann@customer.example', 'audit@shop.example'],
      hello: 'desk.shop.example',
    });
    expect(kept?.raw.equals(composed.raw)).toBe(true);
  });

  it.each(['login', 'plain', 'cram'] as const)('signs in with %s over STARTTLS', async (auth_protocol) => {
    const { sink, sender, config } = await sinkAndSender({ users: { desk: 'sesame' }, tls: 'starttls' });
    await sender.send([config({ ...user, auth_protocol, tls_type: 'starttls', tls_skip_verify: true })], await mail());
    expect(sink.messages[0]).toMatchObject({ user: 'desk', is_encrypted: true });
  });

  it('speaks TLS from the start', async () => {
    const { sink, sender, config } = await sinkAndSender({ users: { desk: 'sesame' }, tls: 'tls' });
    await sender.send(
      [config({ ...user, auth_protocol: 'plain', tls_type: 'tls', tls_skip_verify: true })],
      await mail(),
    );
    expect(sink.messages[0]).toMatchObject({ user: 'desk', is_encrypted: true });
  });

  it('does not trust a certificate that signed itself unless told to', async () => {
    const { sink, sender, config } = await sinkAndSender({ tls: 'starttls' });
    const sent = sender.send([config({ tls_type: 'starttls' })], await mail());
    await expect(sent).rejects.toThrow(TemporaryDeliveryError);
    await expect(sent).rejects.toThrow(/certificate/);
    expect(sink.messages).toHaveLength(0);
  });

  it('sends nothing in the clear when STARTTLS is asked for and not offered', async () => {
    const { sink, sender, config } = await sinkAndSender();
    await expect(sender.send([config({ tls_type: 'starttls' })], await mail())).rejects.toThrow(/encrypt|STARTTLS/i);
    expect(sink.messages).toHaveLength(0);
  });

  it('says that the password is wrong', async () => {
    const { sender, config } = await sinkAndSender({ users: { desk: 'other' } });
    const sent = sender.send([config({ ...user, auth_protocol: 'plain' })], await mail());
    await expect(sent).rejects.toThrow(PermanentDeliveryError);
    await expect(sent).rejects.toThrow(/user name or password.*535/);
    await expect(sent).rejects.not.toThrow(/sesame/);
  });

  it('keeps the connection for the next mail and opens no more than allowed', async () => {
    const { sink, sender, config } = await sinkAndSender();
    const composed = await mail();
    await sender.send([config({ max_conns: 2 })], composed);
    await sender.send([config({ max_conns: 2 })], composed);
    expect(sink.connections()).toBe(1);
    await Promise.all(Array.from({ length: 10 }, () => sender.send([config({ max_conns: 2 })], composed)));
    expect(sink.messages).toHaveLength(12);
    expect(sink.connections()).toBe(2);
  });

  it('takes one of several servers', async () => {
    const { sink, sender, config } = await sinkAndSender();
    const other = await startSmtpSink();
    cleanUps.push(other.close);
    const composed = await mail();
    await Promise.all(
      Array.from({ length: 30 }, () => sender.send([config(), config({ port: other.port })], composed)),
    );
    expect(sink.messages.length + other.messages.length).toBe(30);
    expect(Math.min(sink.messages.length, other.messages.length)).toBeGreaterThan(0);
  });

  it.each([
    ['550 5.1.1 No such user', PermanentDeliveryError, /does not exist.*550 5\.1\.1 No such user/],
    ['552 5.2.2 Over quota', PermanentDeliveryError, /mailbox is full/i],
    ['554 5.7.1 Spam', PermanentDeliveryError, /refused the message by its rules/],
    ['450 4.2.0 Greylisted', TemporaryDeliveryError, /450 4\.2\.0 Greylisted/],
    ['452 4.2.2 Mailbox full', TemporaryDeliveryError, /mailbox is full/i],
    ['421 4.3.2 Shutting down', TemporaryDeliveryError, /421 4\.3\.2/],
  ])('%s to the recipient', async (reply, kind, text) => {
    const { sink, sender, config } = await sinkAndSender({ behaviour: { onRcptTo: () => reply } });
    const sent = sender.send([config({ max_msg_retries: 0 })], await mail());
    await expect(sent).rejects.toThrow(kind);
    await expect(sent).rejects.toThrow(text);
    expect(sink.messages).toHaveLength(0);
  });

  it.each([
    ['554 5.6.0 Bad content', PermanentDeliveryError],
    ['451 4.3.0 Try later', TemporaryDeliveryError],
  ])('%s to the message is not sent again by itself', async (reply, kind) => {
    const { sink, sender, config } = await sinkAndSender({ behaviour: { onData: () => reply } });
    await expect(sender.send([config()], await mail())).rejects.toThrow(kind);
    expect(sink.messages).toHaveLength(1);
  });

  it('goes on with the same connection after a refusal', async () => {
    const { sink, sender, config } = await sinkAndSender({
      behaviour: { onRcptTo: (to) => (to.startsWith('bad') ? '550 5.1.1 No' : undefined) },
    });
    await expect(sender.send([config()], await mail({ to: ['bad@customer.example'] }))).rejects.toThrow(
      PermanentDeliveryError,
    );
    await sender.send([config()], await mail());
    expect(sink.connections()).toBe(1);
  });

  it('counts a mail as sent when some recipients took it, and names the others', async () => {
    const { sink, sender, config } = await sinkAndSender({
      behaviour: {
        onRcptTo: (to) =>
          to.startsWith('full') ? '452 4.2.2 Mailbox full' : to.startsWith('gone') ? '550 5.1.1 Unknown' : undefined,
      },
    });
    const receipt = await sender.send(
      [config()],
      await mail({ cc: ['full@customer.example', 'gone@customer.example'] }),
    );
    expect(receipt.accepted).toEqual(['ann@customer.example']);
    expect(receipt.rejected).toEqual([
      {
        address: 'full@customer.example',
        is_permanent: false,
        reason: 'The mailbox is full. The mail server said: 452 4.2.2 Mailbox full',
      },
      { address: 'gone@customer.example', is_permanent: true, reason: expect.stringContaining('does not exist') },
    ]);
    expect(sink.messages).toHaveLength(1);
  });

  it('fails for now when every recipient was refused but one only for now', async () => {
    const { sender, config } = await sinkAndSender({
      behaviour: { onRcptTo: (to) => (to.startsWith('full') ? '452 4.2.2 Mailbox full' : '550 5.1.1 Unknown') },
    });
    const sent = sender.send([config()], await mail({ to: ['full@c.example', 'gone@c.example'] }));
    await expect(sent).rejects.toThrow(TemporaryDeliveryError);
    await expect(sent).rejects.toThrow(/full@c\.example: .*\ngone@c\.example: /);
  });

  it('sends again on a fresh connection when it broke before the acknowledgement', async () => {
    const { sink, sender, config } = await sinkAndSender();
    let drops = 2;
    sink.behave({ onData: () => (drops-- > 0 ? 'drop' : undefined) });
    await sender.send([config({ max_msg_retries: 2 })], await mail());
    expect(sink.messages.map((one) => one.accepted)).toEqual([false, false, true]);
    expect(new Set(sink.messages.map((one) => one.connection)).size).toBe(3);
  });

  it.each([0, 2])('gives up for now after %d re-sends', async (max_msg_retries) => {
    const { sink, sender, config } = await sinkAndSender({ behaviour: { onMailFrom: () => 'drop' } });
    await expect(sender.send([config({ max_msg_retries })], await mail())).rejects.toThrow(TemporaryDeliveryError);
    expect(sink.connections()).toBe(1 + max_msg_retries);
  });

  it('never sends again what was acknowledged before the connection broke', async () => {
    const { sink, sender, config } = await sinkAndSender({ behaviour: { onData: () => 'drop after reply' } });
    await sender.send([config()], await mail());
    await sender.send([config()], await mail({ external_id: 'id-2@shop.example' }));
    expect(sink.messages).toHaveLength(2);
  });

  it('gets over kept connections that the server has dropped meanwhile', async () => {
    const { sink, sender, config } = await sinkAndSender();
    await sender.send([config()], await mail());
    let connection = 0;
    sink.behave({ onMailFrom: () => (connection++ === 0 ? 'drop' : undefined) });
    await sender.send([config()], await mail());
    expect(sink.messages.filter((one) => one.accepted)).toHaveLength(2);
  });

  it('tells that nobody listens', async () => {
    const { sink, sender, config } = await sinkAndSender();
    await sink.close();
    const sent = sender.send([config({ max_msg_retries: 1 })], await mail());
    await expect(sent).rejects.toThrow(TemporaryDeliveryError);
    await expect(sent).rejects.toThrow(`127.0.0.1:${sink.port} refused the connection`);
  });

  it('does not wait for ever for a server that says nothing, nor try it again at once', async () => {
    let connections = 0;
    const silent = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    cleanUps.push(async () => void silent.close());
    const { sender, config } = await sinkAndSender(
      {},
      { limits: { connect_ms: 500, greeting_ms: 100, silence_ms: 100 } },
    );
    const sent = sender.send([config({ port: (silent.address() as AddressInfo).port })], await mail());
    await expect(sent).rejects.toThrow(TemporaryDeliveryError);
    await expect(sent).rejects.toThrow(/said nothing|in time/);
    expect(connections).toBe(1);
  });

  it('breaks off an attempt that takes too long', async () => {
    const never = new Promise<undefined>(() => undefined);
    const { sender, config } = await sinkAndSender({ behaviour: { onData: () => never } }, { attempt_limit_ms: 200 });
    const sent = sender.send([config()], await mail());
    await expect(sent).rejects.toThrow(TemporaryDeliveryError);
    await expect(sent).rejects.toThrow(/too long/);
  });

  it('lets a mail wait for a free connection no longer than wait_timeout', async () => {
    const held = Promise.withResolvers<undefined>();
    const { sink, sender, config } = await sinkAndSender({ behaviour: { onData: () => held.promise } });
    const server = config({ max_conns: 1, wait_timeout: '50ms' });
    const first = sender.send([server], await mail());
    await expect(sender.send([server], await mail())).rejects.toThrow(/All 1 connections to 127\.0\.0\.1 are busy/);
    held.resolve(undefined);
    await first;
    expect(sink.messages).toHaveLength(1);
  });

  it('uses the null sender for automated mail', async () => {
    const { sink, sender, config } = await sinkAndSender();
    await sender.send([config()], await mail({ auto_submitted: 'auto-generated' }));
    expect(sink.messages[0]?.from).toBe('');
  });

  it('falls back to the From address where the relay refuses the null sender, and remembers', async () => {
    const asked: string[] = [];
    const { sink, sender, config } = await sinkAndSender({
      behaviour: {
        onMailFrom(from) {
          asked.push(from);
          return from === '' ? '550 5.7.60 Client does not have permissions to send as this sender' : undefined;
        },
      },
    });
    await sender.send([config()], await mail({ auto_submitted: 'auto-generated' }));
    await sender.send([config()], await mail({ auto_submitted: 'auto-generated' }));
    expect(asked).toEqual(['', 'help@shop.example', 'help@shop.example']);
    expect(sink.messages.map((one) => one.from)).toEqual(['help@shop.example', 'help@shop.example']);
  });

  it('falls back, too, where the sender is checked with the recipients, and does not blame it for unknown ones', async () => {
    const senders: string[] = [];
    const { sink, sender, config } = await sinkAndSender();
    const automated = (to: string) => mail({ auto_submitted: 'auto-generated', to: [to] });
    sink.behave({
      onMailFrom: (from) => void senders.push(from),
      onRcptTo: (to) => (to.startsWith('gone') ? '550 5.1.1 Unknown' : undefined),
    });
    await expect(sender.send([config()], await automated('gone@customer.example'))).rejects.toThrow(/550 5\.1\.1/);
    await sender.send([config()], await automated('ann@customer.example'));
    expect(senders).toEqual(['', 'help@shop.example', '']);
    sink.behave({
      onMailFrom: (from) => void senders.push(from),
      onRcptTo: () => (senders.at(-1) === '' ? '550 5.7.1 Empty sender not allowed here' : undefined),
    });
    await sender.send([config()], await automated('ann@customer.example'));
    await sender.send([config()], await automated('ann@customer.example'));
    expect(senders.slice(3)).toEqual(['', 'help@shop.example', 'help@shop.example']);
  });

  it('reports the id that a relay put in place of ours', async () => {
    const { sender, config } = await sinkAndSender({
      behaviour: {
        onData: () => '250 2.0.0 OK <AB1PR08@AB1PR08.prod.outlook.com> [Hostname=AB1PR08.prod.outlook.com]',
      },
    });
    const receipt = await sender.send([config()], await mail());
    expect(receipt.relay_external_id).toBe('AB1PR08@AB1PR08.prod.outlook.com');
  });

  it('refuses at once what is larger than the server announced', async () => {
    const { sink, sender, config } = await sinkAndSender({ max_size: 500 });
    const sent = sender.send([config()], await mail({ html: `<p>${'x'.repeat(2000)}</p>` }));
    await expect(sent).rejects.toThrow(PermanentDeliveryError);
    await expect(sent).rejects.toThrow(/larger|too large/);
    expect(sink.messages).toHaveLength(0);
  });

  it('adds the configured header fields and keeps its own', async () => {
    const { sink, sender, config } = await sinkAndSender();
    const email_headers = {
      'X-Team': `Grün ${'wide '.repeat(40)}`,
      Subject: 'Stolen',
      'Bad Name': 'x',
      'X-Evil': 'a\r\nX-More: b',
    };
    await sender.send([config({ email_headers })], await mail());
    const source = sink.messages[0]?.raw.toString('latin1') ?? '';
    expect(source).toMatch(/^X-Team: =\?UTF-8\?/);
    expect(source).toMatch(/^X-Evil: a X-More: b\r$/m);
    expect(source).toMatch(/^Subject: Hello\r$/m);
    expect(source).not.toMatch(/Stolen|Bad Name|^X-More/m);
    expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThan(200);
  });

  it('closes the connections of a configuration that is gone, and reconnects for the new one', async () => {
    const { sink, sender, config } = await sinkAndSender();
    await sender.send([config()], await mail());
    expect(sink.open()).toBe(1);
    sender.retain([config()]);
    await sender.send([config()], await mail());
    expect(sink.connections()).toBe(1);
    sender.retain([config({ max_conns: 3 })]);
    await expect.poll(() => sink.open()).toBe(0);
    await sender.send([config({ max_conns: 3 })], await mail());
    expect(sink.connections()).toBe(2);
  });

  it('finishes the mail under way when it closes, and takes no new one', async () => {
    const held = Promise.withResolvers<undefined>();
    const { sink, sender, config } = await sinkAndSender();
    const reached = Promise.withResolvers<void>();
    sink.behave({
      onData() {
        reached.resolve();
        return held.promise;
      },
    });
    const sent = sender.send([config()], await mail());
    await reached.promise;
    const closed = sender.close();
    await expect(sender.send([config()], await mail())).rejects.toThrow(/shutting down/);
    held.resolve(undefined);
    await expect(sent).resolves.toMatchObject({ accepted: ['ann@customer.example'] });
    await closed;
    await expect.poll(() => sink.open()).toBe(0);
  });

  it('does not wait longer than told when it closes', async () => {
    const never = new Promise<undefined>(() => undefined);
    const { sink, sender, config } = await sinkAndSender();
    const reached = Promise.withResolvers<void>();
    sink.behave({
      onData() {
        reached.resolve();
        return never;
      },
    });
    const refused = expect(sender.send([config()], await mail())).rejects.toThrow(TemporaryDeliveryError);
    await reached.promise;
    await sender.close(50);
    await refused;
  });
});
