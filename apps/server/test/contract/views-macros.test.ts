import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';
import { ForeignClient, type RawAnswer } from './foreign-client.ts';

/** A view as the stock client keeps it. */
interface ForeignView {
  id: number;
  name: string;
  filters: unknown[];
  created_at: string;
  updated_at: string;
  user_id: number;
}
interface ForeignMacro {
  id: number;
  name: string;
  message_content: string;
  visible_when: string[];
  visibility: string;
  user_id: string | null;
  team_id: string | null;
  usage_count: number;
  actions: { type: string; value: string[]; display_value: string[] }[];
}

let desk: Harness;
let admin: ForeignClient;
let ana: ForeignClient;
let anaId: number;
let teamId: number;
let uuid: string;

beforeAll(async () => {
  desk = await createHarness();
  teamId = await desk.addTeam('Orders');
  anaId = await desk.addAgent({ email: 'ana@desk.test', first_name: 'Ana', last_name: 'Reed', team_ids: [teamId] });
  await desk.pool.query("insert into tags (name) values ('refund')");
  admin = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
  ana = await ForeignClient.signedIn(desk.app.address()!, 'ana@desk.test');
  uuid = (await openConversation(desk)).conversation.uuid;
}, 120_000);
afterAll(() => desk.close());

const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/);
const refusal = (answer: RawAnswer) => [answer.status, answer.json().error_type];

