import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { createMailDesk, type MailDesk, plainMail, supportAddress } from '../../../../test/mail-desk.ts';
import { type SmtpSink, startSmtpSink } from '../../../../test/smtp-sink.ts';
import { findConversationForUpdate } from '../conversation-rows.ts';
import { queueReply } from './queue-reply.ts';
import { startSender } from './start-sender.ts';

let desk: MailDesk;
let admin: ApiClient;
let sink: SmtpSink;
beforeAll(async () => {
  desk = await createMailDesk({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  sink = await startSmtpSink();
});
afterAll(async () => {
  await desk.close();
  await sink.close();
});

/** A conversation opened by mail to an address. */
async function open(options: { to?: string; subject?: string; headers?: string[] } = {}) {
  const from = `${crypto.randomUUID()}@customer.example`;
  const id = `${crypto.randomUUID()}@customer.example`;
  const to = options.to ?? supportAddress;
  const raw = await desk.take(plainMail({ id, from, to, ...options }), { to });
  const { rows } = await desk.pool.query<{ id: number; uuid: string }>(
    'select id, uuid from conversations where id = $1',
    [raw.decision.conversation_id],
  );
  return { ...rows[0]!, mail_id: id, customer: from };
}

async function reply(conversation: { uuid: string; customer: string }, message: string, more: object = {}) {
  const answer = await admin.call('messages.send', {
    params: { uuid: conversation.uuid },
    body: { message, private: false, to: [conversation.customer], cc: [], bcc: [], attachments: [], ...more },
  });
  expect(answer.body.message).toBeUndefined();
  return answer.data;
}

async function mailOf(messageUuid: string) {
  const { rows } = await desk.pool.query(
    `select o.*, m.status, m.meta, m.source_id, m.relay_source_id, m.id::int as message from outgoing_mails o
     join messages m on m.id = o.message_id where m.uuid = $1`,
    [messageUuid],
  );
  return rows[0];
}

/** Lets the queue's two seconds of rest pass at once. */
async function hurry(): Promise<void> {
  await desk.pool.query(
    "update outgoing_mails set due_at = now() - interval '1 second' where state in ('queued', 'retrying')",
  );
  await desk.pool.query("select pg_notify('bellhop_outgoing', '')");
}

async function ended(messageUuid: string, ...states: string[]) {
  await hurry();
  return desk.until(
    async () => {
      const mail = await mailOf(messageUuid);
      return states.includes(mail.state) && mail;
    },
    `mail ${messageUuid} to be ${states.join(' or ')}`,
  );
}

/** An inbox that sends by the sink. */
async function addSinkInbox(address: string, more: object = {}): Promise<number> {
  const smtp = { host: sink.host, port: sink.port, auth_protocol: 'none', tls_type: 'none', max_msg_retries: 0 };
  const answer = await admin.call('inboxes.create', {
    body: { name: address, from: `Shop <${address}>`, channel: 'email', config: { imap: [], smtp: [smtp] }, ...more },
  });
  expect(answer.status).toBe(200);
  const { rows } = await desk.pool.query('select max(id) as id from inboxes');
  return rows[0].id;
}

const readOutbox = async (uuid: string) => readFile(join(desk.config.data_dir, 'outbox', `${uuid}.eml`));

describe('a reply from local mail', () => {
  it('is written to the outbox as a mail that threads, and counts as delivered', async () => {
    const conversation = await open({ subject: 'Broken lamp', headers: ['References: <older@customer.example>'] });
    const sent = await reply(conversation, '<p>On its <b>way</b></p>', {
      cc: ['boss@customer.example'],
      bcc: ['audit@x.example'],
    });
    expect(sent.status).toBe('pending');
    const mail = await ended(sent.uuid, 'kept_locally');
    expect(mail).toMatchObject({ status: 'sent', error: null, lease_owner: null });
    const raw = await readOutbox(sent.uuid);
    const parsed = await simpleParser(raw);
    expect(parsed).toMatchObject({
      subject: 'Re: Broken lamp',
      messageId: `<${mail.source_id}>`,
      inReplyTo: `<${conversation.mail_id}>`,
      references: ['<older@customer.example>', `<${conversation.mail_id}>`],
      text: expect.stringContaining('On its way'),
      html: expect.stringContaining('<strong>way</strong>'),
    });
    expect(parsed.from?.text).toBe('"Support" <support@bellhop.local>');
    expect(parsed.replyTo?.text).toBe(`support+conv-${conversation.uuid}@bellhop.local`);
    expect(parsed.headers.get('x-bellhop-loop-prevention')).toBe(supportAddress);
    expect(parsed.headers.get('x-bellhop-conversation-uuid')).toBe(conversation.uuid);
    expect(raw.toString()).not.toContain('audit@x.example');
    expect(parsed.headers.has('auto-submitted')).toBe(false);
    const { rows } = await desk.pool.query(
      'select first_reply_at, last_reply_at, waiting_since from conversations where id = $1',
      [conversation.id],
    );
    expect(rows[0]).toMatchObject({
      first_reply_at: expect.any(Date),
      last_reply_at: expect.any(Date),
      waiting_since: null,
    });
    const frames = (await desk.frames()).filter(
      (frame) => frame.data.uuid === sent.uuid || frame.data.uuid === conversation.uuid,
    );
    const told = frames.map((frame) => (frame.type === 'new_message' ? frame.type : frame.data.prop));
    expect(told.slice(-4)).toEqual(['status', 'first_reply_at', 'last_reply_at', 'waiting_since']);
    expect(
      (await desk.events()).some(
        (event) => event.kind === 'message.delivered' && event.payload.message_id === mail.message,
      ),
    ).toBe(true);
  });

  it('comes back by its plus address and threads, stranger or not', async () => {
    const conversation = await open();
    const sent = await reply(conversation, '<p>Hello</p>');
    await ended(sent.uuid, 'kept_locally');
    const { replyTo, messageId } = await simpleParser(await readOutbox(sent.uuid));
    const byAddress = await desk.take(plainMail({ from: 'second@customer.example' }), {
      to: replyTo!.value[0]!.address!,
    });
    expect(byAddress.decision).toMatchObject({ conversation_id: conversation.id, evidence: { kind: 'plus_address' } });
    const byId = await desk.take(plainMail({ from: conversation.customer, headers: [`In-Reply-To: ${messageId}`] }));
    expect(byId.decision).toMatchObject({ conversation_id: conversation.id, evidence: { kind: 'in_reply_to' } });
  });

  it('carries uploads and pasted pictures, which the customer can see', async () => {
    const png = Buffer.from(
      await sharp({ create: { width: 4, height: 4, channels: 3, background: '#f00' } })
        .png()
        .toBuffer(),
    );
    const upload = async (name: string, bytes: Buffer<ArrayBuffer>) => {
      const body = new FormData();
      body.set('files', new Blob([bytes]), name);
      return (await admin.call('media.upload', { body })).data;
    };
    const [picture, file] = [await upload('red.png', png), await upload('Größe 漢字.txt', Buffer.from('words'))];
    const conversation = await open();
    const sent = await reply(conversation, `<p>Look: <img src="${picture.url}"></p>`, { attachments: [file.id] });
    await ended(sent.uuid, 'kept_locally');
    const parsed = await simpleParser(await readOutbox(sent.uuid), { skipImageLinks: true });
    expect(parsed.html).toContain(`cid:bellhop-${picture.uuid}`);
    const attached = parsed.attachments.map((one) => [
      one.filename,
      one.contentDisposition,
      one.cid ?? null,
      one.content,
    ]);
    expect(attached).toContainEqual(['red.png', 'inline', `bellhop-${picture.uuid}`, png]);
    expect(attached).toContainEqual(['Größe 漢字.txt', 'attachment', null, Buffer.from('words')]);

    const shown = await admin.call('messages.get', { params: { uuid: conversation.uuid, message_uuid: sent.uuid } });
    expect(shown.data.content).toContain(`src="http://desk.test/uploads/${picture.uuid}"`);
    const again = await reply(conversation, `<p>Again: <img src="/uploads/${picture.uuid}"></p>`);
    await ended(again.uuid, 'kept_locally');
    const quoted = await simpleParser(await readOutbox(again.uuid), { skipImageLinks: true });
    expect(quoted.attachments.map((one) => one.cid)).toEqual([`bellhop-${picture.uuid}`]);
  });

  it('keeps braces that are no variable', async () => {
    const conversation = await open();
    const sent = await reply(conversation, '<p>{{ foo }} and {{ .Nothing.Known }}</p>');
    await ended(sent.uuid, 'kept_locally');
    expect((await simpleParser(await readOutbox(sent.uuid))).text).toContain('{{ foo }} and {{ .Nothing.Known }}');
  });
});

describe('a reply by a server', () => {
  it('leaves in the order of its conversation, while others pass', async () => {
    const address = 'order@shop.example';
    await addSinkInbox(address);
    const [slow, quick] = [await open({ to: address }), await open({ to: address })];
    let letGo: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    sink.behave({
      async onData(mail) {
        if (mail.raw.includes('first of slow')) await gate;
        return undefined;
      },
    });
    const first = await reply(slow, '<p>first of slow</p>');
    const second = await reply(slow, '<p>second of slow</p>');
    const other = await reply(quick, '<p>of quick</p>');
    await ended(other.uuid, 'sent');
    expect((await mailOf(first.uuid)).state).toBe('sending');
    expect((await mailOf(second.uuid)).state).toBe('queued');
    letGo();
    await ended(second.uuid, 'sent');
    const order = sink.messages.map((mail) => /(first|second) of slow/.exec(mail.raw.toString())?.[1]).filter(Boolean);
    expect(order).toEqual(['first', 'second']);
    sink.behave({});
  });

  it('fails at once on a permanent refusal, with the reason, and can be sent again', async () => {
    const address = 'refused@shop.example';
    await addSinkInbox(address);
    const conversation = await open({ to: address });
    sink.behave({ onRcptTo: () => '550 5.1.1 No such person' });
    const sent = await reply(conversation, '<p>Hello?</p>');
    const failed = await ended(sent.uuid, 'failed');
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: expect.stringContaining('No such person'),
      meta: { error: expect.stringContaining('No such person') },
    });
    const events = (await desk.events()).filter((event) => event.payload.message_id === failed.message);
    expect(events.map((event) => event.kind)).toEqual(['message.queued', 'message.failed']);
    const { rows } = await desk.pool.query('select first_reply_at, waiting_since from conversations where id = $1', [
      conversation.id,
    ]);
    expect(rows[0]).toMatchObject({ first_reply_at: null, waiting_since: expect.any(Date) });
    sink.behave({});
    const retry = await admin.call('messages.retry', { params: { uuid: conversation.uuid, message_uuid: sent.uuid } });
    expect(retry.data).toBe(true);
    const done = await ended(sent.uuid, 'sent');
    expect(done).toMatchObject({ status: 'sent', source_id: failed.source_id, error: null });
    expect(done.meta.error).toBeUndefined();
  });

  it('counts as sent when some recipients were refused, and says who', async () => {
    const address = 'partly@shop.example';
    await addSinkInbox(address);
    const conversation = await open({ to: address });
    sink.behave({ onRcptTo: (to) => (to.startsWith('gone') ? '550 5.1.1 No such person' : undefined) });
    const sent = await reply(conversation, '<p>Hello both</p>', { cc: ['gone@customer.example'] });
    const mail = await ended(sent.uuid, 'sent');
    sink.behave({});
    expect(mail.meta.rejected_recipients).toMatchObject([{ address: 'gone@customer.example', is_permanent: true }]);
    const activity = (await desk.messages(conversation.id)).find((entry) => entry.type === 'activity');
    expect(activity?.meta).toMatchObject({ activity_type: 'bounce', params: { recipient: 'gone@customer.example' } });
  });

  it('waits 1, 5, 15, 60 and 240 minutes on passing trouble, then fails', async () => {
    const address = 'later@shop.example';
    await addSinkInbox(address);
    const conversation = await open({ to: address });
    sink.behave({ onRcptTo: () => '450 4.2.0 Try later' });
    const sent = await reply(conversation, '<p>Patience</p>');
    for (const [index, minutes] of [1, 5, 15, 60, 240].entries()) {
      await hurry();
      const mail = await desk.until(
        async () => {
          const found = await mailOf(sent.uuid);
          return found.state === 'retrying' && found.attempts === index + 1 && found;
        },
        `attempt ${index + 1}`,
      );
      expect(mail).toMatchObject({ status: 'pending', error: expect.stringContaining('Try later') });
      const wait = (mail.due_at.getTime() - desk.clock.now().getTime()) / 60_000;
      expect(Math.abs(wait - minutes)).toBeLessThan(0.5);
    }
    expect(await ended(sent.uuid, 'failed')).toMatchObject({ attempts: 6, status: 'failed' });
    sink.behave({});
  });

  it('remembers the id that a relay gave, and follows it', async () => {
    const address = 'relay@shop.example';
    await addSinkInbox(address);
    const conversation = await open({ to: address });
    sink.behave({ onData: () => '250 Ok <0102019-relay@eu-west-1.amazonses.com>' });
    const sent = await reply(conversation, '<p>By a relay</p>');
    const mail = await ended(sent.uuid, 'sent');
    sink.behave({});
    expect(mail.response).toContain('0102019-relay');
    await desk.pool.query("update messages set relay_source_id = 'changed@relay.example' where uuid = $1", [sent.uuid]);
    const raw = await desk.take(
      plainMail({ from: conversation.customer, to: address, headers: ['References: <changed@relay.example>'] }),
      { to: address },
    );
    expect(raw.decision).toMatchObject({ conversation_id: conversation.id, evidence: { kind: 'references' } });
  });

  it('has Reply-To and From as the inbox says', async () => {
    const address = 'named@shop.example';
    await addSinkInbox(address, {
      reply_to: 'answers@shop.example',
      enable_plus_addressing: false,
      from_name_template: '{{ .Agent.FirstName }} of {{ .Inbox.Name }}',
    });
    const conversation = await open({ to: address });
    const sent = await reply(conversation, '<p>Hello</p>');
    await ended(sent.uuid, 'sent');
    const parsed = await simpleParser(sink.messages.at(-1)!.raw);
    expect(parsed.replyTo?.text).toBe('answers@shop.example');
    expect(parsed.from?.value).toEqual([{ name: `Admin of ${address}`, address }]);
  });

  it('fails when its inbox was deleted meanwhile, and is not kept locally', async () => {
    const address = 'deleted@shop.example';
    const id = await addSinkInbox(address);
    const conversation = await open({ to: address });
    const sent = await reply(conversation, '<p>Too late</p>');
    await admin.call('inboxes.remove', { params: { id } });
    expect(await ended(sent.uuid, 'failed')).toMatchObject({ error: 'The inbox was deleted' });
  });

  it('is taken back when its sender died, and sent under the same Message-ID', async () => {
    const address = 'crash@shop.example';
    await addSinkInbox(address);
    const conversation = await open({ to: address });
    const sent = await reply(conversation, '<p>Once or twice</p>');
    // What a process leaves behind that died between the server's acceptance and its own commit.
    await desk.pool.query(
      `update outgoing_mails set state = 'sending', attempts = 1, lease_owner = gen_random_uuid(),
         lease_expires_at = now() where message_id = (select id from messages where uuid = $1)`,
      [sent.uuid],
    );
    const other = await startSender(desk.app.deps, { bus: desk.app.bus, processId: crypto.randomUUID() });
    const mail = await ended(sent.uuid, 'sent');
    await other.stop();
    expect(mail.attempts).toBe(1);
    const copies = sink.messages.filter((one) => one.raw.includes('Once or twice'));
    const ids = await Promise.all(copies.map(async (one) => (await simpleParser(one.raw)).messageId));
    expect(ids).toEqual([`<${mail.source_id}>`]);
  });
});

