import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let ana: ApiClient;
let anaId: number;
let teamId: number;
let otherTeamId: number;

beforeAll(async () => {
  desk = await createHarness();
  teamId = await desk.addTeam('Orders');
  otherTeamId = await desk.addTeam('Returns');
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed', team_ids: [teamId] });
  admin = await desk.as();
  ana = await desk.as('ana@desk.test');
  await desk.pool.query("insert into tags (name) values ('VIP'), ('refund')");
}, 120_000);
afterAll(() => desk.close());
beforeEach(() => desk.pool.query('delete from macros'));

const whole = {
  name: 'Refund',
  message_content: '<p>Dear {{ .Contact.FirstName }}, it is on its way.</p>',
  visibility: 'all',
  visible_when: ['replying'],
  team_id: null as number | string | null,
  user_id: null as number | string | null,
  actions: [{ type: 'set_priority', value: ['3'] }] as unknown[],
};
const create = (over: object = {}) => admin.call('macros.create', { body: { ...whole, ...over } });
const lastSeq = async () => (await desk.pool.query('select coalesce(max(seq), 0)::int as n from events')).rows[0].n;

describe('keeping macros', () => {
  test('created, read, changed and deleted; everybody hears of it', async () => {
    const mark = await lastSeq();
    const made = await create({
      name: ' Refund ',
      visible_when: ['replying', 'replying', 'adding_private_note'],
      actions: [
        { type: 'assign_team', value: [teamId] },
        { type: 'assign_user', value: [String(anaId)] },
        { type: 'set_status', value: ['3'], display_value: ['whatever'] },
        { type: 'set_priority', value: ['3'] },
        { type: 'add_tags', value: [' refund ', 'VIP'] },
      ],
    });
    expect(made.status, made.body.message).toBe(200);
    expect(made.data).toMatchObject({
      name: 'Refund',
      message_content: whole.message_content,
      visible_when: ['replying', 'adding_private_note'],
      visibility: 'all',
      team_id: null,
      user_id: null,
      usage_count: 0,
      actions: [
        { type: 'assign_team', value: [String(teamId)], display_value: ['Orders'] },
        { type: 'assign_user', value: [String(anaId)], display_value: ['Ana Reed'] },
        { type: 'set_status', value: ['3'], display_value: ['Resolved'] },
        { type: 'set_priority', value: ['3'], display_value: ['High'] },
        { type: 'add_tags', value: ['refund', 'VIP'], display_value: [] },
      ],
    });
    const { id } = made.data;
    expect((await admin.call('macros.get', { params: { id } })).data).toEqual(made.data);
    const changed = await admin.call('macros.update', {
      params: { id },
      body: { ...made.data, name: 'Money back', actions: [] },
    });
    expect(changed.data).toMatchObject({ id, name: 'Money back', actions: [], created_at: made.data.created_at });
    expect((await admin.call('macros.remove', { params: { id } })).data).toBe(true);
    for (const call of ['macros.get', 'macros.remove', 'macros.update'] as const) {
      const { status, body } = await admin.call(call, {
        params: { id },
        ...(call === 'macros.update' ? { body: whole } : {}),
      });
      expect([status, body.code]).toEqual([404, 'macro.not_found']);
    }
    expect((await desk.frames(mark)).map(({ type, audience }) => [type, audience])).toEqual(
      Array.from({ length: 3 }, () => [
        ['config_changed', { to: 'everybody' }],
        ['macros_changed', { to: 'everybody' }],
      ]).flat(),
    );
  });

  test('the activity log says what changed; of two who save the same macro the second is told; a use is no change', async () => {
    const { data } = await create();
    const params = { id: data.id };
    await admin.call('macros.apply', {
      params: { ...params, uuid: (await openConversation(desk)).conversation.uuid },
      body: [],
    });
    const save = (name: string) =>
      admin.call('macros.update', { params, body: { ...data, name, based_on: data.updated_at } });
    expect((await save('Money back')).status).toBe(200);
    expect(await save('Paid back')).toMatchObject({ status: 409, body: { code: 'config.changed_meanwhile' } });
    await admin.call('macros.remove', { params });
    const { rows } = await desk.pool.query(
      `select activity_type, params -> 'changes' as changes from activity_logs
       where target_model_type = 'macro' and target_model_id = $1 order by id`,
      [data.id],
    );
    expect(rows.map(({ activity_type }) => activity_type)).toEqual(['macro_created', 'macro_changed', 'macro_deleted']);
    expect(rows[1].changes).toEqual({ name: { before: 'Refund', after: 'Money back' } });
  });

  test('tells how many drafts would miss it', async () => {
    const { data } = await create();
    const { conversation } = await openConversation(desk);
    const { rows } = await desk.pool.query('select id from conversations where uuid = $1', [conversation.uuid]);
    await desk.pool.query(
      `insert into drafts (agent_id, conversation_id, kind, version, content, updated_at) values ($1, $2, 'reply', 1, $3, now())`,
      [anaId, rows[0].id, JSON.stringify({ macro: { id: data.id } })],
    );
    const usage = await admin.call('macros.usage', { params: { id: data.id } });
    expect(usage.data).toEqual({ used_by: [], total: 0, conversations: 1 });
    expect((await admin.call('macros.usage', { params: { id: 999_999 } })).status).toBe(404);
  });

  test('names of actions are those of now; rows that are gone have none', async () => {
    const gone = await desk.addTeam('Short-lived');
    const { data } = await create({
      actions: [
        { type: 'assign_team', value: [String(gone)] },
        { type: 'assign_user', value: [String(anaId)] },
      ],
    });
    await desk.pool.query('delete from teams where id = $1', [gone]);
    await desk.pool.query("update users set first_name = 'Anna', last_name = '' where id = $1", [anaId]);
    const { actions } = (await admin.call('macros.get', { params: { id: data.id } })).data;
    await desk.pool.query("update users set first_name = 'Ana', last_name = 'Reed' where id = $1", [anaId]);
    expect(actions.map((action) => action.display_value)).toEqual([[], ['Anna']]);
  });

  test('only the id that the visibility asks for is kept', async () => {
    const both = { team_id: String(teamId), user_id: anaId };
    expect((await create({ ...both, visibility: 'all' })).data).toMatchObject({ team_id: null, user_id: null });
    expect((await create({ ...both, visibility: 'team' })).data).toMatchObject({
      team_id: String(teamId),
      user_id: null,
    });
    expect((await create({ ...both, visibility: 'user' })).data).toMatchObject({
      team_id: null,
      user_id: String(anaId),
    });
  });

  test('the message is cleaned of what no editor writes', async () => {
    const { data } = await create({ message_content: '<p onclick="x()">Hi<script>alert(1)</script></p>' });
    expect(data.message_content).toBe('<p>Hi</p>');
    expect((await create({ message_content: null })).data.message_content).toBe('');
  });

  test.each([
    [{ name: ' ' }, 'input.invalid'],
    [{ name: 'x'.repeat(141) }, 'input.invalid'],
    [{ name: 'invoice\u202egpj' }, 'input.invalid'],
    [{ message_content: 'x'.repeat(5001) }, 'input.invalid'],
    [{ visible_when: [] }, 'input.invalid'],
    [{ visible_when: ['always'] }, 'input.invalid'],
    [{ visibility: 'nobody' }, 'input.invalid'],
    [{ visibility: 'team' }, 'input.invalid'],
    [{ visibility: 'team', team_id: 99_999 }, 'input.invalid'],
    [{ visibility: 'user', user_id: '' }, 'input.invalid'],
    [{ visibility: 'user', user_id: 99_999 }, 'input.invalid'],
    [{ actions: undefined }, 'input.invalid'],
    [{ actions: '[]' }, 'input.invalid'],
    [{ actions: [{ type: 'add_tags', value: [] }] }, 'input.invalid'],
    [{ actions: [{ type: 'explode', value: ['1'] }] }, 'input.invalid'],
    [{ actions: [{ type: 'set_status', value: ['Open'] }] }, 'macro.action_invalid'],
    [{ actions: [{ type: 'assign_user', value: ['1', '2'] }] }, 'macro.action_invalid'],
    [{ actions: [{ type: 'add_tags', value: [' '] }] }, 'macro.action_invalid'],
    [{ actions: [whole.actions[0], whole.actions[0]] }, 'macro.action_twice'],
    [{ actions: [{ type: 'set_priority', value: ['99999'] }] }, 'macro.action_invalid'],
    [{ actions: [{ type: 'assign_team', value: ['99999'] }] }, 'macro.action_invalid'],
    [{ actions: [], message_content: '' }, 'macro.empty'],
    [{ actions: [], message_content: '<p>&nbsp;</p>' }, 'macro.empty'],
  ])('%j is refused with %s', async (over, code) => {
    const { status, body } = await create(over);
    expect([status, body.error_type, body.code]).toEqual([400, 'InputException', code]);
    expect((await admin.call('macros.list')).data).toEqual([]);
  });

  test('is for who manages macros', async () => {
    const { data } = await create();
    const params = { id: data.id };
    expect((await ana.call('macros.get', { params })).status).toBe(403);
    expect((await ana.call('macros.create', { body: whole })).status).toBe(403);
    expect((await ana.call('macros.update', { params, body: whole })).status).toBe(403);
    expect((await ana.call('macros.remove', { params })).status).toBe(403);
  });
});

