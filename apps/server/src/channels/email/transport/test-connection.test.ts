import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startImapServer } from '../../../../test/imap-server.ts';
import { startSmtpSink } from '../../../../test/smtp-sink.ts';
import { ImapConfig, SmtpConfig } from './inbox-config.ts';
import { testImap, testSmtp } from './test-connection.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Takes connections and never says a word. */
async function silentPort(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('testImap', () => {
  const config = (changes: Partial<ImapConfig>): ImapConfig =>
    ImapConfig.parse({
      host: '127.0.0.1',
      port: 1,
      username: 'desk',
      password: 'sesame',
      tls_type: 'none',
      ...changes,
    });

  it('signs in and counts', async () => {
    const server = await startImapServer({ plugins: [] });
    cleanUps.push(server.close);
    server.append('Subject: x\r\n\r\n');
    expect(await testImap(config({ port: server.port }))).toEqual({
      ok: true,
      detail: 'Signed in; INBOX holds 1 message, new mail is looked for regularly.',
    });
    expect(server.commands.filter((line) => /^(SELECT|STORE|FETCH)/i.test(line))).toEqual([]);
  });

  it.each([
    [{ password: 'guessed' }, /did not accept the user name or password/],
    [{ mailbox: 'Nowhere' }, /does not exist on the server or cannot be opened/],
    [{ tls_type: 'starttls' as const }, /STARTTLS/i],
    [{ tls_type: 'tls' as const }, /does not speak TLS at this port/],
    [{ host: 'no-such-host.invalid' }, /no server of that name/],
  ])('explains %j', async (changes, error) => {
    const server = await startImapServer();
    cleanUps.push(server.close);
    const result = await testImap(config({ port: server.port, ...changes }));
    expect(result).toEqual({ ok: false, error: expect.stringMatching(error), problem: expect.any(String) });
    expect(JSON.stringify(result)).not.toMatch(/sesame|guessed/);
  });

  it('ends in time with a server that says nothing, and with none', async () => {
    expect(await testImap(config({ port: await silentPort() }), 100)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/in time|said nothing/),
    });
    expect(await testImap(config({ port: 1 }))).toMatchObject({
      ok: false,
      error: expect.stringContaining('refused the connection'),
    });
  });
});

describe('testSmtp', () => {
  const config = (changes: Partial<SmtpConfig>): SmtpConfig =>
    SmtpConfig.parse({
      host: '127.0.0.1',
      port: 1,
      username: 'desk',
      password: 'sesame',
      tls_type: 'starttls',
      tls_skip_verify: true,
      ...changes,
    });

  it.each(['login', 'plain', 'cram'] as const)('signs in with %s and sends nothing', async (auth_protocol) => {
    const sink = await startSmtpSink({ users: { desk: 'sesame' }, tls: 'starttls' });
    cleanUps.push(sink.close);
    expect(await testSmtp(config({ port: sink.port, auth_protocol }))).toEqual({ ok: true, detail: 'Signed in.' });
    expect(sink.messages).toEqual([]);
    await expect.poll(sink.open).toBe(0);
  });

  it('says when nobody was asked for a password', async () => {
    const sink = await startSmtpSink();
    cleanUps.push(sink.close);
    expect(await testSmtp(config({ port: sink.port, auth_protocol: 'none', tls_type: 'none' }))).toEqual({
      ok: true,
      detail: 'Connected; the server was not asked for a sign-in.',
    });
  });

  it.each([
    [{ password: 'guessed' }, /did not accept the user name or password.*535/],
    [{ tls_skip_verify: false }, /certificate that it signed itself/],
    [{ tls_type: 'tls' as const }, /does not speak TLS at this port/],
    [{ host: 'no-such-host.invalid' }, /no server of that name/],
  ])('explains %j', async (changes, error) => {
    const sink = await startSmtpSink({ users: { desk: 'sesame' }, tls: 'starttls' });
    cleanUps.push(sink.close);
    const result = await testSmtp(config({ port: sink.port, ...changes }));
    expect(result).toEqual({ ok: false, error: expect.stringMatching(error), problem: expect.any(String) });
    expect(JSON.stringify(result)).not.toMatch(/sesame|guessed/);
  });

  it('notices that the server offers no sign-in although one is configured', async () => {
    const sink = await startSmtpSink();
    cleanUps.push(sink.close);
    expect(await testSmtp(config({ port: sink.port, tls_type: 'none' }))).toMatchObject({ ok: false });
  });

  it('ends in time with a server that says nothing, and with none', async () => {
    const silent = config({ port: await silentPort(), tls_type: 'none' });
    expect(await testSmtp(silent, 100)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/in time|said nothing/),
    });
    expect(await testSmtp(config({ port: 1 }))).toMatchObject({
      ok: false,
      error: expect.stringContaining('refused the connection'),
    });
  });
});
