import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailDesk, type MailDesk, plainMail, supportAddress } from '../../../../test/mail-desk.ts';

let desk: MailDesk;
beforeAll(async () => {
  desk = await createMailDesk();
});
afterAll(() => desk.close());

let people = 0;
/** A customer nobody wrote as before. */
const newcomer = () => `customer${++people}@customer.example`;

async function conversation(id: number) {
  const { rows } = await desk.pool.query(
    `select c.*, s.name as status, u.email as contact from conversations c
     join conversation_statuses s on s.id = c.status_id join users u on u.id = c.contact_id where c.id = $1`,
    [id],
  );
  return rows[0];
}

/** Opens a conversation by mail and answers its row with the Message-ID of the mail. */
async function open(from = newcomer(), options: Parameters<typeof plainMail>[0] = {}) {
  const id = `${crypto.randomUUID()}@customer.example`;
  const raw = await desk.take(plainMail({ id, from, ...options }));
  return { ...(await conversation(raw.decision.conversation_id!)), mail_id: id, contact_address: from };
}

async function setStatus(id: number, name: string): Promise<void> {
  await desk.pool.query(
    `update conversations set status_id = (select id from conversation_statuses where name = $2), waiting_since = null,
       snoozed_until = case when $2 = 'Snoozed' then now() + interval '1 day' end where id = $1`,
    [id, name],
  );
}

/** A sent reply of ours, as if it had gone out by a server. */
async function addReply(conversationId: number, sourceId: string, to: string[]): Promise<number> {
  const { rows } = await desk.pool.query(
    `insert into messages (conversation_id, inbox_id, type, status, sender_id, sender_type, content, text_content, meta, source_id)
     values ($1, 1, 'outgoing', 'sent', 2, 'agent', '<p>Hello</p>', 'Hello', $2, $3) returning id::int`,
    [conversationId, JSON.stringify({ to }), sourceId],
  );
  await desk.pool.query(
    `insert into outgoing_mails (message_id, conversation_id, inbox_id, state, due_at) values ($1, $2, 1, 'sent', now())`,
    [rows[0].id, conversationId],
  );
  return rows[0].id;
}

describe('a first mail', () => {
  it('becomes a conversation with contact, message, summary, wait, participant, frame and event', async () => {
    const from = newcomer();
    const found = await open(`"Ana Maria de Souza" <${from.toUpperCase()}>`, {
      subject: 'Lamp =?utf-8?q?f=C3=BCr?= two',
    });
    expect(found).toMatchObject({
      subject: 'Lamp für two',
      status: 'Open',
      contact: from,
      initiator: 'contact',
      last_message: 'It does not light up.',
      last_message_sender: 'contact',
      last_interaction_sender: 'contact',
      assigned_user_id: null,
    });
    expect(found.waiting_since).toBeInstanceOf(Date);
    const [message, ...others] = await desk.messages(found.id);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      type: 'incoming',
      status: 'received',
      text_content: 'It does not light up.',
      source_id: found.mail_id,
      first_name: 'Ana',
      last_name: 'Maria de Souza',
      meta: { from: [from], to: [supportAddress], cc: [], bcc: [], subject: 'Lamp für two' },
    });
    const { rows: participants } = await desk.pool.query(
      'select user_id from conversation_participants where conversation_id = $1',
      [found.id],
    );
    expect(participants).toEqual([{ user_id: found.contact_id }]);
    const frames = await desk.frames();
    expect(
      frames.find((frame) => frame.type === 'new_message' && frame.data.uuid === message?.uuid)?.data,
    ).toMatchObject({
      conversation_uuid: found.uuid,
      content: 'It does not light up.',
      type: 'incoming',
    });
    const events = (await desk.events()).filter((event) => event.conversation_id === found.id);
    expect(events.map((event) => event.kind)).toEqual(['conversation.created', 'message.received']);
    expect(events[1]?.payload).toMatchObject({ is_auto_reply: false, opened: true });
  });

  it('names a contact without a name by the local part, and keeps a better name', async () => {
    const from = newcomer();
    const first = await open(from);
    const [message] = await desk.messages(first.id);
    expect([message?.first_name, message?.last_name]).toEqual([from.split('@')[0], '']);
    await open(`"Known Name" <${from}>`);
    await open(`"Other Entirely" <${from}>`);
    const [renamed] = await desk.messages(first.id);
    expect([renamed?.first_name, renamed?.last_name]).toEqual(['Known', 'Name']);
  });

  it('keeps text that looks like tags, and cleans NUL and invalid UTF-8', async () => {
    const found = await open(newcomer(), { body: 'a < b and <x@y.z>' });
    expect(found.last_message).toBe('a < b and <x@y.z>');
    const dirty = Buffer.from(
      plainMail({ from: newcomer(), subject: 'NUL\u0000 here \u00ff', body: 'one\u0000two \u00ff\u00fe end' }),
      'latin1',
    );
    const raw = await desk.take(dirty);
    const [message] = await desk.messages(raw.decision.conversation_id);
    expect(message?.text_content).toMatch(/^one.?two .* end$/);
    expect(JSON.stringify(message)).not.toContain('\\u0000');
  });
});

