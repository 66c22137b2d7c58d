import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { followUp, type Letter, openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { findConversationForUpdate, sendDueMail, setStatus as setConversationStatus } from '../conversations/index.ts';
import { sendDueSurveys, sendSurvey } from './index.ts';

let desk: Harness;
let admin: ApiClient;
let adminId: number;
beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  adminId = (await desk.pool.query("select id from users where email = 'admin@bellhop.local'")).rows[0].id;
}, 120_000);
afterAll(() => desk.close());
beforeEach(async () => {
  desk.clock.set(new Date());
  await desk.pool.query('update inboxes set enabled = true, csat_enabled = true, csat_delay_minutes = null');
});

/** A conversation that an agent has, answered if `reply` says so. */
async function open(options: Letter & { reply?: boolean } = {}) {
  const from = options.from ?? `${crypto.randomUUID()}@customer.example`;
  const { conversation } = await openConversation(desk, { ...options, from });
  const { uuid, id } = conversation;
  await desk.pool.query('update conversations set assigned_user_id = $1 where id = $2', [adminId, id]);
  if (options.reply ?? true) await answer(uuid, from);
  return { id, uuid, customer: from };
}

async function answer(uuid: string, to: string, more: { set_status?: string } = {}) {
  const body = { message: '<p>Done</p>', private: false, to: [to], cc: ['boss@customer.example'], bcc: [], ...more };
  const sent = await admin.call('messages.send', { params: { uuid }, body: { ...body, attachments: [] } });
  expect(sent.status).toBe(200);
  await deliver();
}

/** Sends what is queued; local mail lands in the outbox. */
async function deliver() {
  await desk.pool.query("update outgoing_mails set due_at = now() - interval '1 minute' where state = 'queued'");
  await sendDueMail(desk.app.deps, crypto.randomUUID());
}

const setStatus = async (uuid: string, status: string) => {
  const answered = await admin.call('conversations.set_status', { params: { uuid }, body: { status } });
  expect(answered.status).toBe(200);
};
/** As a rule does. */
const resolveAsSystem = (id: number) =>
  desk.app.deps.work(desk.app.deps.system, async (uow) => {
    const conversation = (await findConversationForUpdate(uow, id))!;
    return setConversationStatus(uow, conversation, { status: 'Resolved' }, { without_assignee: true });
  });
const run = () => sendDueSurveys(desk.app.deps);
const surveyOf = async (id: number) =>
  (await desk.pool.query('select * from csat_responses where conversation_id = $1', [id])).rows[0];
const surveysIn = async (id: number) =>
  (
    await desk.pool.query(
      "select * from messages where conversation_id = $1 and meta -> 'is_csat' = 'true' order by id",
      [id],
    )
  ).rows;
/** What the records of causes say of a conversation's survey, in their order. */
const reasons = async (id: number) =>
  (
    await desk.pool.query(
      "select trace #>> '{actions,0,result}' as result, trace #>> '{actions,0,code}' as code from causes where conversation_id = $1 and kind = 'csat' order by id",
      [id],
    )
  ).rows.map(({ result, code }) => code ?? result);
const order = (id: number) =>
  desk.app.deps.work(desk.app.deps.system, async (uow) => sendSurvey(uow, (await findConversationForUpdate(uow, id))!));

