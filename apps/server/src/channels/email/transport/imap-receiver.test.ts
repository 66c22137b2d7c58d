import { afterEach, describe, expect, it } from 'vitest';
import { type ImapServer, type ImapServerOptions, startImapServer } from '../../../../test/imap-server.ts';
import { type ImapReceiverOptions, type ReceiverState, runImapReceiver } from './imap-receiver.ts';
import type { ImapCursor, ReceivedMail, UnreadableMail } from './imap-sync.ts';
import { ImapConfig } from './inbox-config.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const day = 24 * 3600 * 1000;
const source = (subject: string): string =>
  `From: ann@customer.example\r\nSubject: ${subject}\r\n\r\nBody of ${subject}\r\n`;
const hasty = { first_ms: 10, first_login_ms: 10, longest_ms: 50 };

async function start(options: ImapServerOptions = {}): Promise<ImapServer> {
  const server = await startImapServer(options);
  cleanUps.push(server.close);
  return server;
}

/** A receiver with everything it said and delivered. */
function receive(server: ImapServer, changes: Partial<ImapReceiverOptions> = {}, config: Partial<ImapConfig> = {}) {
  const mails: ReceivedMail[] = [];
  const cursors: ImapCursor[] = [];
  const states: ReceiverState[] = [];
  const unreadable: UnreadableMail[] = [];
  const stop = new AbortController();
  const done = runImapReceiver({
    config: ImapConfig.parse({
      host: server.host,
      port: server.port,
      username: server.user,
      password: server.password,
      tls_type: 'none',
      ...config,
    }),
    cursor: null,
    deliver: async (mail) => void mails.push(mail),
    saveCursor: async (cursor) => void cursors.push(cursor),
    onUnreadable: async (mail) => void unreadable.push(mail),
    onState: (state) => void states.push(state),
    signal: stop.signal,
    back_off: hasty,
    ...changes,
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await done;
  };
  cleanUps.push(end);
  const subjects = (): string[] => mails.map((mail) => /Subject: (.*)\r/.exec(mail.raw.toString())?.[1] ?? '');
  return { mails, cursors, states, unreadable, subjects, end, last: () => states.at(-1)?.state };
}

const until = (assertion: () => unknown) => expect.poll(assertion, { timeout: 10_000, interval: 5 });

describe('runImapReceiver', () => {
  it.each([
    ['with IDLE', ['IDLE']],
    ['with CONDSTORE', ['IDLE', 'ENABLE', 'CONDSTORE']],
    ['with an ESEARCH that fails', ['IDLE', 'ESEARCH']],
    ['with nothing', []],
  ])('takes mails byte for byte, in order, and changes nothing on the server: %s', async (_name, plugins) => {
    const server = await start({ plugins });
    const uids = [server.append(source('one')), server.append(source('two')), server.append(source('three'))];
    const receiver = receive(server);
    await until(receiver.subjects).toEqual(['one', 'two', 'three']);
    await until(receiver.last).toBe(plugins.includes('IDLE') ? 'idle' : 'polling');
    expect(receiver.mails.map((mail) => mail.uid)).toEqual(uids);
    expect(receiver.mails[0]).toMatchObject({ uidvalidity: 7, truncated: null });
    expect(receiver.mails[0]?.raw.toString()).toBe(source('one'));
    expect(Math.abs(Date.parse(receiver.mails[0]?.internal_date ?? '') - Date.now())).toBeLessThan(60_000);
    expect(receiver.cursors.at(-1)).toEqual({ uidvalidity: 7, last_uid: uids[2] });
    expect(server.flags().flat()).toEqual([]);
    expect(server.commands.filter((line) => /^(SELECT|STORE|UID STORE|EXPUNGE|APPEND)/i.test(line))).toEqual([]);
    expect(receiver.states.at(-1)?.last_success_at).toBeDefined();
  });

  it('takes a mail that arrives during IDLE', async () => {
    const server = await start();
    const receiver = receive(server);
    await until(receiver.last).toBe('idle');
    for (const subject of ['one', 'two', 'three']) {
      server.append(source(subject));
      await until(receiver.subjects).toContain(subject);
    }
    expect(receiver.subjects()).toEqual(['one', 'two', 'three']);
    expect(server.connections()).toBe(1);
  });

  it('misses nothing that arrives while others are delivered', async () => {
    const server = await start();
    const receiver = receive(server, {
      deliver: async (mail) => {
        receiver.mails.push(mail);
        if (receiver.mails.length < 20) server.append(source(`mail ${receiver.mails.length}`));
      },
    });
    server.append(source('mail 0'));
    await until(() => receiver.mails.length).toBe(20);
    expect(receiver.subjects()).toEqual(Array.from({ length: 20 }, (_, index) => `mail ${index}`));
  });

  it('looks again after the interval where nothing is announced', async () => {
    const server = await start({ plugins: [] });
    const receiver = receive(server, {}, { read_interval: '1s' });
    await until(receiver.last).toBe('polling');
    server.append(source('later'));
    await until(receiver.subjects).toEqual(['later']);
  });

  it('looks after the interval although it idles, in case an announcement was lost', async () => {
    const server = await start();
    const receiver = receive(server, {}, { read_interval: '1s' });
    await until(receiver.last).toBe('idle');
    const searches = (): number => server.commands.filter((line) => line.startsWith('UID SEARCH')).length;
    server.append(source('one'));
    await until(receiver.subjects).toEqual(['one']);
    const before = searches();
    await until(searches).toBeGreaterThan(before);
    expect(server.connections()).toBe(1);
  });

  it('polls where IDLE is announced and refused', async () => {
    const server = await start();
    server.answer((line) => (line === 'IDLE' ? 'NO Not today' : undefined));
    const receiver = receive(server, {}, { read_interval: '1s' });
    await until(receiver.last).toBe('idle');
    server.append(source('later'));
    await until(receiver.subjects).toEqual(['later']);
    expect(server.commands.filter((line) => line === 'IDLE').length).toBeLessThan(10);
  });

  it('goes on behind the cursor after a restart', async () => {
    const server = await start();
    server.append(source('old'));
    const first = receive(server);
    await until(first.subjects).toEqual(['old']);
    await until(first.last).toBe('idle');
    await first.end();
    server.append(source('new'));
    const second = receive(server, { cursor: first.cursors.at(-1) ?? null });
    await until(second.subjects).toEqual(['new']);
    await until(second.last).toBe('idle');
    expect(second.subjects()).toEqual(['new']);
  });

  it('does not take the last mail for a new one', async () => {
    const server = await start();
    const uid = server.append(source('old'));
    const receiver = receive(server, { cursor: { uidvalidity: 7, last_uid: uid + 10 } });
    await until(receiver.last).toBe('idle');
    expect(receiver.mails).toEqual([]);
    expect(receiver.cursors).toEqual([]);
  });

  it('takes the window again when the mailbox was renumbered', async () => {
    const server = await start();
    server.append(source('ancient'), new Date(Date.now() - 30 * day));
    server.append(source('recent'));
    server.renumber(8);
    const receiver = receive(server, { cursor: { uidvalidity: 7, last_uid: 500 } });
    await until(receiver.last).toBe('idle');
    expect(receiver.subjects()).toEqual(['recent']);
    expect(receiver.cursors.at(-1)).toEqual({ uidvalidity: 8, last_uid: 2 });
  });

  it('takes the window and one day more at the first look, and leaves older mails for good', async () => {
    const server = await start();
    server.append(source('three days'), new Date(Date.now() - 3 * day));
    server.append(source('a day and a half'), new Date(Date.now() - 1.5 * day));
    server.append(source('now'));
    server.append(source('ten days'), new Date(Date.now() - 10 * day));
    const receiver = receive(server, {}, { scan_inbox_since: '24h' });
    await until(receiver.last).toBe('idle');
    expect(receiver.subjects()).toEqual(['a day and a half', 'now']);
    expect(receiver.cursors.at(-1)).toEqual({ uidvalidity: 7, last_uid: 4 });
  });

  it('starts behind an empty mailbox', async () => {
    const server = await start();
    const receiver = receive(server);
    await until(receiver.last).toBe('idle');
    expect(receiver.cursors).toEqual([{ uidvalidity: 7, last_uid: 0 }]);
    expect(server.commands.filter((line) => line.startsWith('UID'))).toEqual([]);
    server.append(source('first'));
    await until(receiver.subjects).toEqual(['first']);
  });

  it('asks for exactly the mails that were found', async () => {
    const server = await start();
    for (let index = 0; index < 6; index += 1)
      server.append(source(`mail ${index}`), new Date(Date.now() - (index % 2) * 30 * day));
    const receiver = receive(server);
    await until(receiver.last).toBe('idle');
    expect(receiver.subjects()).toEqual(['mail 0', 'mail 2', 'mail 4']);
    const [listing] = server.commands.filter((line) => /^UID FETCH .*RFC822\.SIZE/.test(line));
    expect(listing).toMatch(/^UID FETCH 1,3,5 /);
  });

  it('gets over a mail that vanished between search and fetch', async () => {
    const server = await start();
    server.append(source('one'));
    const gone = server.append(source('two'));
    server.append(source('three'));
    server.answer((line) => {
      if (line.startsWith(`UID FETCH ${gone} `)) server.vanish(gone);
      return undefined;
    });
    const receiver = receive(server);
    await until(receiver.last).toBe('idle');
    expect(receiver.subjects()).toEqual(['one', 'three']);
    expect(receiver.unreadable).toEqual([]);
  });

  it('moves the cursor only behind what was stored, and brings the rest again', async () => {
    const server = await start();
    for (const subject of ['one', 'two', 'three']) server.append(source(subject));
    let failures = 2;
    const receiver = receive(server, {
      deliver: async (mail) => {
        if (mail.uid === 2 && failures-- > 0) throw Object.assign(new Error('disk full'), { code: 'ECONNREFUSED' });
        receiver.mails.push(mail);
      },
    });
    await until(receiver.subjects).toEqual(['one', 'two', 'three']);
    await until(receiver.last).toBe('idle');
    expect(receiver.cursors.map((cursor) => cursor.last_uid)).toEqual([1, 2, 3]);
    expect(receiver.states.filter((state) => state.state === 'error').map((state) => state.error)).toEqual([
      'A mail could not be stored: disk full',
      'A mail could not be stored: disk full',
    ]);
  });

  it('brings a mail again when the cursor could not be saved', async () => {
    const server = await start();
    server.append(source('one'));
    let failures = 1;
    const receiver = receive(server, {
      saveCursor: async (cursor) => {
        if (failures-- > 0) throw new Error('no database');
        receiver.cursors.push(cursor);
      },
    });
    await until(receiver.subjects).toEqual(['one', 'one']);
    await until(() => receiver.cursors).toEqual([{ uidvalidity: 7, last_uid: 1 }]);
  });

  it('reconnects after the server was away, without calling a short break an error', async () => {
    const server = await start();
    const receiver = receive(server);
    await until(receiver.last).toBe('idle');
    server.drop();
    await until(server.connections).toBe(2);
    await until(receiver.last).toBe('idle');
    expect(receiver.states.map((state) => state.state)).not.toContain('error');
    await server.close();
    await until(receiver.last).toBe('error');
    expect(receiver.states.at(-1)?.error).toContain(`127.0.0.1:${server.port} refused the connection`);
    const again = await start({ port: server.port });
    again.append(source('after'));
    await until(receiver.subjects).toEqual(['after']);
    await until(receiver.last).toBe('idle');
    expect(receiver.states.at(-1)?.error).toBeUndefined();
  });

  it('goes on where it was when the connection breaks in the middle of the mails', async () => {
    const server = await start();
    for (let index = 0; index < 10; index += 1) server.append(source(`mail ${index}`));
    let breaks = 3;
    server.answer((line) => (/^UID FETCH [258] /.test(line) && breaks-- > 0 ? 'drop' : undefined));
    const receiver = receive(server);
    await until(() => receiver.mails.length).toBe(10);
    await until(receiver.last).toBe('idle');
    expect(receiver.subjects()).toEqual(Array.from({ length: 10 }, (_, index) => `mail ${index}`));
  });

  it('does not wait for ever for a silent server', async () => {
    const server = await start();
    server.append(source('one'));
    let silences = 1;
    server.answer((line) => (line.startsWith('UID FETCH') && silences-- > 0 ? 'silence' : undefined));
    const receiver = receive(server, { limits: { connect_ms: 5000, silence_ms: 200 } });
    await until(receiver.subjects).toEqual(['one']);
    expect(receiver.states.find((state) => state.state === 'error')?.error).toMatch(/did not answer in time/);
  });

  it('notices that an idling server died silently, and keeps a living one', async () => {
    const server = await start();
    const receiver = receive(server, { limits: { connect_ms: 5000, silence_ms: 100 } });
    const noops = (): number => server.commands.filter((line) => line === 'NOOP').length;
    await until(noops).toBeGreaterThan(1);
    expect(server.connections()).toBe(1);
    server.answer((line) => (line === 'NOOP' ? 'silence' : undefined));
    await until(server.connections).toBeGreaterThan(1);
    server.answer(() => undefined);
    server.append(source('alive'));
    await until(receiver.subjects).toEqual(['alive']);
  });

  it('says that the password is wrong and waits longer then', async () => {
    const server = await start();
    const receiver = receive(
      server,
      { back_off: { first_ms: 1, first_login_ms: 3_600_000, longest_ms: 3_600_000 } },
      { password: 'wrong' },
    );
    await until(receiver.last).toBe('error');
    expect(receiver.states.at(-1)?.error).toMatch(/did not accept the user name or password/);
    expect(receiver.states.at(-1)?.error).not.toContain('wrong');
    expect(server.connections()).toBe(1);
    await receiver.end();
  });

  it('says that the mailbox does not exist', async () => {
    const server = await start();
    const receiver = receive(server, {}, { mailbox: 'Nowhere' });
    await until(receiver.last).toBe('error');
    expect(receiver.states.at(-1)?.error).toMatch(/does not exist/);
  });

  it.each([['tls', true, []] as const, ['starttls', false, ['STARTTLS', 'IDLE']] as const])(
    'encrypts with %s, and trusts no certificate that signed itself',
    async (tls_type, tls, plugins) => {
      const server = await start({ tls, plugins: [...plugins] });
      server.append(source('secret'));
      const strict = receive(server, {}, { tls_type });
      await until(strict.last).toBe('error');
      expect(strict.states.at(-1)?.error).toMatch(/certificate that it signed itself/);
      await strict.end();
      const lax = receive(server, {}, { tls_type, tls_skip_verify: true });
      await until(lax.subjects).toEqual(['secret']);
    },
  );

  it('does not sign in without encryption when STARTTLS is asked for and not offered', async () => {
    const server = await start();
    const receiver = receive(server, {}, { tls_type: 'starttls' });
    await until(receiver.last).toBe('error');
    expect(server.commands.filter((line) => /LOGIN|AUTHENTICATE/i.test(line))).toEqual([]);
  });

  it('tries less of a mail that the server refuses, and then goes on without it', async () => {
    const server = await start();
    server.append(source('one'));
    const bad = server.append(source('two'));
    server.append(source('three'));
    server.answer((line) => (line.startsWith(`UID FETCH ${bad} `) ? 'NO Internal error' : undefined));
    const receiver = receive(server, { patience: { refusals: 2, min_ms: 0, breaks: 10 } });
    await until(receiver.subjects).toEqual(['one', 'three']);
    await until(receiver.last).toBe('idle');
    expect(receiver.unreadable).toEqual([
      {
        uid: bad,
        uidvalidity: 7,
        size: source('two').length,
        internal_date: expect.any(String),
        reason: 'The server answered: Internal error',
      },
    ]);
    expect(receiver.cursors.at(-1)?.last_uid).toBe(3);
  });

  it('takes header and text of a mail whose whole source breaks the connection', async () => {
    const server = await start();
    const bad = server.append(source('two'));
    server.answer((line) =>
      line.startsWith(`UID FETCH ${bad} `) && line.includes('BODY.PEEK[]') ? 'drop' : undefined,
    );
    const receiver = receive(server, { patience: { refusals: 2, min_ms: 0, breaks: 2 } });
    await until(receiver.subjects).toEqual(['two']);
    expect(receiver.mails[0]?.raw.toString()).toBe(source('two'));
    expect(receiver.mails[0]?.truncated).toMatchObject({ reason: 'unreadable_on_server', skipped: [] });
  });

  it('ends promptly: while connecting, idling, pausing after an error, and in the middle of a mail', async () => {
    const server = await start();
    const idling = receive(server);
    await until(idling.last).toBe('idle');
    await idling.end();
    await receive(server).end();
    const pausing = receive(
      server,
      { back_off: { first_ms: 3_600_000, first_login_ms: 3_600_000, longest_ms: 3_600_000 } },
      { mailbox: 'No' },
    );
    await until(pausing.last).toBe('error');
    await pausing.end();
    server.append(source('one'));
    server.append(source('two'));
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const delivering = receive(server, {
      deliver: async (mail) => {
        begun.resolve();
        await held.promise;
        delivering.mails.push(mail);
      },
    });
    await begun.promise;
    const ended = delivering.end();
    held.resolve();
    await ended;
    expect(delivering.subjects()).toEqual(['one']);
    expect(delivering.cursors).toEqual([{ uidvalidity: 7, last_uid: 1 }]);
  });
});