describe('identity', () => {
  it('opens two conversations for two mails without Message-ID, and one for the same mail twice', async () => {
    const from = newcomer();
    const one = plainMail({ id: null, from, body: 'first' });
    const two = plainMail({ id: null, from, body: 'other' });
    const [a, b, again] = [await desk.take(one), await desk.take(two), await desk.take(one)];
    expect(a.decision.conversation_id).not.toBe(b.decision.conversation_id);
    expect(again).toMatchObject({ state: 'skipped', decision: { reason: 'duplicate' } });
    const [stored] = await desk.messages(a.decision.conversation_id);
    expect(stored?.source_id).toBeNull();
  });

  it('stores a mail that arrives several times at once only once', async () => {
    const mail = plainMail({ from: newcomer(), id: 'a@b@c.example' });
    await Promise.all([desk.hand(mail), desk.hand(mail), desk.hand(mail)]);
    const last = await desk.take(mail);
    expect(last.decision.reason).toBe('duplicate');
    const { rows } = await desk.pool.query("select id from messages where source_id = 'a@b@c.example'");
    expect(rows).toHaveLength(1);
  });

  it('adds nothing when the same mail reaches a second inbox', async () => {
    await desk.pool.query(
      `insert into inboxes (name, "from", address) values ('Sales', 'sales@bellhop.local', 'sales@bellhop.local')`,
    );
    const mail = plainMail({ from: newcomer() });
    const { rows: before } = await desk.pool.query('select count(*)::int as count from conversations');
    await desk.take(mail, { to: [supportAddress, 'sales@bellhop.local'] });
    const { rows: after } = await desk.pool.query('select count(*)::int as count from conversations');
    expect(after[0].count - before[0].count).toBe(1);
    const reasons = (await desk.rawMails()).slice(-2).map((raw) => raw.decision.reason ?? raw.decision.outcome);
    expect(reasons.sort()).toEqual(['received_in_another_inbox', 'stored']);
  });
});

