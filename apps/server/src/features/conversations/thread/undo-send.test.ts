import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DraftContent } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { followUp, openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';
import { deliver } from './deliver.ts';
import { claimDueOutgoing, type OutgoingMail, releaseExpiredOutgoing } from './outgoing.queries.ts';
import { sendDueMail } from './send-due-mail.ts';

/** Web alone: mail is sent when a test says so. */
let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let adminId: number;
let uuid: string;
let id: number;

beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent' } });
  await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana' });
  admin = await desk.as();
  ana = await desk.as('ana@desk.test');
  adminId = (await admin.call('agents.me')).data.id;
}, 120_000);
afterAll(() => desk.close());

beforeEach(async () => {
  ({ uuid, id } = (await openConversation(desk)).conversation);
  await desk.pool.query('update inboxes set enabled = true, undo_send_seconds = null');
  await desk.pool.query("update outgoing_mails set state = 'failed' where state in ('queued', 'retrying')");
});

const to = ['mina@mail.example'];
const recipients = { to, cc: ['ben@mail.example'], bcc: ['boss@mail.example'] };
const content = (html = '<p>On its way</p>', more: Partial<DraftContent> = {}): DraftContent => ({
  html,
  recipients,
  files: [],
  macro: null,
  typed: {},
  fields: null,
  ...more,
});
const send = async (body: object = {}, client = admin) => {
  const draft = content();
  const answer = await client.call('messages.send', {
    params: { uuid },
    body: { message: draft.html, ...recipients, undo: true, draft, ...body },
  });
  if (answer.status !== 200) throw new Error(`${answer.body.code}: ${answer.body.message}`);
  return answer.data;
};
const undo = (message_uuid: string, client = admin) => client.call('messages.undo', { params: { uuid, message_uuid } });
const draft = async (client = admin) => (await client.call('drafts.get', { params: { uuid, kind: 'reply' } })).data;
const mailOf = async (messageUuid: string) =>
  (
    await desk.pool.query(
      'select o.*, o.message_id::int from outgoing_mails o join messages m on m.id = o.message_id where m.uuid = $1',
      [messageUuid],
    )
  ).rows[0];
const statusNow = async () =>
  (
    await desk.pool.query<{ name: string }>(
      'select s.name from conversations c join conversation_statuses s on s.id = c.status_id where c.id = $1',
      [id],
    )
  ).rows[0]!.name;
const makeDue = () =>
  desk.pool.query("update outgoing_mails set due_at = now() - interval '1 second' where state = 'queued'");
const owner = '00000000-0000-4000-8000-00000000000a';
const claim = async (by = owner): Promise<OutgoingMail[]> => {
  const { work, system, clock } = desk.app.deps;
  return work(system, (uow) => claimDueOutgoing(uow.db, { owner: by, lease_ms: 60_000, now: clock.now(), limit: 5 }));
};
async function upload(client: ApiClient, name: string, type = 'text/plain', bytes: BlobPart = 'content') {
  const body = new FormData();
  body.append('files', new Blob([bytes], { type }), name);
  return (await client.call('media.upload', { body })).data;
}

/** Everything that a send changes and undoing must put back. */
async function state() {
  const read = async (text: string) => (await desk.pool.query(text, [id])).rows;
  return {
    conversation: (await read("select to_jsonb(c) - 'updated_at' as row from conversations c where id = $1"))[0].row,
    entries: await read('select uuid, status, content, meta from messages where conversation_id = $1 order by id'),
    words: await read('select message_id, words::text from message_search where conversation_id = $1 order by 1'),
    participants: await read('select user_id from conversation_participants where conversation_id = $1 order by 1'),
    seen: await read('select * from conversation_seen where conversation_id = $1 order by 1'),
    mails: await read('select message_id, state, due_at from outgoing_mails where conversation_id = $1 order by 1'),
    files: (await desk.pool.query('select * from media order by id')).rows,
    unread: (await ana.call('conversations.get', { params: { uuid } })).data.unread_message_count,
    counts: (await ana.call('conversations.counts')).data,
    found: (await ana.call('search.messages', { query: { query: 'leviathan' } })).data,
  };
}