describe('who sees which', () => {
  beforeEach(async () => {
    await create({ name: 'For all' });
    await create({ name: 'For Orders', visibility: 'team', team_id: teamId });
    await create({ name: 'For Returns', visibility: 'team', team_id: otherTeamId });
    await create({ name: 'For Ana', visibility: 'user', user_id: anaId });
    await create({ name: 'For System', visibility: 'user', user_id: 1 });
  });
  const names = async (client: ApiClient) => (await client.call('macros.list')).data.map((macro) => macro.name);

  test('an agent sees those for all, for an own team and the own ones, latest first', async () => {
    expect(await names(ana)).toEqual(['For Ana', 'For Orders', 'For all']);
  });

  test('who manages macros sees all', async () => {
    expect(await names(admin)).toEqual(['For System', 'For Ana', 'For Returns', 'For Orders', 'For all']);
  });

  test('a macro whose team is gone is for nobody', async () => {
    const brief = await desk.addTeam('Short-lived', [anaId]);
    await create({ name: 'For a while', visibility: 'team', team_id: brief });
    expect(await names(ana)).toContain('For a while');
    await desk.pool.query('delete from teams where id = $1', [brief]);
    expect(await names(ana)).not.toContain('For a while');
    expect(await names(admin)).toContain('For a while');
  });
});

