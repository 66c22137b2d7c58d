import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminEmail } from '../harness.ts';
import { createMailDesk, type MailDesk, plainMail } from '../mail-desk.ts';
import { type SmtpSink, startSmtpSink } from '../smtp-sink.ts';
import { ForeignClient } from './foreign-client.ts';

let desk: MailDesk;
let admin: ForeignClient;
beforeAll(async () => {
  desk = await createMailDesk();
  admin = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
});
afterAll(() => desk.close());

/** Takes a mail in and answers the path of its conversation. */
async function open(from: string, mail: Parameters<typeof plainMail>[0] = {}): Promise<string> {
  const row = await desk.take(plainMail({ from, ...mail }));
  expect(row).toMatchObject({ state: 'processed', error: null });
  const { rows } = await desk.pool.query('select uuid from conversations where id = $1', [
    row.decision.conversation_id,
  ]);
  return `/api/v1/conversations/${rows[0].uuid}`;
}

const single = async (base: string) => (await admin.get(base)).data<Record<string, string | null>>();
const reply = async (base: string, to: string, message = '<p>On its way</p>') => {
  const answer = await admin.sendJson('POST', `${base}/messages`, { message, to: [to] });
  expect(answer.status, answer.text).toBe(200);
  return answer.data<{ uuid: string }>().uuid;
};
const base64 = (text: string) => ({
  headers: ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'],
  body: Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n'),
});

describe('texts that are cut', () => {
  // Each puts the first half of an emoji where the preview stops reading.
  test.each([
    ['blanks', `A${' '.repeat(1998)}\u{1f600} end`],
    ['blank lines', `A${' \n'.repeat(999)}\u{1f600} end`],
    ['emoji alone', '\u{1f600}'.repeat(3_000)],
    ['emoji after one letter', `A${'\u{1f600}'.repeat(3_000)}`],
  ])('never cut a character in two: %s', async (what, body) => {
    const base = await open(`${what.replaceAll(' ', '.')}@mail.example`, base64(body));
    const { last_message: preview } = await single(base);
    expect(preview).toBe(preview!.toWellFormed());
    expect(preview).not.toContain('\ufffd');
  });

  test('nor a subject or a name', async () => {
    const emoji = (count: number) => `=?UTF-8?B?${Buffer.from('\u{1f600}'.repeat(count)).toString('base64')}?=`;
    const subject = Array.from({ length: 60 }, () => emoji(11)).join('\r\n ');
    const name = `A${Array.from({ length: 20 }, () => emoji(11)).join('\r\n ')}`;
    const base = await open(`"x" ${name} <names@mail.example>`, { subject: `x${subject}` });
    const shown = await admin.get(base);
    expect(shown.text).not.toContain('\ufffd');
    expect(shown.text.isWellFormed()).toBe(true);
  });
});

describe('a machine answers while a reply waits to be sent', () => {
  test('its note is no question: the wait is over when the reply was delivered', async () => {
    const base = await open('away@mail.example', { id: 'question@mail.example' });
    await reply(base, 'away@mail.example');
    const out = await desk.take(
      plainMail({
        from: 'away@mail.example',
        headers: ['In-Reply-To: <question@mail.example>', 'Auto-Submitted: auto-replied'],
        body: 'I am out of office',
      }),
    );
    expect(out.state).toBe('processed');
    const after = await desk.until(async () => {
      const found = await single(base);
      return found.last_reply_at ? found : null;
    }, 'the delivery');
    expect(after.waiting_since).toBeNull();
  });
});

describe('a mail server with strange words', () => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    const inbox = await admin.get('/api/v1/inboxes/1');
    const { name, from } = inbox.data<{ name: string; from: string }>();
    const smtp = {
      ...{ host: sink.host, port: sink.port, username: '', password: '', auth_protocol: 'none', tls_type: 'none' },
      ...{ tls_skip_verify: false, max_conns: 2, max_msg_retries: 0, idle_timeout: '25s', wait_timeout: '60s' },
    };
    const body = { name, from, channel: 'email', config: { imap: [], smtp: [smtp] } };
    const saved = await admin.sendJson('PUT', '/api/v1/inboxes/1', body);
    expect(saved.status, saved.text).toBe(200);
  });
  afterAll(() => sink?.close());

  const state = async (uuid: string) => {
    const { rows } = await desk.pool.query(
      `select m.status, o.state, o.attempts from messages m join outgoing_mails o on o.message_id = m.id where m.uuid = $1`,
      [uuid],
    );
    return rows[0] as { status: string; state: string; attempts: number };
  };

  test.each([
    ['accepts with a NUL in its reply', '250 2.0.0 queued\u0000 as 1', 'sent'],
    ['refuses with a NUL in its reply', '550 5.7.1 no\u0000 spam', 'failed'],
    ['refuses in emoji', `550 5.7.1 ${'\u{1f600}'.repeat(600)}`, 'failed'],
    ['refuses in emoji after one letter', `550 5.7.1 a${'\u{1f600}'.repeat(600)}`, 'failed'],
  ])('%s: the outcome is stored, and nothing is sent again', async (_what, answer, status) => {
    const base = await open(`strange${sink.messages.length}@mail.example`);
    const before = sink.messages.length;
    sink.behave({ onData: () => answer });
    const uuid = await reply(base, 'strange@mail.example');
    const ended = await desk.until(async () => {
      const found = await state(uuid);
      return found.status !== 'pending' && found;
    }, 'the outcome');
    expect(ended).toMatchObject({ status, state: status, attempts: 1 });
    expect(sink.messages.length - before).toBe(1);
    expect((await admin.get(`${base}/messages/${uuid}`)).status).toBe(200);
  });

  test.each([
    ['with a NUL in its reply', '550 5.1.1 who\u0000 is that'],
    ['in emoji after one letter', `550 5.1.1 a${'\u{1f600}'.repeat(300)}`],
  ])('refuses one of two recipients %s: sent once, and said', async (what, answer) => {
    const base = await open(`two.${what.length}@mail.example`);
    const before = sink.messages.length;
    sink.behave({ onRcptTo: (address) => (address === 'bad@mail.example' ? answer : undefined) });
    const sent = await admin.sendJson('POST', `${base}/messages`, {
      message: '<p>x</p>',
      to: ['good@mail.example', 'bad@mail.example'],
    });
    const { uuid } = sent.data<{ uuid: string }>();
    await desk.until(async () => (await state(uuid)).status === 'sent', 'the outcome');
    expect(sink.messages.length - before).toBe(1);
    const thread = (await admin.get(`${base}/messages`)).data<{ results: { content: string }[] }>().results;
    expect(thread.some(({ content }) => content.includes('bad@mail.example'))).toBe(true);
  });
});