describe('a reply that can be taken back', () => {
  test.each([
    ['the desk’s ten seconds', null, 10],
    ['its inbox’s own', 45, 45],
    ['none: as every mail', 0, 2],
  ])('waits %s', async (_what, seconds, waits) => {
    await desk.pool.query('update inboxes set undo_send_seconds = $1', [seconds]);
    const before = desk.clock.now().getTime();
    const { delivery, uuid: message } = await send();
    const due = Date.parse(delivery!.due_at!) - before;
    expect(Math.floor(due / 1000)).toBeGreaterThanOrEqual(waits);
    expect(delivery).toMatchObject({ state: 'queued', undo_until: waits === 2 ? null : delivery!.due_at });
    expect((await undo(message)).status).toBe(waits === 2 ? 409 : 200);
  });

  test('comes back exactly: text, recipients, files, status and draft; the conversation is as before (FS #4112)', async () => {
    const picture = await upload(admin, 'dot.txt');
    const file = await upload(admin, 'offer.txt');
    const before = await state();
    const files = [file].map(({ id, uuid, filename, size, content_type }) => ({
      id,
      uuid,
      filename,
      size,
      content_type,
    }));
    const macro = {
      id: 3,
      name: 'Close',
      actions: [{ type: 'set_priority' as const, value: ['3'], display_value: [] }],
    };
    const html = `<p>A leviathan <img src="http://desk.test/uploads/${picture.uuid}"></p>`;
    const composed = content(html, { files, macro, typed: { cc: 'half' } });
    await admin.call('conversations.assign_user', { params: { uuid }, body: { assignee_id: adminId } });
    const assigned = await state();
    const message = await send({ message: html, attachments: [file.id], draft: composed, set_status: 'Resolved' });
    expect((await ana.call('search.messages', { query: { query: 'leviathan' } })).data).not.toEqual(before.found);
    expect((await state()).files).not.toEqual(before.files);
    const { status, data } = await undo(message.uuid);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      draft: { conversation_uuid: uuid, kind: 'reply', content: composed },
      set_status: 'Resolved',
      displaced: null,
    });
    expect(await state()).toEqual(assigned);
    expect(await draft()).toEqual(data.draft);
    // And it can be sent again, with the same files.
    const again = await send({ message: html, attachments: [file.id], draft: composed });
    expect(again.attachments).toHaveLength(2);
  });

  test('tells everybody who may read it that it is gone, with the list’s preview without it', async () => {
    const message = await send();
    const mark = (await desk.frames()).at(-1)!.seq;
    await undo(message.uuid);
    expect(await desk.frames(mark)).toMatchObject([
      {
        type: 'message_removed',
        data: {
          conversation_uuid: uuid,
          uuid: message.uuid,
          last_message: 'It arrived broken',
          last_message_sender: 'contact',
        },
        audience: { to: 'conversation', conversation_id: id, permission: 'messages:read' },
      },
      { type: 'draft_changed', data: { conversation_uuid: uuid, kind: 'reply' } },
    ]);
    expect((await desk.events()).at(-1)).toMatchObject({
      kind: 'message.undone',
      conversation_id: id,
      actor_id: adminId,
    });
    expect((await admin.call('messages.get', { params: { uuid, message_uuid: message.uuid } })).status).toBe(404);
  });

  test('amid others takes only itself away', async () => {
    const first = await send({ message: '<p>First</p>' });
    const second = await send({ message: '<p>Second</p>' });
    await undo(first.uuid);
    const preview = async () => (await admin.call('conversations.get', { params: { uuid } })).data.last_message;
    expect(await preview()).toBe('Second');
    await followUp(desk, id, { text: 'One more thing' });
    await undo(second.uuid);
    expect(await preview()).toBe('One more thing');
  });

  test('with a note behind it leaves the note as the preview, and the letter before as the last letter', async () => {
    const before = await state();
    const message = await send();
    await admin.call('messages.send', { params: { uuid }, body: { message: '<p>A note</p>', private: true } });
    await undo(message.uuid);
    const after = (await state()).conversation;
    expect(after.last_message).toBe('A note');
    expect([after.last_interaction_at, after.last_interaction_sender]).toEqual([
      before.conversation.last_interaction_at,
      before.conversation.last_interaction_sender,
    ]);
  });

  test('displaces a draft that was begun meanwhile, which is kept', async () => {
    const message = await send();
    await admin.call('drafts.save', {
      params: { uuid, kind: 'reply' },
      body: { base_version: 0, content: content('<p>The next one</p>') },
    });
    const { data } = await undo(message.uuid);
    expect(data.displaced?.content.html).toBe('<p>The next one</p>');
    expect((await draft())?.content.html).toBe('<p>On its way</p>');
    const { data: kept } = await admin.call('drafts.versions', { params: { uuid, kind: 'reply' } });
    expect(kept.map((version) => [version.reason, version.content.html])).toEqual([
      ['saved', '<p>The next one</p>'],
      ['sent', '<p>On its way</p>'],
    ]);
  });

  test('of a client without drafts is put together from what was sent', async () => {
    const file = await upload(admin, 'offer.txt');
    const message = await send({ draft: undefined, attachments: [file.id] });
    const { data } = await undo(message.uuid);
    expect(data.draft.content).toMatchObject({ html: '<p>On its way</p>', recipients, files: [{ id: file.id }] });
  });

  test('belongs to its writer; from any session of that agent it can be taken back', async () => {
    const message = await send();
    const foreign = await undo(message.uuid, ana);
    expect([foreign.status, foreign.body.error_type, foreign.body.code]).toEqual([
      403,
      'PermissionException',
      'message.not_own',
    ]);
    const otherTab = await desk.as();
    expect((await undo(message.uuid, otherTab)).status).toBe(200);
    expect((await undo(message.uuid)).status).toBe(404);
  });

  test('what was no such reply cannot be taken back: notes, letters, replies sent without', async () => {
    const note = await send({ private: true });
    const plain = await send({ undo: undefined });
    const letter = await followUp(desk, id);
    const codes = [];
    for (const message of [note.uuid, plain.uuid, letter.uuid, crypto.randomUUID()]) {
      const { status, body } = await undo(message);
      codes.push([status, body.code]);
    }
    expect(codes).toEqual([
      [409, 'message.not_undoable'],
      [409, 'message.not_undoable'],
      [403, 'message.not_own'],
      [404, 'message.not_found'],
    ]);
  });

  test('its inbox may be disabled meanwhile, and the mail may have failed for that: it has not left', async () => {
    const first = await send();
    await desk.pool.query('update inboxes set enabled = false');
    expect((await undo(first.uuid)).status).toBe(200);
    await desk.pool.query('update inboxes set enabled = true');
    const second = await send();
    await desk.pool.query('update inboxes set enabled = false');
    await makeDue();
    await sendDueMail(desk.app.deps, owner);
    expect((await mailOf(second.uuid)).state).toBe('failed');
    expect((await undo(second.uuid)).status).toBe(200);
  });

  test('lets a later mail of its conversation go', async () => {
    const first = await send();
    const second = await send({ undo: undefined });
    await desk.pool.query("update outgoing_mails set due_at = now() - interval '1 second' where message_id = $1", [
      (await mailOf(second.uuid)).message_id,
    ]);
    expect(await sendDueMail(desk.app.deps, owner)).toBe(0);
    await undo(first.uuid);
    expect(await sendDueMail(desk.app.deps, owner)).toBe(1);
    await readFile(join(desk.config.data_dir, 'outbox', `${second.uuid}.eml`));
  });
});

