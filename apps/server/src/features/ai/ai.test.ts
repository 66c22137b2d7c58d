import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeAiProvider, refuses, says, startAiProvider } from '../../../test/fakes/ai-provider.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { tidyUsage } from './index.ts';

let desk: Harness;
let provider: FakeAiProvider;
beforeAll(async () => {
  desk = await createHarness();
  provider = await startAiProvider();
}, 120_000);
afterAll(async () => {
  await provider.close();
  await desk.close();
});

describe('without a provider', () => {
  test('the seeded prompts come by title, without what they tell the provider', async () => {
    const { data } = await (await adminOnce()).call('ai.prompts');
    expect(data.map(({ key }) => key)).toEqual([
      'add_empathy',
      'adjust_positive_tone',
      'fix_grammar_spelling',
      'make_concise',
      'make_friendly',
      'make_professional',
    ]);
    expect(Object.keys(data[0]!).sort()).toEqual(['created_at', 'id', 'key', 'title', 'updated_at']);
  });

  test.each([
    ['a text', { prompt_key: 'make_friendly', content: 'Hello' }, 400, 'InputException'],
    ['an unknown prompt', { prompt_key: 'make_rich', content: 'Hello' }, 404, 'NotFoundException'],
    ['as long as allowed', { prompt_key: 'make_friendly', content: 'x'.repeat(20_000) }, 400, 'InputException'],
    ['too long', { prompt_key: 'make_friendly', content: 'x'.repeat(20_001) }, 413, 'GeneralException'],
  ])('%s', async (_name, body, status, error_type) => {
    const admin = await adminOnce();
    const answer = await admin.call('ai.complete', { body });
    expect([answer.status, answer.body.error_type]).toEqual([status, error_type]);
    const streamed = await admin.call('ai.stream_completion', { body });
    expect([streamed.status, streamed.body.error_type]).toEqual([status, error_type]);
  });

  test('everybody is told that there is none', async () => {
    await desk.addAgent({ email: 'plain@desk.test' });
    const { data } = await (await desk.as('plain@desk.test')).call('ai.status');
    expect(data).toEqual({
      configured: false,
      switched_off: false,
      complete: false,
      summarise: false,
      suggest: false,
      manage: false,
      masks_personal_data: true,
      left_today: 500,
      budget_unit: 'requests',
    });
  });
});

describe('prompts', () => {
  const body = { title: 'Translate', key: 'translate', content: 'Translate into English.' };

  test('are added, read, changed and deleted by administrators, and all of it is told', async () => {
    const admin = await adminOnce();
    const made = await admin.call('ai.create_prompt', { body });
    expect(made.data).toMatchObject(body);
    const params = { id: made.data.id };
    expect((await admin.call('ai.prompt', { params })).data).toEqual(made.data);
    expect((await admin.call('ai.prompts')).data.map(({ title }) => title)).toContain('Translate');
    const changed = await admin.call('ai.update_prompt', {
      params,
      body: { ...body, content: 'Translate into French.', based_on: made.data.updated_at },
    });
    expect(changed.data.content).toBe('Translate into French.');
    const late = await admin.call('ai.update_prompt', { params, body: { ...body, based_on: made.data.updated_at } });
    expect([late.status, late.body.code]).toEqual([409, 'config.changed_meanwhile']);
    expect((await admin.call('ai.remove_prompt', { params })).data).toBe(true);
    for (const name of ['ai.prompt', 'ai.remove_prompt'] as const) {
      expect((await admin.call(name, { params })).status).toBe(404);
    }
    const { rows } = await desk.pool.query(
      "select activity_type, params->'changes' as changes from activity_logs where target_model_type = 'ai_prompt' order by id",
    );
    expect(rows.map((row) => row.activity_type)).toEqual([
      'ai_prompt_created',
      'ai_prompt_changed',
      'ai_prompt_deleted',
    ]);
    expect(rows[1].changes).toEqual({ content: { before: body.content, after: 'Translate into French.' } });
    const frames = (await desk.frames()).filter(
      ({ type, data }) => type === 'config_changed' && data.entity === 'ai_prompt',
    );
    expect(frames).toHaveLength(3);
  });

  test('have keys of their own', async () => {
    const admin = await adminOnce();
    const taken = await admin.call('ai.create_prompt', { body: { ...body, key: 'make_concise' } });
    expect([taken.status, taken.body.code, taken.body.data]).toEqual([
      409,
      'config.name_taken',
      { key: 'it is taken' },
    ]);
    const { data } = await admin.call('ai.create_prompt', { body: { ...body, key: 'own' } });
    const other = await admin.call('ai.update_prompt', {
      params: { id: data.id },
      body: { ...body, key: 'make_concise' },
    });
    expect([other.status, other.body.data]).toEqual([409, { key: 'it is taken' }]);
    for (const key of ['', 'Make it', 'größe', 'a-b', '_a', 'x'.repeat(101)]) {
      const answer = await admin.call('ai.create_prompt', { body: { ...body, key } });
      expect([key, answer.status, Object.keys(answer.body.data ?? {})]).toEqual([key, 400, ['key']]);
    }
  });
});