describe('a reply whose outcome cannot be written down', () => {
  it('is sent three times at most, under one Message-ID, and fails with a reason', async () => {
    const address = 'unrecorded@shop.example';
    await addSinkInbox(address);
    const conversation = await open({ to: address });
    const sent = await reply(conversation, '<p>Nobody notes me</p>');
    const { message } = await mailOf(sent.uuid);
    await desk.pool.query(`create function refuse_outcome() returns trigger language plpgsql as
      $$ begin raise exception 'this outcome is not written'; end $$`);
    await desk.pool.query(`create trigger refuse_outcome before update on outgoing_mails for each row
      when (new.message_id = ${message} and new.state = 'sent') execute function refuse_outcome()`);
    const copies = () => sink.messages.filter((one) => one.raw.includes('Nobody notes me'));
    const failed = await desk.until(async () => {
      await hurry();
      await desk.pool.query(
        `update outgoing_mails set lease_expires_at = now() - interval '1 second'
         where message_id = $1 and state = 'sending' and unrecorded_attempts = $2`,
        [message, copies().length],
      );
      // Takes the mail back, as any process does now and then.
      const other = await startSender(desk.app.deps, { bus: desk.app.bus, processId: crypto.randomUUID() });
      await other.stop();
      const mail = await mailOf(sent.uuid);
      return mail.state === 'failed' && mail;
    }, 'the mail to fail');
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('not known whether') });
    const ids = await Promise.all(copies().map(async (one) => (await simpleParser(one.raw)).messageId));
    expect(ids).toEqual(Array(3).fill(`<${failed.source_id}>`));

    await desk.pool.query('drop trigger refuse_outcome on outgoing_mails');
    const retry = await admin.call('messages.retry', { params: { uuid: conversation.uuid, message_uuid: sent.uuid } });
    expect(retry.data).toBe(true);
    expect(await ended(sent.uuid, 'sent')).toMatchObject({ status: 'sent', unrecorded_attempts: 0 });
  });
});