describe('a survey on resolving', () => {
  // Behaviour 14, line 22, and section 7.
  it('goes to the requester alone as a mail of System, and agents see a neutral sentence', async () => {
    const { id, uuid, customer } = await open();
    await setStatus(uuid, 'Resolved');
    await run();
    const [message] = await surveysIn(id);
    expect(message).toMatchObject({
      sender_id: desk.app.deps.system.id,
      type: 'outgoing',
      private: false,
      meta: { to: [customer], is_csat: true },
    });
    expect(message.meta).not.toHaveProperty('cc');
    await deliver();
    const mail = await simpleParser(await readFile(join(desk.config.data_dir, 'outbox', `${message.uuid}.eml`)));
    expect(mail.to).toMatchObject({ text: customer });
    expect(mail.cc).toBeUndefined();
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    const { uuid: survey } = await surveyOf(id);
    expect(mail.html).toContain(`http://desk.test/csat/${survey}?s=`);
    for (const rating of [1, 2, 3, 4, 5])
      expect(mail.html).toMatch(new RegExp(`/csat/${survey}\\?s=[\\w-]{22}&amp;rating=${rating}"`));
    expect(await reasons(id)).toEqual(['done']);
    expect(message.meta.cause_id).toBeGreaterThan(0);
  });

  // Behaviour 14, line 23.
  it('counts as no reply: reply times, the wait and deadlines stay', async () => {
    const { id, uuid } = await open();
    await desk.pool.query(
      `update conversations set first_reply_at = null, last_reply_at = null, waiting_since = '2025-01-01',
       first_response_deadline_at = '2030-01-01', next_sla_deadline_at = '2030-01-01' where id = $1`,
      [id],
    );
    await setStatus(uuid, 'Resolved');
    await run();
    await deliver();
    expect((await surveysIn(id))[0].status).toBe('sent');
    const { rows } = await desk.pool.query('select * from conversations where id = $1', [id]);
    expect(rows[0]).toMatchObject({
      first_reply_at: null,
      last_reply_at: null,
      waiting_since: new Date('2025-01-01'),
      first_response_deadline_at: new Date('2030-01-01'),
      next_sla_deadline_at: new Date('2030-01-01'),
    });
  });

  it('begins no next response, though the customer still waits', async () => {
    const { id, uuid, customer } = await open();
    const policy = await desk.pool.query(
      `insert into sla_policies (name, description, first_response_time, next_response_time, resolution_time)
       values ($1, '', '1h', '1h', '24h') returning id`,
      [uuid],
    );
    const applied = await admin.call('conversations.set_sla', {
      params: { uuid },
      body: { policy_id: policy.rows[0].id },
    });
    expect(applied.status).toBe(200);
    await followUp(desk, id, { from: customer });
    await setStatus(uuid, 'Resolved');
    const promises = async () => {
      const { rows: policies } = await desk.pool.query('select * from applied_slas where conversation_id = $1', [id]);
      const { rows: events } = await desk.pool.query('select * from sla_events where conversation_id = $1', [id]);
      return { policies, events };
    };
    const before = await promises();
    expect(before.policies).toHaveLength(1);
    await run();
    await deliver();
    expect((await surveysIn(id))[0].status).toBe('sent');
    expect(await promises()).toEqual(before);
  });

  // Behaviour 14, line 24.
  it('is sent once, however often the conversation is resolved, reopened and closed', async () => {
    const { id, uuid } = await open();
    for (const status of ['Resolved', 'Closed', 'Open', 'Resolved', 'Open', 'Closed']) {
      desk.clock.advance(60_000);
      await setStatus(uuid, status);
      await run();
    }
    expect(await surveysIn(id)).toHaveLength(1);
    expect(await reasons(id)).toEqual(['done', 'csat.already_sent', 'csat.already_sent']);
    const { rows } = await desk.pool.query('select resolved_at, first_resolved_at from conversations where id = $1', [
      id,
    ]);
    expect(rows[0].resolved_at.getTime()).toBeGreaterThan(rows[0].first_resolved_at.getTime());
  });

  it('waits for the delay of its inbox, else of the desk, and is called off by reopening', async () => {
    await desk.pool.query('update inboxes set csat_delay_minutes = 30');
    const { id, uuid, customer } = await open();
    await setStatus(uuid, 'Resolved');
    await run();
    expect(await surveysIn(id)).toEqual([]);
    expect((await surveyOf(id)).due_at.getTime() - (await surveyOf(id)).created_at.getTime()).toBe(30 * 60_000);
    await followUp(desk, id, { from: customer });
    expect(await surveyOf(id)).toMatchObject({ state: 'cancelled', cancelled_reason: 'csat.reopened' });
    expect(await reasons(id)).toEqual(['csat.reopened']);
    desk.clock.advance(31 * 60_000);
    await run();
    expect(await surveysIn(id)).toEqual([]);

    await admin.call('settings.update_general', { body: { 'app.csat_delay_minutes': 90 } });
    await desk.pool.query('update inboxes set csat_delay_minutes = null');
    await setStatus(uuid, 'Resolved');
    desk.clock.advance(89 * 60_000);
    await run();
    expect(await surveysIn(id)).toEqual([]);
    desk.clock.advance(2 * 60_000);
    await run();
    expect(await surveysIn(id)).toHaveLength(1);
    expect(await reasons(id)).toEqual(['csat.reopened', 'done']);
    await admin.call('settings.update_general', { body: { 'app.csat_delay_minutes': 0 } });
  });

  it('is planned on every way into the category resolved: by a macro, in bulk, with a reply, by a rule', async () => {
    const { rows: statuses } = await desk.pool.query("select id from conversation_statuses where name = 'Resolved'");
    const [byMacro, inBulk] = [await open(), await open()];
    const action = { type: 'set_status', value: [String(statuses[0].id)] };
    const { rows: macros } = await desk.pool.query(
      `insert into macros (name, visibility, visible_when, actions) values ('Resolve it', 'all', '{replying}', $1) returning id`,
      [JSON.stringify([action])],
    );
    const applied = await admin.call('macros.apply', {
      params: { uuid: byMacro.uuid, id: macros[0].id },
      body: [action],
    });
    expect(applied.status).toBe(200);
    await admin.call('conversations.bulk', {
      body: { uuids: [inBulk.uuid], action: { type: 'set_status', status: 'Resolved' } },
    });
    const withReply = await open({ reply: false });
    await answer(withReply.uuid, withReply.customer, { set_status: 'Resolved' });
    const byRule = await open();
    await resolveAsSystem(byRule.id);
    for (const { id } of [byMacro, inBulk, withReply, byRule]) {
      expect(await surveyOf(id)).toMatchObject({ state: 'waiting', on_resolve: true });
    }
  });

  it.each<[string, string, () => Promise<{ id: number; uuid: string }>]>([
    ['nobody has answered', 'csat.no_reply', () => open({ reply: false })],
    [
      'only machines have written',
      'csat.machine',
      () => open({ meta: { from: ['x@y.example'], machine: { kind: 'soft', reason: 'list-id' } } }),
    ],
    ['nobody reads the address', 'csat.machine', () => open({ from: 'no-reply@shop.example' })],
    [
      'the contact has no address',
      'csat.no_address',
      async () => {
        const opened = await open();
        await desk.pool.query('update users set email = null where email = $1', [opened.customer]);
        return opened;
      },
    ],
    [
      'the contact is blocked',
      'csat.blocked',
      async () => {
        const opened = await open();
        await desk.pool.query('update users set enabled = false where email = $1', [opened.customer]);
        return opened;
      },
    ],
  ])('is not sent when %s, and the reason is recorded', async (_, reason, make) => {
    const { id, uuid } = await make();
    await setStatus(uuid, 'Resolved');
    await run();
    expect(await surveysIn(id)).toEqual([]);
    expect(await surveyOf(id)).toBeUndefined();
    expect(await reasons(id)).toEqual([reason]);
  });

  it.each<[string, string, string]>([
    ['the inbox is switched off', 'update inboxes set enabled = false', 'inbox.disabled'],
    ['its surveys are switched off', 'update inboxes set csat_enabled = false', 'csat.switched_off'],
    ['every contact is blocked', "update users set enabled = false where type = 'contact'", 'csat.blocked'],
    [
      'the address is one of ours',
      "update users set email = 'support@bellhop.local' where email = $1",
      'message.only_own_addresses',
    ],
  ])('is called off when %s meanwhile', async (_, change, reason) => {
    await desk.pool.query('update inboxes set csat_delay_minutes = 5');
    const { id, uuid, customer } = await open();
    await setStatus(uuid, 'Resolved');
    await desk.pool.query(change, change.includes('$1') ? [customer] : []);
    desk.clock.advance(6 * 60_000);
    await run();
    expect(await surveysIn(id)).toEqual([]);
    expect(await surveyOf(id)).toMatchObject({ state: 'cancelled', cancelled_reason: reason });
    expect(await reasons(id)).toEqual([reason]);
    await desk.pool.query("update users set enabled = true where type = 'contact'");
    await desk.pool.query("update users set email = $1 where email = 'support@bellhop.local'", [customer]);
  });

  it('costs nothing but a question where the inbox does not ask', async () => {
    await desk.pool.query('update inboxes set csat_enabled = false');
    const { id, uuid } = await open();
    await setStatus(uuid, 'Resolved');
    expect([await surveyOf(id), await reasons(id)]).toEqual([undefined, []]);
  });
});