describe('views (wire B 6)', () => {
  const filters = [
    { model: 'conversations', field: 'assigned_user_id', operator: 'not set', value: '' },
    { model: 'conversations', field: 'status_id', operator: 'equals', value: '1' },
  ];

  test('saved as the form sends it, listed verbatim', async () => {
    expect((await ana.get('/api/v1/views/me')).text).toBe('{"status":"success","data":[]}');
    const saved = await ana.sendJson('POST', '/api/v1/views/me', { name: 'Mine to take', filters });
    expect([saved.status, saved.text]).toEqual([200, '{"status":"success","data":true}']);
    const [view] = (await ana.get('/api/v1/views/me')).data<ForeignView[]>();
    expect(view).toEqual({
      id: expect.any(Number),
      created_at: time,
      updated_at: time,
      name: 'Mine to take',
      filters,
      user_id: anaId,
    });
  });

  test('an update carries the whole object; its extras change nothing', async () => {
    const [view] = (await ana.get('/api/v1/views/me')).data<ForeignView[]>();
    const body = { ...view!, name: 'Renamed', id: 4711, user_id: 1, created_at: 'never', filters: [filters[1]] };
    const answer = await ana.sendJson('PUT', `/api/v1/views/me/${view!.id}`, body);
    expect([answer.status, answer.text]).toEqual([200, '{"status":"success","data":true}']);
    expect((await ana.get('/api/v1/views/me')).data<ForeignView[]>()).toEqual([
      { ...view!, name: 'Renamed', filters: [filters[1]], updated_at: time },
    ]);
  });

  test('the list pages as every list does, whatever filters the query holds', async () => {
    const [view] = (await ana.get('/api/v1/views/me')).data<ForeignView[]>();
    const answer = await ana.get(`/api/v1/views/${view!.id}/conversations`, {
      page: 1,
      page_size: 50,
      order_by: 'conversations.last_message_at',
      order: 'desc',
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data()).toMatchObject({ total: 1, per_page: 50, total_pages: 1, page: 1, results: [{ uuid }] });
  });

  test.each([
    ['POST', '', { filters }],
    ['POST', '', { name: '', filters }],
    ['POST', '', { name: 'View' }],
    ['PUT', '/x', { name: 'View', filters }],
    ['PUT', '/0', { name: 'View', filters }],
  ] as const)('%s %s %j is 400', async (method, path, body) => {
    expect(refusal(await ana.sendJson(method, `/api/v1/views/me${path}`, body))).toEqual([400, 'InputException']);
  });

  test('ids that are none, unknown views and views of others', async () => {
    const [view] = (await ana.get('/api/v1/views/me')).data<ForeignView[]>();
    for (const id of ['x', '0', '-1', '1.5']) {
      expect(refusal(await ana.get(`/api/v1/views/${id}/conversations`))).toEqual([400, 'InputException']);
      expect(refusal(await ana.delete(`/api/v1/views/me/${id}`))).toEqual([400, 'InputException']);
    }
    for (const [client, id] of [
      [admin, view!.id],
      [ana, 99_999],
    ] as const) {
      const body = { name: 'View', filters };
      expect(refusal(await client.get(`/api/v1/views/${id}/conversations`))).toEqual([404, 'NotFoundException']);
      expect(refusal(await client.sendJson('PUT', `/api/v1/views/me/${id}`, body))).toEqual([404, 'NotFoundException']);
      expect(refusal(await client.delete(`/api/v1/views/me/${id}`))).toEqual([404, 'NotFoundException']);
    }
    expect((await ana.delete(`/api/v1/views/me/${view!.id}`)).text).toBe('{"status":"success","data":true}');
    expect((await ana.get('/api/v1/views/me')).data()).toEqual([]);
  });
});

describe('macros (wire B 4)', () => {
  const macros = async (client: ForeignClient) => (await client.get('/api/v1/macros')).data<ForeignMacro[]>();
  const form = () => ({
    name: 'Refund',
    message_content: '<p>Refund issued</p>',
    visibility: 'team',
    visible_when: ['replying', 'starting_conversation'],
    team_id: String(teamId),
    // Left over from an earlier choice.
    user_id: String(anaId),
    actions: [
      { type: 'set_status', value: ['3'] },
      { type: 'add_tags', value: ['refund'] },
    ],
  });

  test('saved as the form sends it; ids come back as text', async () => {
    const saved = await admin.sendJson('POST', '/api/v1/macros', form());
    expect(saved.status, saved.text).toBe(200);
    const [macro] = await macros(ana);
    expect(macro).toEqual({
      ...form(),
      id: expect.any(Number),
      created_at: time,
      updated_at: time,
      user_id: null,
      usage_count: 0,
      actions: [
        { type: 'set_status', value: ['3'], display_value: ['Resolved'] },
        { type: 'add_tags', value: ['refund'], display_value: [] },
      ],
    });
    expect((await admin.get(`/api/v1/macros/${macro!.id}`)).data()).toEqual(macro);
  });

  test('an update without what only answers have; null and empty ids are no fault', async () => {
    const [macro] = await macros(admin);
    const body = { ...form(), visibility: 'all', team_id: '', user_id: null, message_content: '' };
    expect((await admin.sendJson('PUT', `/api/v1/macros/${macro!.id}`, body)).status).toBe(200);
    expect((await macros(ana))[0]).toMatchObject({
      team_id: null,
      user_id: null,
      message_content: '',
      visibility: 'all',
    });
  });

  test('applied: not enveloped, 200, 207 and 500', async () => {
    const [macro] = await macros(ana);
    const path = `/api/v1/conversations/${uuid}/macros/${macro!.id}/apply`;
    const half = await ana.sendJson('POST', path, macro!.actions);
    expect(half.status).toBe(207);
    expect(Object.keys(half.json())).toEqual(['message', 'failed']);
    const none = await ana.sendJson('POST', path, [macro!.actions[0]]);
    expect(refusal(none)).toEqual([500, 'GeneralException']);
    await ana.put(`/api/v1/conversations/${uuid}/assignee/user`, { assignee_id: String(anaId) });
    const whole = await ana.sendJson('POST', path, macro!.actions);
    expect(whole.status).toBe(200);
    expect(whole.json().message).toEqual(expect.any(String));
    expect(whole.json()).not.toHaveProperty('status');
    expect((await macros(ana))[0]!.usage_count).toBe(2);
    expect((await ana.get(`/api/v1/conversations/${uuid}`)).data()).toMatchObject({
      status: 'Resolved',
      tags: ['refund'],
    });
  });

  test('refusals', async () => {
    const [macro] = await macros(admin);
    const actions = [{ type: 'add_tags', value: ['refund'], display_value: [] }];
    const unknown = '5b0f6a3e-0f0d-4d7f-9f5a-1f1f7d1c2a10';
    const at = (conversation: string, id: number | string) =>
      `/api/v1/conversations/${conversation}/macros/${id}/apply`;
    expect(refusal(await ana.sendJson('POST', at(unknown, macro!.id), actions))).toEqual([404, 'NotFoundException']);
    expect(refusal(await ana.sendJson('POST', at(uuid, 99_999), actions))).toEqual([404, 'NotFoundException']);
    expect(refusal(await ana.sendJson('POST', at(uuid, 'x'), actions))).toEqual([400, 'InputException']);
    expect(refusal(await ana.sendJson('POST', at(uuid, macro!.id), { actions }))).toEqual([400, 'InputException']);
    expect(refusal(await ana.sendJson('POST', '/api/v1/macros', form()))).toEqual([403, 'PermissionException']);
    expect(refusal(await admin.sendJson('POST', '/api/v1/macros', { ...form(), visible_when: [] }))).toEqual([
      400,
      'InputException',
    ]);
    expect(refusal(await admin.get('/api/v1/macros/x'))).toEqual([400, 'InputException']);
    expect(refusal(await admin.get('/api/v1/macros/99999'))).toEqual([404, 'NotFoundException']);
    expect(refusal(await admin.delete('/api/v1/macros/99999'))).toEqual([404, 'NotFoundException']);
    expect((await admin.delete(`/api/v1/macros/${macro!.id}`)).text).toBe('{"status":"success","data":true}');
  });
});