describe('the provider', () => {
  const key = 'sk-of-the-desk';

  test('is stored as other clients send it, sealed, and switched on when it is the first', async () => {
    const admin = await adminOnce();
    for (const wrong of [
      { api_key: '', provider: 'openai' },
      { api_key: key, provider: 'other' },
    ]) {
      expect((await admin.call('ai.set_provider', { body: wrong })).status).toBe(400);
    }
    const answer = await admin.call('ai.set_provider', { body: { api_key: key, provider: 'openai' } });
    expect([answer.status, typeof answer.data]).toEqual([200, 'string']);
    const { data } = await admin.call('ai.settings');
    expect(data).toMatchObject({
      enabled: true,
      has_key: true,
      key_unreadable: false,
      base_url: 'https://api.openai.com/v1',
    });
    expect((await admin.call('ai.status')).data).toMatchObject({ configured: true, manage: true, suggest: true });
    const { rows } = await desk.pool.query(
      "select (select api_key from ai_settings) as sealed, (select string_agg(params::text, '') from activity_logs) as log",
    );
    expect(rows[0].sealed).toMatch(/^sealed:v1:/);
    expect(rows[0].log).toContain('••••');
    for (const text of [JSON.stringify(data), rows[0].sealed, rows[0].log]) expect(text).not.toContain(key);
    // Switching off is a choice that a new key does not undo.
    await admin.call('ai.update_settings', { body: { enabled: false } });
    await admin.call('ai.set_provider', { body: { api_key: key } });
    expect((await admin.call('ai.settings')).data.enabled).toBe(false);
  });

  test('keeps its key for its own host alone', async () => {
    const admin = await adminOnce();
    await admin.call('ai.set_provider', { body: { api_key: key } });
    const elsewhere = { base_url: 'https://other.example/v1' };
    for (const name of ['ai.update_settings', 'ai.test'] as const) {
      const refused = await admin.call(name, { body: { ...elsewhere, api_key: '••••••••' } });
      expect([refused.status, Object.keys(refused.body.data ?? {})]).toEqual([400, ['api_key']]);
    }
    const kept = await admin.call('ai.update_settings', { body: { base_url: 'https://api.openai.com/v2/' } });
    expect(kept.data).toMatchObject({ base_url: 'https://api.openai.com/v2', has_key: true });
    const removed = await admin.call('ai.update_settings', { body: { ...elsewhere, api_key: '' } });
    expect(removed.data).toMatchObject({ ...elsewhere, has_key: false });
  });

  test('may lie in a private network where whoever enters it could allow that', async () => {
    await desk.addAgent({ email: 'ai@desk.test', permissions: ['ai:manage'] });
    const manager = await desk.as('ai@desk.test');
    for (const base_url of ['http://localhost:11434/v1', provider.base_url, 'http://[::1]/v1', 'http://10.1.2.3']) {
      const answer = await manager.call('ai.update_settings', { body: { base_url, api_key: '' } });
      expect([answer.status, answer.body.code, answer.body.data]).toEqual([
        400,
        'ai.private_address',
        { base_url: 'it leads to a private network' },
      ]);
    }
    const admin = await adminOnce();
    const { base_url } = provider;
    expect((await admin.call('ai.update_settings', { body: { base_url, api_key: '' } })).status).toBe(200);
    // The other one may change the rest.
    const saved = await manager.call('ai.update_settings', { body: { model: 'llama3.2', base_url } });
    expect([saved.status, saved.data?.model]).toEqual([200, 'llama3.2']);
    expect((await manager.call('ai.test', { body: {} })).data.ok).toBe(true);
  });

  test.each([
    ['base_url', 'ftp://host/v1'],
    ['base_url', 'http://user:word@host/v1'],
    ['base_url', 'https://host/v1?x=1'],
    ['base_url', 'https://host/\u202e'],
    ['base_url', 7],
    ['model', ''],
    ['model', 'gpt\u202e4'],
    ['model', 'x'.repeat(201)],
    ['api_key', 'two words'],
    ['api_key', 'schlüssel'],
    ['agent_budget', 0],
    ['agent_budget', 1.5],
    ['desk_budget', '10'],
    ['budget_unit', 'euros'],
    ['requests_per_minute', 1001],
    ['enabled', 'perhaps'],
  ])('%s can not be %j', async (member, value) => {
    const answer = await (await adminOnce()).call('ai.update_settings', { body: { [member]: value } });
    expect([answer.status, Object.keys(answer.body.data ?? {})]).toEqual([400, [member]]);
  });

  test('says whether it works, with settings that are not stored yet', async () => {
    const admin = await adminOnce();
    await admin.call('ai.update_settings', { body: { base_url: provider.base_url, model: 'llama3.2', api_key: '' } });
    const before = (await admin.call('ai.settings')).data;
    provider.behave(says('ready'));
    const asked = provider.next();
    const good = await admin.call('ai.test', { body: { model: 'mistral', api_key: key } });
    expect(good.data).toMatchObject({ ok: true, error: null, answer: 'ready' });
    expect(await asked).toMatchObject({
      body: { model: 'mistral', max_tokens: 16 },
      headers: { authorization: `Bearer ${key}` },
    });
    provider.behave(refuses(401));
    expect((await admin.call('ai.test', { body: {} })).data).toMatchObject({
      ok: false,
      field: 'api_key',
      answer: null,
    });
    provider.behave(refuses(404));
    expect((await admin.call('ai.test', { body: {} })).data).toMatchObject({ ok: false, field: 'model' });
    const away = await admin.call('ai.test', { body: { base_url: 'http://127.0.0.1:9/v1' } });
    expect(away.data).toMatchObject({ ok: false, field: 'base_url', error: expect.stringContaining('127.0.0.1') });
    expect((await admin.call('ai.settings')).data).toEqual(before);
  });

  test('whose key was sealed by another desk is as good as none, and says so', async () => {
    const admin = await adminOnce();
    await desk.pool.query("update ai_settings set api_key = 'sealed:v1:AAAA', enabled = true");
    expect((await admin.call('ai.settings')).data).toMatchObject({ has_key: true, key_unreadable: true });
    expect((await admin.call('ai.status')).data.configured).toBe(false);
    const answer = await admin.call('ai.complete', { body: { prompt_key: 'make_concise', content: 'Hello' } });
    expect([answer.status, answer.body.code]).toEqual([400, 'ai.no_provider']);
  });
});