describe('bad days', () => {
  it('a unit of work that dies between due and sent sends nothing, and the next run sends once', async () => {
    const { id, uuid } = await open();
    await setStatus(uuid, 'Resolved');
    await desk.pool.query(`create function refuse_survey() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger refuse_survey before update on csat_responses for each row when (new.state = 'sent') execute function refuse_survey()`);
    await expect(run()).rejects.toThrow('1 surveys could not be sent');
    expect([(await surveysIn(id)).length, (await surveyOf(id)).state]).toEqual([0, 'waiting']);
    await desk.pool.query('drop trigger refuse_survey on csat_responses; drop function refuse_survey');
    await run();
    expect(await surveysIn(id)).toHaveLength(1);
  });

  it('two processes that look at the same time send each survey once', async () => {
    const other = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
    const opened = [await open(), await open(), await open(), await open()];
    for (const { uuid } of opened) await setStatus(uuid, 'Resolved');
    await Promise.all([run(), sendDueSurveys(other.app.deps), run()]);
    for (const { id } of opened) expect(await surveysIn(id)).toHaveLength(1);
    await other.close();
  });

  it('a clock that was far ahead when it was planned holds it up no longer than it is wrong', async () => {
    await desk.pool.query('update inboxes set csat_delay_minutes = 10');
    const { id } = await open();
    desk.clock.advance(400 * 86_400_000);
    await resolveAsSystem(id);
    desk.clock.set(new Date());
    await run();
    expect(await surveysIn(id)).toHaveLength(1);
    desk.clock.advance(401 * 86_400_000);
    await run();
    expect(await surveysIn(id)).toHaveLength(1);
  });

  it('the link is below the address that the desk has when it is sent', async () => {
    const { id, uuid } = await open();
    await setStatus(uuid, 'Resolved');
    await admin.call('settings.update_general', { body: { 'app.root_url': 'https://help.example' } });
    await run();
    await deliver();
    const [message] = await surveysIn(id);
    const mail = await readFile(join(desk.config.data_dir, 'outbox', `${message.uuid}.eml`));
    expect((await simpleParser(mail)).html).toContain('https://help.example/csat/');
    await admin.call('settings.update_general', { body: { 'app.root_url': 'http://desk.test' } });
  });
});