describe('applying', () => {
  let uuid: string;
  let macroId: number;
  beforeEach(async () => {
    uuid = (await openConversation(desk)).conversation.uuid;
    macroId = (await create()).data.id;
  });
  const apply = (client: ApiClient, actions: unknown, params: object = {}) =>
    client.call('macros.apply', { params: { uuid, id: macroId, ...params }, body: actions });
  const get = async () => (await admin.call('conversations.get', { params: { uuid } })).data;
  const uses = async () =>
    (await desk.pool.query('select usage_count from macros where id = $1', [macroId])).rows[0].usage_count;

  test('does what the manual changes do: entries, frames and events, team before agent before status', async () => {
    const mark = await lastSeq();
    const answer = await apply(ana, [
      { type: 'set_status', value: ['3'], display_value: ['Resolved'] },
      { type: 'assign_user', value: [String(anaId)], display_value: ['Ana Reed'] },
      { type: 'add_tags', value: ['refund', 'unknown'], display_value: [] },
      { type: 'assign_team', value: [teamId], display_value: [] },
      { type: 'set_priority', value: ['3'] },
    ]);
    expect([answer.status, answer.body]).toEqual([200, { message: 'Macro applied', failed: [] }]);
    expect(await get()).toMatchObject({
      status: 'Resolved',
      assigned_user_id: anaId,
      assigned_team_id: teamId,
      priority: 'High',
      tags: ['refund'],
    });
    const events = (await desk.events()).filter((event) => event.seq > mark);
    expect(events.map((event) => [event.kind, event.actor_id])).toEqual(
      ['team_assigned', 'user_assigned', 'status_changed', 'tags_changed', 'priority_changed'].map((kind) => [
        `conversation.${kind}`,
        anaId,
      ]),
    );
    const frames = await desk.frames(mark);
    expect(frames.filter((frame) => frame.type === 'new_message')).toHaveLength(5);
    expect(frames.find((frame) => frame.type === 'conversation_tags_update')?.data).toEqual({ uuid, tags: ['refund'] });
    expect(await uses()).toBe(1);
  });

  test('a team takes its stranger of an agent away, and the agent of the same macro stays', async () => {
    const kim = await desk.addAgent({ email: `kim${macroId}@desk.test` });
    await desk.pool.query('update conversations set assigned_user_id = $1 where uuid = $2', [kim, uuid]);
    await apply(admin, [{ type: 'assign_team', value: [String(teamId)] }]);
    expect(await get()).toMatchObject({ assigned_team_id: teamId, assigned_user_id: null });
    await apply(admin, [
      { type: 'assign_user', value: [String(kim)] },
      { type: 'assign_team', value: [String(otherTeamId)] },
    ]);
    expect(await get()).toMatchObject({ assigned_team_id: otherTeamId, assigned_user_id: kim });
  });

  test('207 when some failed, and what did not fail is done', async () => {
    const { status, body } = await apply(ana, [
      { type: 'set_status', value: ['3'] },
      { type: 'assign_team', value: ['99999'] },
      { type: 'set_tags', value: ['VIP'] },
    ]);
    expect([status, body]).toEqual([
      207,
      {
        message: 'Some actions of the macro failed',
        failed: [
          { type: 'assign_team', error_type: 'InputException', message: expect.any(String) },
          {
            type: 'set_status',
            error_type: 'InputException',
            message: 'Assign the conversation to an agent before you resolve it',
          },
        ],
      },
    ]);
    expect(await get()).toMatchObject({ status: 'Open', tags: ['VIP'], assigned_team_id: null });
    expect(await uses()).toBe(1);
  });

  test('500 when all failed: nothing is done and no use counted', async () => {
    const mark = await lastSeq();
    for (const actions of [
      [{ type: 'set_status', value: ['2'] }],
      [{ type: 'set_status', value: ['999'] }],
      [{ type: 'set_priority', value: ['High'] }],
      [
        { type: 'assign_user', value: ['99999'] },
        { type: 'assign_team', value: [] },
      ],
    ]) {
      const { status, body } = await apply(ana, actions);
      expect([status, body.error_type, body.code]).toEqual([500, 'GeneralException', 'macro.all_failed']);
    }
    expect(await lastSeq()).toBe(mark);
    expect(await uses()).toBe(0);
  });

  test('without actions it counts as used and moves to the top', async () => {
    await create({ name: 'Later' });
    const { status, body } = await apply(ana, []);
    expect([status, body]).toEqual([200, { message: 'Macro applied', failed: [] }]);
    expect((await ana.call('macros.list')).data.map(({ name, usage_count }) => [name, usage_count])).toEqual([
      ['Refund', 1],
      ['Later', 0],
    ]);
  });

  test('goes through to its end when its first step takes the conversation out of sight', async () => {
    await desk.addAgent({
      email: `porter${macroId}@desk.test`,
      permissions: [
        'conversations:read',
        'conversations:read_unassigned',
        'conversations:update_team_assignee',
        'conversations:update_tags',
      ],
    });
    const porter = await desk.as(`porter${macroId}@desk.test`);
    const actions = [
      { type: 'add_tags', value: ['VIP'] },
      { type: 'assign_team', value: [String(teamId)] },
    ];
    expect((await apply(porter, actions)).status).toBe(200);
    expect(await get()).toMatchObject({ assigned_team_id: teamId, tags: ['VIP'] });
    expect((await apply(porter, actions)).status).toBe(404);
  });

  test.each([
    [[{ type: 'send_reply', value: ['<p>x</p>'] }], 403, 'macro.action_not_applicable'],
    [[{ type: 'send_private_note', value: ['x'] }], 403, 'macro.action_not_applicable'],
    [[{ type: 'constructor', value: ['x'] }], 403, 'macro.action_not_applicable'],
    [
      [
        { type: 'add_tags', value: ['VIP'] },
        { type: 'add_tags', value: ['refund'] },
      ],
      400,
      'macro.action_twice',
    ],
    [{ type: 'add_tags', value: ['VIP'] }, 400, 'input.invalid'],
    [[{ type: 'add_tags', value: 'VIP' }], 400, 'input.invalid'],
    [[{ value: ['VIP'] }], 400, 'input.invalid'],
  ])('%j is refused with %i', async (actions, expected, code) => {
    const { status, body } = await apply(admin, actions);
    expect([status, body.code]).toEqual([expected, code]);
    expect((await get()).tags).toEqual([]);
  });

  test('an action without its permission refuses the whole, before anything is looked for', async () => {
    await desk.addAgent({
      email: `tagger${macroId}@desk.test`,
      permissions: ['conversations:read', 'conversations:read_all', 'conversations:update_tags'],
    });
    const tagger = await desk.as(`tagger${macroId}@desk.test`);
    const { status, body } = await apply(
      tagger,
      [
        { type: 'add_tags', value: ['VIP'] },
        { type: 'set_priority', value: ['3'] },
      ],
      { uuid: crypto.randomUUID() },
    );
    expect([status, body.code, body.data]).toEqual([
      403,
      'permission.missing',
      { permissions: ['conversations:update_priority'] },
    ]);
    expect((await get()).tags).toEqual([]);
  });

  test('unknown and foreign: conversation and macro are not found', async () => {
    const tags = [{ type: 'add_tags', value: ['VIP'] }];
    const foreign = (await create({ visibility: 'team', team_id: otherTeamId })).data.id;
    for (const [params, code] of [
      [{ uuid: crypto.randomUUID() }, 'conversation.not_found'],
      [{ uuid: 'broken' }, 'conversation.not_found'],
      [{ id: 99_999 }, 'macro.not_found'],
      [{ id: foreign }, 'macro.not_found'],
    ] as const) {
      const { status, body } = await apply(ana, tags, params);
      expect([status, body.error_type, body.code]).toEqual([404, 'NotFoundException', code]);
    }
    expect((await apply(ana, tags, { id: 'x' })).status).toBe(400);
    expect((await get()).tags).toEqual([]);
  });
});