describe('threading', () => {
  it('keeps a reply and its parent together when both arrive at once, in their order', async () => {
    const from = newcomer();
    const parent = plainMail({ from, id: 'parent@x.example' });
    const reply = plainMail({
      from,
      id: 'child@x.example',
      headers: ['In-Reply-To: <parent@x.example>'],
      body: 'And?',
    });
    await desk.hand(parent);
    const raw = await desk.take(reply);
    const messages = await desk.messages(raw.decision.conversation_id);
    expect(messages.map((message) => message.source_id)).toEqual(['parent@x.example', 'child@x.example']);
    expect(raw.decision.evidence?.kind).toBe('in_reply_to');
  });

  it('follows References from last to first, and prefers the inbox that the mail came to', async () => {
    const [a, b] = [await open(), await open()];
    const mail = (references: string) =>
      plainMail({ from: a.contact_address, headers: [`References: ${references} <unknown@x.example>`] });
    const last = await desk.take(mail(`<${a.mail_id}> <${b.mail_id}>`));
    expect(last.decision).toMatchObject({ conversation_id: b.id, evidence: { kind: 'references', value: b.mail_id } });
    await desk.pool.query('update messages set inbox_id = 2 where conversation_id = $1', [b.id]);
    const here = await desk.take(mail(`<${a.mail_id}> <${b.mail_id}>`));
    expect(here.decision.conversation_id).toBe(a.id);
    const elsewhere = await desk.take(mail(`<${b.mail_id}>`));
    expect(elsewhere.decision.conversation_id).toBe(b.id);
  });

  it('threads a stranger by plus address without handing the conversation over', async () => {
    const found = await open();
    const stranger = newcomer();
    const to = `support+conv-${found.uuid.toUpperCase()}@bellhop.local`;
    const raw = await desk.take(
      plainMail({ from: `Eve Stranger <${stranger}>`, to: 'Undisclosed <x@other.example>' }),
      { to },
    );
    expect(raw.decision).toMatchObject({ conversation_id: found.id, evidence: { kind: 'plus_address' } });
    expect((await conversation(found.id)).contact).toBe(found.contact_address);
    const [, message, activity, ...more] = await desk.messages(found.id);
    expect(more).toEqual([]);
    expect(message?.email).toBe(stranger);
    expect(activity).toMatchObject({
      type: 'activity',
      private: true,
      meta: { activity_type: 'participant_added', params: { participant: 'Eve Stranger', address: stranger } },
    });
    const second = await desk.take(plainMail({ from: stranger }), { to });
    expect(second.decision.conversation_id).toBe(found.id);
    expect((await desk.messages(found.id)).filter((entry) => entry.type === 'activity')).toHaveLength(1);
  });

  it('does not follow plus addresses of others, nor unknown conversations', async () => {
    const found = await open();
    const foreign = await desk.take(plainMail({ from: newcomer(), to: `a+conv-${found.uuid}@elsewhere.example` }));
    expect(foreign.decision.conversation_id).not.toBe(found.id);
    const unknown = await desk.take(plainMail({ from: newcomer() }), {
      to: `support+conv-${crypto.randomUUID()}@bellhop.local`,
    });
    expect(unknown.decision).toMatchObject({ outcome: 'stored', evidence: null });
  });

  it('follows our own header', async () => {
    const found = await open();
    const raw = await desk.take(
      plainMail({ from: newcomer(), headers: [`X-Bellhop-Conversation-UUID: ${found.uuid}`] }),
    );
    expect(raw.decision).toMatchObject({ conversation_id: found.id, evidence: { kind: 'conversation_header' } });
  });

  it('believes a number in the subject only from somebody who takes part', async () => {
    const found = await open();
    const subject = `Re: Whatever - #${found.reference_number}`;
    const stranger = await desk.take(plainMail({ from: newcomer(), subject }));
    expect(stranger.decision).toMatchObject({ outcome: 'stored', evidence: null });
    const own = await desk.take(plainMail({ from: found.contact_address, subject }));
    expect(own.decision).toMatchObject({ conversation_id: found.id, evidence: { kind: 'subject_number' } });
  });
});