test('usage is kept for longer than a year and not for ever', async () => {
  const agent = await desk.addAgent({ email: 'used@desk.test', first_name: 'Lee', last_name: 'Park' });
  const day = (ago: number) => new Date(desk.clock.now().getTime() - ago * 24 * 3600_000);
  for (const [ago, requests] of [
    [0, 1],
    [3, 2],
    [360, 4],
    [500, 8],
  ] as const) {
    await desk.pool.query(
      `insert into ai_usage (day, agent_id, requests, failed, input_tokens, output_tokens, last_at, minute)
       values (($1::timestamptz at time zone (select value #>> '{}' from settings where key = 'app.timezone'))::date, $2, $3, 1, 3000000000, 5, $1, $1)`,
      [day(ago), agent, requests],
    );
  }
  await tidyUsage(desk.app.deps);
  const admin = await adminOnce();
  const usage = (await admin.call('ai.usage', { query: { days: 366, agent_id: agent } })).data;
  expect(usage.total).toEqual({ requests: 7, failed: 3, input_tokens: 9_000_000_000, output_tokens: 15 });
  expect(usage.days).toHaveLength(366);
  expect(usage.days.at(-1)).toMatchObject({ day: usage.to, requests: 1 });
  expect(usage.agents).toMatchObject([{ agent_id: agent, first_name: 'Lee', last_name: 'Park', requests: 7 }]);
  expect((await admin.call('ai.usage', { query: { days: 2, agent_id: agent } })).data.total.requests).toBe(1);
  expect(
    (await desk.pool.query('select count(*)::int as n from ai_usage where agent_id = $1', [agent])).rows[0].n,
  ).toBe(3);
  for (const days of [0, 367]) expect((await admin.call('ai.usage', { query: { days } })).status).toBe(400);
});

let signedIn: ReturnType<Harness['as']> | undefined;
/** Sign-ins of one address are limited. */
function adminOnce() {
  signedIn ??= desk.as();
  return signedIn;
}