describe('notes', () => {
  it('are never mailed, and cannot be sent again', async () => {
    const conversation = await open();
    const note = await reply(conversation, '<p>Between us</p>', { private: true });
    expect(await mailOf(note.uuid)).toBeUndefined();
    const retry = await admin.call('messages.retry', { params: { uuid: conversation.uuid, message_uuid: note.uuid } });
    expect(retry.body.code).toBe('message.not_retryable');
    const { rows } = await desk.pool.query('select waiting_since from conversations where id = $1', [conversation.id]);
    expect(rows[0].waiting_since).not.toBeNull();
  });
});

it('mail that no person wrote goes to the requester alone, whomever its caller names', async () => {
  const conversation = await open();
  const { work, system } = desk.app.deps;
  const others = { cc: ['boss@customer.example'], bcc: ['archive@customer.example'] };
  await work(system, async (uow) => {
    const row = (await findConversationForUpdate(uow, conversation.id))!;
    const mail = { html: '<p>We have it.</p>', attachments: [], to: ['boss@customer.example'], ...others };
    await queueReply(uow, row, { ...mail, flags: { is_automated: true } });
  });
  const { meta } = (await desk.messages(conversation.id)).at(-1)!;
  expect(meta).toEqual({ to: [conversation.customer], is_automated: true });
});