describe('against the sender', () => {
  test('a mail that a sender has is told to have left', async () => {
    const message = await send();
    await makeDue();
    const [mail] = await claim();
    const refused = await undo(message.uuid);
    expect([refused.status, refused.body.error_type, refused.body.code]).toEqual([
      409,
      'ConflictException',
      'message.already_left',
    ]);
    expect(await draft()).toBeNull();
    await deliver(desk.app.deps, mail!, owner);
    expect((await undo(message.uuid)).body.code).toBe('message.already_left');
    expect((await admin.call('messages.get', { params: { uuid, message_uuid: message.uuid } })).data).toMatchObject({
      status: 'sent',
      delivery: { state: 'kept_locally', undo_until: null },
    });
  });

  test('of undo and two senders at the same instant one wins, and says so', async () => {
    for (let round = 0; round < 20; round++) {
      const message = await send({ message: `<p>${round}</p>` });
      await makeDue();
      const [answer, ...claims] = await Promise.all([
        // Sometimes the sender is quicker, sometimes the agent.
        pause(round % 4).then(() => undo(message.uuid)),
        claim(),
        claim('00000000-0000-4000-8000-00000000000b'),
      ]);
      const mails = claims.flat();
      expect(mails.length).toBe(answer.status === 200 ? 0 : 1);
      expect(answer.status === 200 ? 'undone' : answer.body.code).toBe(
        mails.length === 0 ? 'undone' : 'message.already_left',
      );
      for (const mail of mails) await deliver(desk.app.deps, mail, mail.lease_owner!);
      const sent = await readFile(join(desk.config.data_dir, 'outbox', `${message.uuid}.eml`)).catch(() => null);
      expect(sent === null).toBe(answer.status === 200);
    }
  });
});