describe('reopening and waiting', () => {
  it.each(['Snoozed', 'Resolved', 'Closed'])('opens a %s conversation, also with an attachment', async (status) => {
    const found = await open();
    await setStatus(found.id, status);
    const multipart = plainMail({
      from: found.contact_address,
      headers: [`In-Reply-To: <${found.mail_id}>`, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
      body: [
        '--b',
        'Content-Type: text/plain',
        '',
        'See the file.',
        '--b',
        'Content-Type: application/pdf; name="a.pdf"',
        'Content-Disposition: attachment; filename="a.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('%PDF-1.7 test').toString('base64'),
        '--b--',
      ].join('\r\n'),
    });
    await desk.take(multipart);
    const reopened = await conversation(found.id);
    expect(reopened).toMatchObject({ status: 'Open', snoozed_until: null, resolved_at: null });
    expect(reopened.waiting_since).toBeInstanceOf(Date);
    const entries = await desk.messages(found.id);
    expect(entries.map((entry) => entry.type)).toEqual(['incoming', 'incoming', 'activity']);
    const { rows } = await desk.pool.query(
      'select filename, model_type, conversation_id from media where model_id = $1',
      [entries[1]?.id],
    );
    expect(rows).toEqual([{ filename: 'a.pdf', model_type: 'messages', conversation_id: found.id }]);
  });

  it('counts the wait from the first unanswered mail', async () => {
    const found = await open();
    await desk.take(plainMail({ from: found.contact_address, headers: [`In-Reply-To: <${found.mail_id}>`] }));
    expect((await conversation(found.id)).waiting_since).toEqual(found.waiting_since);
  });

  it('takes an open conversation from an agent who hands over', async () => {
    const found = await open();
    const agent = await desk.addAgent({ email: `${crypto.randomUUID()}@desk.test` });
    await desk.pool.query("update users set availability_status = 'away_and_reassigning' where id = $1", [agent]);
    await desk.pool.query('update conversations set assigned_user_id = $2 where id = $1', [found.id, agent]);
    await desk.take(plainMail({ from: found.contact_address, headers: [`In-Reply-To: <${found.mail_id}>`] }));
    expect((await conversation(found.id)).assigned_user_id).toBeNull();
  });
});

describe('machine mail', () => {
  it('lays an out-of-office answer into its thread and changes nothing else', async () => {
    const found = await open();
    await setStatus(found.id, 'Resolved');
    const raw = await desk.take(
      plainMail({
        from: found.contact_address,
        headers: ['Auto-Submitted: auto-replied', `In-Reply-To: <${found.mail_id}>`],
      }),
    );
    expect(raw.decision).toMatchObject({ outcome: 'stored', conversation_id: found.id });
    expect(await conversation(found.id)).toMatchObject({ status: 'Resolved', waiting_since: null });
    const [, message, ...more] = await desk.messages(found.id);
    expect(more).toEqual([]);
    expect(message?.meta).toMatchObject({ is_auto_reply: true });
    const event = (await desk.events()).findLast((one) => one.kind === 'message.received');
    expect(event?.payload).toMatchObject({ is_auto_reply: true, opened: false });
  });

  it.each([
    ['an automatic answer to nothing', ['Auto-Submitted: auto-replied'], {}, 'auto_reply: auto-submitted'],
    ['a vendor auto-reply', ['X-Autoreply: yes'], {}, 'auto_reply: x-autoreply'],
    ['our own loop header', [`X-Bellhop-Loop-Prevention: ${supportAddress}`], {}, 'own_loop'],
    ['mail from ourselves', [], { from: `Support <support+x@bellhop.local>` }, 'own_address'],
    ['mail of a mail system', [], { from: 'MAILER-DAEMON@mx.example' }, 'machine_mail: from'],
  ])('does not open a conversation for %s', async (_, headers, mail, reason) => {
    const raw = await desk.take(plainMail({ from: newcomer(), headers, ...mail }));
    expect(raw).toMatchObject({ state: 'skipped', decision: { outcome: 'skipped', reason } });
  });

  it('takes the null envelope sender as Return-Path', async () => {
    const raw = await desk.take(plainMail({ from: newcomer() }), { from: '' });
    expect(raw.decision.reason).toBe('machine_mail: null envelope sender');
  });

  it('opens a conversation for list mail, marked', async () => {
    const found = await open(newcomer(), { headers: ['List-Id: <news.list.example>'] });
    const [message] = await desk.messages(found.id);
    expect(message?.meta).toMatchObject({ machine: { kind: 'soft', reason: 'list-id' } });
    expect(found.waiting_since).not.toBeNull();
  });

  it('reads a web form by its Reply-To', async () => {
    const customer = newcomer();
    const raw = await desk.take(
      plainMail({ from: `Form <${supportAddress}>`, headers: [`Reply-To: Rita Form <${customer}>`] }),
    );
    const [message] = await desk.messages(raw.decision.conversation_id);
    expect(message).toMatchObject({
      email: customer,
      first_name: 'Rita',
      meta: { from: [customer], reply_to: [customer], header_from: supportAddress },
    });
  });

  it('skips mail without a sender, with the reason on record', async () => {
    const raw = await desk.take('Subject: nobody\n\nhello\n');
    expect(raw).toMatchObject({ state: 'skipped', decision: { reason: 'no_sender' } });
  });
});

describe('blocked senders', () => {
  it('are left out and counted', async () => {
    const found = await open();
    await desk.pool.query('update users set enabled = false where id = $1', [found.contact_id]);
    const raw = await desk.take(plainMail({ from: found.contact_address.toUpperCase() }));
    expect(raw).toMatchObject({ state: 'skipped', decision: { reason: 'blocked_sender' } });
    const { rows } = await desk.pool.query('select suppressed_mails from users where id = $1', [found.contact_id]);
    expect(rows[0].suppressed_mails).toBe(1);
  });
});

describe('bounces', () => {
  const report = (options: { original: string; action?: string; recipient: string; uuid?: string }) =>
    [
      'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
      `To: ${supportAddress}`,
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
      '',
      '--r',
      'Content-Type: text/plain',
      '',
      'Your message could not be delivered.',
      '--r',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${options.recipient}`,
      `Action: ${options.action ?? 'failed'}`,
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 no such user',
      '--r',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${options.original}>`,
      ...(options.uuid ? [`X-Bellhop-Conversation-UUID: ${options.uuid}`] : []),
      '',
      '--r--',
      '',
    ].join('\r\n');

  it('turn our message to failed with the reason, and open nothing', async () => {
    const found = await open();
    const recipient = found.contact_address;
    const id = await addReply(found.id, `${crypto.randomUUID()}@bellhop.local`, [recipient]);
    const [, reply] = await desk.messages(found.id);
    const bounce = report({ original: reply!.source_id!, recipient });
    expect((await desk.take(bounce, { from: '' })).decision).toMatchObject({ outcome: 'bounce', message_ids: [id] });
    await desk.take(bounce, { from: '' });
    const [, failed, activity, ...more] = await desk.messages(found.id);
    expect(more).toEqual([]);
    expect(failed).toMatchObject({
      status: 'failed',
      meta: {
        error: `${recipient}: 550 5.1.1 no such user`,
        bounce: { recipients: [{ address: recipient, action: 'failed', status: '5.1.1' }] },
      },
    });
    expect(activity).toMatchObject({ type: 'activity', meta: { activity_type: 'bounce' } });
    const { rows } = await desk.pool.query('select state, error from outgoing_mails where message_id = $1', [id]);
    expect(rows[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('no such user') });
    const frame = (await desk.frames()).find(
      (one) => one.type === 'message_prop_update' && one.data.uuid === failed?.uuid,
    );
    expect(frame?.data.value).toBe('failed');
  });

  it('find the message by conversation and recipient where a relay changed the id; delays are only noted', async () => {
    const found = await open();
    const recipient = found.contact_address;
    await addReply(found.id, `${crypto.randomUUID()}@bellhop.local`, [recipient]);
    const of = { original: 'changed@relay.example', recipient, uuid: found.uuid };
    await desk.take(report({ ...of, action: 'delayed' }));
    const [, delayed] = await desk.messages(found.id);
    expect(delayed).toMatchObject({ status: 'sent', meta: { bounce: { recipients: [{ action: 'delayed' }] } } });
    await desk.take(report(of));
    const [, failed] = await desk.messages(found.id);
    expect(failed).toMatchObject({ status: 'failed' });
  });

  it('of foreign mail are left out', async () => {
    const raw = await desk.take(report({ original: 'foreign@elsewhere.example', recipient: 'a@b.example' }));
    expect(raw).toMatchObject({ state: 'skipped', decision: { reason: 'report_about_foreign_mail' } });
  });
});