describe('a survey that something orders', () => {
  it('goes at once whatever the status and the switch, and brings a waiting one forward', async () => {
    await desk.pool.query('update inboxes set csat_enabled = false');
    const { id } = await open();
    await order(id);
    await run();
    expect(await surveysIn(id)).toHaveLength(1);

    await desk.pool.query('update inboxes set csat_enabled = true, csat_delay_minutes = 600');
    const waiting = await open();
    await setStatus(waiting.uuid, 'Resolved');
    await order(waiting.id);
    await setStatus(waiting.uuid, 'Open');
    await run();
    expect(await surveysIn(waiting.id)).toHaveLength(1);
  });

  it('is refused for the same reasons', async () => {
    const { id } = await open({ reply: false });
    await order(id);
    expect(await reasons(id)).toEqual(['csat.no_reply']);
    const asked = await open();
    await order(asked.id);
    await run();
    await order(asked.id);
    expect(await reasons(asked.id)).toEqual(['done', 'csat.already_sent']);
  });
});

it('no mail of the outbox but the surveys holds a link', async () => {
  const folder = join(desk.config.data_dir, 'outbox');
  for (const name of await readdir(folder)) {
    const mail = await simpleParser(await readFile(join(folder, name)));
    expect(String(mail.html).includes('/csat/'), name).toBe(mail.headers.get('auto-submitted') === 'auto-generated');
  }
});

it('500 resolved in bulk are all asked, each once', async () => {
  const from = 'crowd@customer.example';
  const { conversation } = await openConversation(desk, { from });
  const { rows } = await desk.pool.query(
    `with opened as (
       insert into conversations (contact_id, inbox_id, subject, initiator, status_id, assigned_user_id, last_message_at)
       select contact_id, inbox_id, subject, 'contact', status_id, $2, now() from conversations, generate_series(1, 500)
       where id = $1 returning id, uuid, contact_id, inbox_id),
     asked as (
       insert into messages (conversation_id, inbox_id, type, status, private, sender_id, sender_type, content_type, content, text_content)
       select id, inbox_id, 'outgoing', 'sent', false, $2, 'agent', 'html', '<p>Done</p>', 'Done' from opened)
     select uuid from opened`,
    [conversation.id, adminId],
  );
  const uuids = rows.map(({ uuid }) => uuid as string);
  for (let at = 0; at < uuids.length; at += 100) {
    const action = { type: 'set_status', status: 'Resolved' } as const;
    const done = await admin.call('conversations.bulk', { body: { uuids: uuids.slice(at, at + 100), action } });
    expect(done.data.failed).toEqual([]);
  }
  await run();
  const { rows: sent } = await desk.pool.query(
    `select count(*)::int as messages, count(distinct conversation_id)::int as conversations from messages
     where meta -> 'is_csat' = 'true' and conversation_id in (select id from conversations where uuid = any($1))`,
    [uuids],
  );
  expect(sent[0]).toEqual({ messages: 500, conversations: 500 });
}, 60_000);