describe('a status with the send', () => {
  beforeEach(async () => {
    await admin.call('conversations.assign_user', { params: { uuid }, body: { assignee_id: adminId } });
  });

  test('is set as the mail begins to leave, by its writer, and not before', async () => {
    const message = await send({ set_status: 'Resolved' });
    expect(await statusNow()).toBe('Open');
    await makeDue();
    const [mail] = await claim();
    expect(await statusNow()).toBe('Open');
    await deliver(desk.app.deps, mail!, owner);
    expect(await statusNow()).toBe('Resolved');
    const { rows } = await desk.pool.query(
      "select sender_id, text_content from messages where conversation_id = $1 and type = 'activity' order by id desc limit 1",
      [id],
    );
    expect(rows[0]).toMatchObject({ sender_id: adminId, text_content: expect.stringContaining('Resolved') });
    expect(await mailOf(message.uuid)).toMatchObject({ state: 'kept_locally', set_status: null, undo_draft: null });
  });

  test('is set at once with a note, and with a reply that cannot be taken back', async () => {
    await send({ set_status: 'Resolved', undo: undefined });
    expect(await statusNow()).toBe('Resolved');
    await send({ set_status: 'Open', private: true });
    expect(await statusNow()).toBe('Open');
  });

  test.each([
    ['Nowhere', 400, 'conversation.status_unknown'],
    ['Snoozed', 400, 'message.status_not_with_send'],
  ])('%s is refused, and nothing is sent', async (set_status, status, code) => {
    for (const more of [{ undo: true }, { private: true }]) {
      const answer = await admin.call('messages.send', {
        params: { uuid },
        body: { message: 'x', to, set_status, ...more },
      });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    const { rows } = await desk.pool.query("select id from messages where conversation_id = $1 and type = 'outgoing'", [
      id,
    ]);
    expect(rows).toEqual([]);
  });

  test('resolving needs an assignee, and setting one its permission, before anything is stored', async () => {
    await desk.addAgent({
      email: `writer-${id}@desk.test`,
      permissions: ['conversations:read', 'conversations:read_all', 'messages:read', 'messages:write'],
    });
    const writer = await desk.as(`writer-${id}@desk.test`);
    const body = { message: '<p>x</p>', to, undo: true };
    const forbidden = await writer.call('messages.send', { params: { uuid }, body: { ...body, set_status: 'Open' } });
    expect([forbidden.status, forbidden.body.code]).toEqual([403, 'permission.missing']);
    await admin.call('conversations.remove_user', { params: { uuid } });
    const unassigned = await admin.call('messages.send', {
      params: { uuid },
      body: { ...body, set_status: 'Resolved' },
    });
    expect([unassigned.status, unassigned.body.code]).toEqual([400, 'conversation.resolve_needs_assignee']);
  });

  test('that has become impossible does not hold the mail up', async () => {
    const message = await send({ set_status: 'Resolved' });
    await admin.call('conversations.remove_user', { params: { uuid } });
    await makeDue();
    await sendDueMail(desk.app.deps, owner);
    expect((await mailOf(message.uuid)).state).toBe('kept_locally');
    expect(await statusNow()).toBe('Open');
  });

  test('survives a sender that dies between claim and handover, and is not set twice', async () => {
    const message = await send({ set_status: 'Resolved' });
    await makeDue();
    await claim();
    const release = () =>
      desk.app.deps.work(desk.app.deps.system, (uow) =>
        releaseExpiredOutgoing(uow.db, { now: desk.clock.now(), isAlone: true }),
      );
    // It dies here: nothing has happened yet, and it can still be taken back.
    await release();
    expect(await statusNow()).toBe('Open');
    expect(await mailOf(message.uuid)).toMatchObject({ state: 'retrying', set_status: 'Resolved' });
    const [mail] = await claim();
    await deliver(desk.app.deps, mail!, owner);
    expect(await statusNow()).toBe('Resolved');
    // Somebody opens it again; a mail that is sent once more does not close it.
    await admin.call('conversations.set_status', { params: { uuid }, body: { status: 'Open' } });
    await desk.pool.query("update outgoing_mails set state = 'sending' where message_id = $1", [mail!.message_id]);
    await release();
    await sendDueMail(desk.app.deps, owner);
    expect(await statusNow()).toBe('Open');
  });

  test('a mail whose sender died before the handover can be taken back', async () => {
    const message = await send();
    await makeDue();
    await claim();
    await desk.app.deps.work(desk.app.deps.system, (uow) =>
      releaseExpiredOutgoing(uow.db, { now: desk.clock.now(), isAlone: true }),
    );
    expect((await undo(message.uuid)).status).toBe(200);
  });
});
