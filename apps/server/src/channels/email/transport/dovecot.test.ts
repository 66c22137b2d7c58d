import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Dovecot, findDovecot, startDovecot } from '../../../../test/dovecot.ts';
import { type ImapReceiverOptions, type ReceiverState, runImapReceiver } from './imap-receiver.ts';
import type { ImapCursor, ReceivedMail } from './imap-sync.ts';
import { ImapConfig } from './inbox-config.ts';
import { testImap } from './test-connection.ts';

const installation = findDovecot();
const until = (assertion: () => unknown) => expect.poll(assertion, { timeout: 20_000, interval: 10 });
const source = (subject: string): string => `From: ann@customer.example\r\nSubject: ${subject}\r\n\r\nBody\r\n`;

describe.skipIf(installation.missing !== null)(
  `receiving from a real server${installation.missing === null ? '' : ` (skipped: ${installation.missing})`}`,
  () => {
    let dovecot: Dovecot;
    const ends: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      dovecot = await startDovecot(installation.path ?? '');
    }, 30_000);
    afterAll(() => dovecot.close());
    afterEach(async () => {
      for (const end of ends.splice(0)) await end();
    });

    const config = (changes: Partial<ImapConfig> = {}): ImapConfig =>
      ImapConfig.parse({
        host: dovecot.host,
        port: dovecot.port,
        username: dovecot.user,
        password: dovecot.password,
        tls_type: 'none',
        ...changes,
      });

    function receive(changes: Partial<ImapReceiverOptions> = {}) {
      const mails: ReceivedMail[] = [];
      const states: ReceiverState[] = [];
      let cursor: ImapCursor | null = changes.cursor ?? null;
      const stop = new AbortController();
      const done = runImapReceiver({
        config: config(),
        cursor,
        deliver: async (mail) => void mails.push(mail),
        saveCursor: async (next) => {
          cursor = next;
        },
        onUnreadable: () => Promise.reject(new Error('nothing is unreadable here')),
        onState: (state) => void states.push(state),
        signal: stop.signal,
        back_off: { first_ms: 50, first_login_ms: 50, longest_ms: 200 },
        ...changes,
      });
      const end = async (): Promise<void> => {
        stop.abort();
        await done;
      };
      ends.push(end);
      const subjects = (): string[] => mails.map((mail) => /Subject: (.*)\r/.exec(mail.raw.toString())?.[1] ?? '');
      return { mails, states, subjects, end, cursor: () => cursor, last: () => states.at(-1)?.state };
    }

    it('starts with an empty mailbox, hears of mail while it idles, and goes on after a restart of either side', async () => {
      const first = receive();
      await until(first.last).toBe('idle');
      expect(first.cursor()).toMatchObject({ last_uid: 0 });
      const uid = await dovecot.append(source('while idling'));
      await until(first.subjects).toEqual(['while idling']);
      expect(first.mails[0]).toMatchObject({ uid, truncated: null });
      expect(first.mails[0]?.raw.toString()).toBe(source('while idling'));
      await until(() => first.cursor()?.last_uid).toBe(uid);

      await dovecot.stop();
      await until(first.last).toBe('error');
      await dovecot.start();
      await dovecot.append(source('after its restart'));
      await until(first.subjects).toEqual(['while idling', 'after its restart']);
      await until(first.last).toBe('idle');
      await first.end();

      await dovecot.append(source('while away'));
      const second = receive({ cursor: first.cursor() });
      await until(second.subjects).toEqual(['while away']);
      await until(second.last).toBe('idle');
      expect(second.subjects()).toEqual(['while away']);
      expect([...(await dovecot.flags()).values()].flat()).toEqual([]);
    }, 60_000);

    it('takes many mails in order, from the window only, by ESEARCH', async () => {
      const old = await dovecot.append(source('too old'), { date: new Date(Date.now() - 10 * 24 * 3600 * 1000) });
      const uids: number[] = [];
      for (let index = 0; index < 5; index += 1) uids.push(await dovecot.append(source(`mail ${index}`)));
      const receiver = receive();
      await until(() => receiver.mails.map((mail) => mail.uid)).toContain(uids.at(-1));
      await until(receiver.last).toBe('idle');
      const taken = receiver.mails.map((mail) => mail.uid);
      expect(taken).toEqual([...taken].sort((a, b) => a - b));
      expect(taken).toEqual(expect.arrayContaining(uids));
      expect(taken).not.toContain(old);
    }, 60_000);

    it('takes header and text of a mail that is too large, in its own structure, and lists its files', async () => {
      const file = Buffer.alloc(300_000, 7).toString('base64').replace(/.{76}/g, '$&\r\n');
      const raw = [
        'From: ann@customer.example',
        'Subject: large',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="outer"',
        '',
        'This is a multi-part message.',
        '--outer',
        'Content-Type: multipart/alternative; boundary="inner"',
        '',
        '--inner',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'gr=FCn',
        '--inner',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>grün <img src="cid:pic@x"></p>',
        '--inner--',
        '--outer',
        'Content-Type: image/png; name="pic.png"',
        'Content-ID: <pic@x>',
        'Content-Disposition: inline; filename="pic.png"',
        'Content-Transfer-Encoding: base64',
        '',
        file,
        '--outer',
        'Content-Type: message/rfc822',
        'Content-Disposition: attachment; filename="older.eml"',
        '',
        'Subject: older',
        '',
        'Older body',
        '--outer',
        'Content-Type: text/plain; name="notes.txt"',
        'Content-Disposition: attachment; filename="notes.txt"',
        '',
        'notes',
        '--outer--',
        '',
      ].join('\r\n');
      const uid = await dovecot.append(raw);
      const receiver = receive({ max_message_bytes: 100_000, cursor: null });
      await until(() => receiver.mails.map((mail) => mail.uid)).toContain(uid);
      const received = receiver.mails.find((mail) => mail.uid === uid);
      expect(received?.raw.length).toBeLessThan(3000);
      expect(received?.truncated).toMatchObject({ reason: 'message_too_large', size: Buffer.byteLength(raw) });
      expect(received?.truncated?.skipped.map(({ filename, content_type }) => [filename, content_type])).toEqual([
        ['pic.png', 'image/png'],
        ['older.eml', 'message/rfc822'],
        ['notes.txt', 'text/plain'],
      ]);
      const mail = await simpleParser(received?.raw ?? '', { skipImageLinks: true });
      expect(mail.subject).toBe('large');
      expect(mail.text?.trim()).toBe('grün');
      expect(mail.html).toContain('grün');
      expect(mail.attachments).toEqual([]);
    }, 60_000);

    it('takes a large mail that is one single part', async () => {
      const uid = await dovecot.append(
        `Subject: long text\r\nContent-Type: text/plain\r\n\r\n${'words '.repeat(50_000)}\r\n`,
      );
      const blob = await dovecot.append(
        `Subject: blob\r\nContent-Type: application/zip; name="a.zip"\r\n\r\n${'x'.repeat(200_000)}\r\n`,
      );
      const receiver = receive({ max_message_bytes: 100_000 });
      await until(() => receiver.mails.map((mail) => mail.uid)).toContain(blob);
      const text = receiver.mails.find((mail) => mail.uid === uid);
      expect(text?.raw.toString()).toContain('words words');
      expect(text?.truncated?.skipped).toEqual([]);
      const zip = receiver.mails.find((mail) => mail.uid === blob);
      expect(zip?.raw.toString()).toBe('Subject: blob\r\nContent-Type: application/zip; name="a.zip"\r\n\r\n');
      expect(zip?.truncated?.skipped).toMatchObject([{ filename: 'a.zip', reason: 'message_too_large' }]);
    }, 60_000);

    it.each(['none', 'starttls', 'tls'] as const)(
      'is tested before saving with %s',
      async (tls_type) => {
        const port = tls_type === 'tls' ? dovecot.tls_port : dovecot.port;
        expect(await testImap(config({ tls_type, port, tls_skip_verify: true }))).toEqual({
          ok: true,
          detail: expect.stringMatching(/^Signed in; INBOX holds \d+ messages?, new mail is announced at once\.$/),
        });
        expect(await testImap(config({ tls_type, port, tls_skip_verify: true, password: 'wrong' }))).toEqual({
          ok: false,
          error: expect.stringContaining('did not accept the user name or password'),
          problem: 'login_refused',
        });
        expect(await testImap(config({ tls_type, port, tls_skip_verify: true, mailbox: 'Nowhere' }))).toEqual({
          ok: false,
          error: expect.stringContaining('does not exist'),
          problem: 'mailbox_missing',
        });
      },
      60_000,
    );
  },
);
