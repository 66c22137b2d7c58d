import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AiStreamEvent } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import {
  babbles,
  breaksOff,
  breaksOffAfter,
  chunk,
  echoes,
  type FakeAiProvider,
  figuresSoFar,
  floods,
  hangs,
  type ProviderBehaviour,
  refuses,
  says,
  saysFor,
  startAiProvider,
  stopsAfter,
  thinks,
  thought,
} from '../../../test/fakes/ai-provider.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { createLog } from '../../lib/log.ts';
import { askProvider, streamFromProvider } from './ask-provider.ts';

const key = 'sk-secret-of-the-desk';
const lines: string[] = [];
let desk: Harness;
let other: Harness;
let provider: FakeAiProvider;
let admin: ApiClient;
beforeAll(async () => {
  const log = () => createLog('trace', { write: (line) => void lines.push(line) });
  desk = await createHarness({ log: log() });
  other = await createHarness({ share: desk, log: log() });
  // Far from midnight, when budgets begin anew.
  const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));
  for (const { clock } of [desk, other]) clock.set(noon);
  provider = await startAiProvider();
  admin = await desk.as();
}, 120_000);
afterAll(async () => {
  await provider.close();
  await other.close();
  await desk.close();
});

const settings = {
  enabled: true,
  model: 'llama3.2',
  masks_personal_data: true,
  notes_in_suggestions: false,
  budget_unit: 'requests',
  agent_budget: null,
  desk_budget: null,
  requests_per_minute: 1000,
};
async function configure(changes: object = {}): Promise<void> {
  const body = { ...settings, base_url: provider.base_url, api_key: key, ...changes };
  const answer = await admin.call('ai.update_settings', { body });
  expect(answer.status, answer.body.message).toBe(200);
}
beforeEach(async () => {
  await configure();
  provider.behave(says('Hello'));
});

const rewrite = { prompt_key: 'make_friendly', content: 'Where is it?' };
const complete = (client = admin, content = rewrite.content) =>
  client.call('ai.complete', { body: { ...rewrite, content } });

/** Reads a streamed answer to its end. */
async function streamed(client: ApiClient, path: string, body: object = {}) {
  const response = await client.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const events = isStream
    ? text
        .split('\n\n')
        .filter(Boolean)
        .map((event) => JSON.parse(event.replace(/^data: /, '')) as AiStreamEvent)
    : [];
  return { status: response.status, headers: response.headers, events, error: isStream ? null : JSON.parse(text) };
}
const stream = (content = rewrite.content) => streamed(admin, '/api/v1/ai/completion/stream', { ...rewrite, content });
const deltas = (events: readonly AiStreamEvent[]) =>
  events.map((event) => (event.type === 'delta' ? event.text : '')).join('');

test('the provider gets instruction and text, the key and nothing of this machine; the answer is a string', async () => {
  provider.behave(says('  Where may it be?\n'));
  const asked = provider.next();
  const answer = await complete();
  expect([answer.status, answer.data]).toEqual([200, 'Where may it be?']);
  const { path, headers, body } = await asked;
  expect(path).toBe('/v1/chat/completions');
  expect(body).toEqual({
    model: 'llama3.2',
    max_tokens: 1024,
    temperature: 0.7,
    messages: [
      { role: 'system', content: expect.stringContaining('warmer') },
      { role: 'user', content: 'Where is it?' },
    ],
  });
  expect(headers).toMatchObject({ authorization: `Bearer ${key}`, 'user-agent': expect.stringMatching(/^Bellhop\//) });
  expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
});

test('a server that wants no key gets none', async () => {
  await configure({ api_key: '' });
  const asked = provider.next();
  expect((await complete()).status).toBe(200);
  expect((await asked).headers).not.toHaveProperty('authorization');
});

test('a text of blanks is answered with nothing and asked of nobody', async () => {
  const before = provider.calls.length;
  expect((await complete(admin, ' \n')).data).toBe('');
  expect(provider.calls.length).toBe(before);
});

test('what is no text for the call is no trouble with the key', async () => {
  const odd = await admin.call('ai.complete', { body: {} });
  expect([odd.status, odd.body.code]).toEqual([404, 'ai.prompt_not_found']);
});

describe('what the provider does, and what is answered', () => {
  const cases: [string, ProviderBehaviour, number, string, string][] = [
    ['refuses the key', refuses(401), 400, 'InputException', 'ai.key_rejected'],
    ['forbids it', refuses(403), 400, 'InputException', 'ai.key_rejected'],
    ['has too much to do', refuses(429), 500, 'GeneralException', 'ai.provider_busy'],
    ['does not understand', refuses(400), 500, 'GeneralException', 'ai.provider_failed'],
    ['knows no such model', refuses(404), 500, 'GeneralException', 'ai.provider_failed'],
    ['breaks down', refuses(500), 500, 'GeneralException', 'ai.provider_failed'],
    ['redirects', refuses(302, { location: 'http://127.0.0.1:9/' }), 500, 'GeneralException', 'ai.provider_failed'],
    ['answers broken JSON', babbles('{"choices": [{"mess'), 500, 'GeneralException', 'ai.provider_failed'],
    ['answers another shape', babbles('{"choices": 7}'), 500, 'GeneralException', 'ai.provider_failed'],
    ['answers null', babbles('null'), 500, 'GeneralException', 'ai.provider_failed'],
    ['answers a page', babbles('<html>hello', 'text/html'), 500, 'GeneralException', 'ai.provider_failed'],
    ['hangs up', (_call, answer) => void answer.socket!.destroy(), 500, 'GeneralException', 'ai.unreachable'],
  ];
  test.each(cases)('%s', async (_name, behaviour, status, error_type, code) => {
    provider.behave(behaviour);
    const before = provider.calls.length;
    const answer = await complete();
    expect([answer.status, answer.body.error_type, answer.body.code], answer.body.message).toEqual([
      status,
      error_type,
      code,
    ]);
    const opened = await stream();
    expect([opened.status, opened.error?.code], JSON.stringify(opened)).toEqual([status, code]);
    // Nothing is tried twice.
    expect(provider.calls.length).toBe(before + 2);
    expect(answer.body.message + opened.error.message).not.toContain(rewrite.content);
  });

  test('wants other words for the same: it is asked once more, in them', async () => {
    provider.behave(thinks(says('Hello')));
    expect((await complete()).data).toBe('Hello');
    expect(provider.calls.at(-1)!.body).toMatchObject({ max_completion_tokens: 4096 });
    expect(provider.calls.at(-1)!.body).not.toHaveProperty('temperature');
    expect(deltas((await stream()).events)).toBe('Hello');
  });

  test('nobody listens', async () => {
    await configure({ base_url: 'http://127.0.0.1:9/v1' });
    const answer = await complete();
    expect([answer.status, answer.body.code]).toEqual([500, 'ai.unreachable']);
  });

  test('is too slow: 504 within 9 seconds, and its request is ended', { timeout: 30_000 }, async () => {
    provider.behave(hangs);
    const asked = provider.next();
    const answer = await complete();
    expect([answer.status, answer.body.error_type, answer.body.code]).toEqual([504, 'NetworkException', 'ai.too_slow']);
    expect(await (await asked).over).toBe(false);
  });

  test('trickles: the whole answer counts, not its pieces', async () => {
    const target = { base_url: provider.base_url, model: 'x', api_key: '', allow_private: true };
    const trickle: ProviderBehaviour = (call, answer) => {
      answer.writeHead(200, { 'content-type': call.body.stream ? 'text/event-stream' : 'application/json' });
      const timer = setInterval(() => answer.write(call.body.stream ? chunk('a') : ' '), 20);
      answer.once('close', () => clearInterval(timer));
    };
    provider.behave(trickle);
    const asks = [
      askProvider(target, [], { limit_ms: 400 }),
      streamFromProvider(target, [], { limit_ms: 400 }, async () => {}),
    ];
    for (const ask of await Promise.allSettled(asks)) {
      expect(ask).toMatchObject({ status: 'rejected', reason: { code: 'ai.too_slow' } });
    }
  });
});

describe('a streamed answer', () => {
  test('comes piece by piece, in the order of the contract', async () => {
    provider.behave(says(' Hello', ' there', '!\n'));
    const { status, headers, events } = await stream();
    expect(status).toBe(200);
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(events[0]).toEqual({ type: 'start', sources: null });
    expect(events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(1);
    expect(events.at(-1)).toEqual({ type: 'end', finish: 'stop', text: deltas(events), used: null });
    expect(deltas(events).trim()).toBe('Hello there!');
  });

  test.each(['connection', 'answer'] as const)('says so when the %s breaks off in the middle', async (how) => {
    provider.behave(breaksOff(how, 'Hello', ' there'));
    const { events } = await stream();
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      error: { status: 'error', code: expect.stringMatching(/^ai\./) },
    });
    expect(events.filter(({ type }) => type === 'end')).toEqual([]);
  });

  test('of broken events is an error', async () => {
    provider.behave(babbles(`${chunk('Hello')}data: {"choices": [\n\n`, 'text/event-stream'));
    expect((await stream()).events.at(-1)).toMatchObject({ type: 'error', error: { code: 'ai.provider_failed' } });
  });

  test('begins before it is whole; when its reader leaves, the provider is left too', async () => {
    const failures = await settledFailures();
    provider.behave(stopsAfter('Hello'));
    const asked = provider.next();
    const leave = new AbortController();
    const response = await admin.fetch('/api/v1/ai/completion/stream', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rewrite),
      signal: leave.signal,
    });
    const { value } = await response.body!.getReader().read();
    expect(Buffer.from(value!).toString()).toContain('"start"');
    leave.abort();
    expect(await (await asked).over).toBe(false);
    // Stopping is no failure of the provider.
    expect(await settledFailures()).toBe(failures);
  });

  test('whose reader leaves before its first word ends too, and so does a whole answer', async () => {
    provider.behave(hangs);
    for (const path of ['/api/v1/ai/completion/stream', '/api/v1/ai/completion']) {
      const asked = provider.next();
      const leave = new AbortController();
      const gone = admin.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rewrite),
        signal: leave.signal,
      });
      const refused = expect(gone).rejects.toThrow();
      const call = await asked;
      leave.abort();
      expect(await call.over).toBe(false);
      await refused;
    }
  });
});

/** How many requests have failed, once nothing is under way any more. */
async function settledFailures(): Promise<number> {
  const { failed } = await desk.until(async () => {
    const { rows } = await desk.pool.query(
      'select coalesce(sum(reserved_tokens), 0)::int as held, coalesce(sum(failed), 0)::int as failed from ai_usage',
    );
    return rows[0].held === 0 && (rows[0] as { failed: number });
  }, 'requests that are settled');
  return failed;
}

describe('a flood', () => {
  const word = chunk('water '.repeat(20));
  test.each([
    ['of words', floods(word)],
    ['of one line', floods('x'.repeat(64 * 1024))],
    ['of empty events', floods(`data: ${JSON.stringify({ choices: [] })}\n\n`.repeat(100))],
  ])('%s ends, and little of it was taken', async (_name, behaviour) => {
    provider.behave(behaviour);
    const asked = provider.next();
    const { status, events } = await stream();
    const call = await asked;
    expect(await call.over).toBe(false);
    expect(call.written).toBeLessThan(64 * 1024 * 1024);
    expect(deltas(events).length).toBeLessThanOrEqual(20_000);
    const last = events.at(-1);
    if (status === 200) expect(last).toMatchObject({ type: 'end', finish: 'length' });
    else expect(status).toBe(500);
  });

  test('of a whole answer is refused', async () => {
    provider.behave(floods('x'.repeat(64 * 1024), 'application/json', '{"choices":[{"message":{"content":"'));
    const asked = provider.next();
    const answer = await complete();
    expect([answer.status, answer.body.code]).toEqual([500, 'ai.provider_failed']);
    const call = await asked;
    expect(await call.over).toBe(false);
    expect(call.written).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('nothing leaves the desk', () => {
  /** Requests of this process by node:http, by which the product asks others; tests ask by fetch. */
  async function requestsOf(body: () => Promise<void>): Promise<number> {
    let count = 0;
    const note = () => {
      count++;
    };
    subscribe('http.client.request.start', note);
    await body().finally(() => unsubscribe('http.client.request.start', note));
    return count;
  }
  const askAll = async (uuid: string) => {
    const whole = await complete();
    const paths = [
      '/api/v1/ai/completion/stream',
      `/api/v1/conversations/${uuid}/ai/summary`,
      `/api/v1/conversations/${uuid}/ai/reply`,
    ];
    const others = [];
    for (const path of paths) others.push(await streamed(admin, path, rewrite));
    await admin.call('ai.status');
    await admin.call('ai.settings');
    return [[whole.status, whole.body.code], ...others.map(({ status, error }) => [status, error?.code])];
  };

  test.each([
    ['unless a provider is set up', { api_key: '', base_url: 'https://api.openai.com/v1' }, [400, 'ai.no_provider']],
    ['unless it is switched on', { enabled: false }, [409, 'ai.switched_off']],
  ])('%s', async (_name, changes, refused) => {
    const { uuid } = (await openConversation(desk)).conversation;
    const before = provider.connections;
    await configure(changes);
    // Clients offer what leads to entering a key, and nothing that can only be refused.
    const isOff = refused[1] === 'ai.switched_off';
    expect((await admin.call('ai.status')).data).toMatchObject({ configured: false, switched_off: isOff });
    const requests = await requestsOf(async () =>
      expect(await askAll(uuid)).toEqual([refused, refused, refused, refused]),
    );
    expect([requests, provider.connections]).toEqual([0, before]);
    // The same calls do ask, once they may: the test would notice.
    await configure();
    expect(await requestsOf(async () => void (await askAll(uuid)))).toBe(4);
  });

  test('by an address that its owner may not use: private networks are refused as the connection is made', async () => {
    await desk.pool.query('update ai_settings set allow_private = false');
    const before = provider.connections;
    const answer = await complete();
    expect([answer.status, answer.body.code]).toEqual([500, 'ai.unreachable']);
    expect(provider.connections).toBe(before);
  });
});

describe('masking', () => {
  const text = 'I am Mina, mina@mail.example, +49 211 1234567, DE89370400440532013000';

  test('the provider sees placeholders, the agent the data, however the answer is cut', async () => {
    provider.behave(echoes);
    const asked = provider.next();
    expect((await complete(admin, text)).data).toBe(text);
    const { body } = await asked;
    expect(body.messages[1]!.content).toBe('I am Mina, [EMAIL_1], [PHONE_2], [IBAN_3]');
    expect(body.messages[0]!.content).toContain('placeholders');
    const { events } = await stream(text);
    expect(deltas(events)).toBe(text);
    expect(events.at(-1)).toMatchObject({ type: 'end', text });
  });

  test("the contact's name too, where the text belongs to a conversation", async () => {
    const { uuid } = (await openConversation(desk, { from: 'mina2@mail.example', name: 'Mina Oak' })).conversation;
    provider.behave(echoes);
    const asked = provider.next();
    const body = { ...rewrite, content: 'Dear Mina', conversation_uuid: uuid };
    const { events } = await streamed(admin, '/api/v1/ai/completion/stream', body);
    expect((await asked).body.messages[1]!.content).toBe('Dear [NAME_1]');
    expect(deltas(events)).toBe('Dear Mina');
  });

  test('can be switched off', async () => {
    await configure({ masks_personal_data: false });
    const asked = provider.next();
    await complete(admin, text);
    expect((await asked).body.messages).toEqual([expect.anything(), { role: 'user', content: text }]);
  });
});

describe('budgets', () => {
  /** An agent who has asked nothing yet, in both processes. */
  async function newAgent(): Promise<{ id: number; here: ApiClient; there: ApiClient }> {
    const email = `ai${Math.random().toString(36).slice(2)}@desk.test`;
    const id = await desk.addAgent({ email, permissions: [] });
    return { id, here: await desk.as(email), there: await other.as(email) };
  }

  test.each([
    ['an agent', { agent_budget: 4 }, 'ai.agent_budget_spent'],
    ['the desk', { desk_budget: 4 }, 'ai.desk_budget_spent'],
  ])('of %s holds for all processes together', async (_name, budget, code) => {
    await desk.pool.query('delete from ai_usage');
    await configure(budget);
    const { here, there } = await newAgent();
    const answers = await Promise.all(
      [here, there, here, there, here, there, here, there].map((client) => complete(client)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([429, code]));
    // Tomorrow is another day.
    desk.clock.advance(24 * 3600_000);
    expect((await complete(await desk.as())).status).toBe(200);
    desk.clock.advance(-24 * 3600_000);
  });

  test('a minute holds so many requests of an agent, and says when the next begins', async () => {
    await configure({ requests_per_minute: 2 });
    const { here } = await newAgent();
    const minute = 60_000;
    desk.clock.set(new Date(Math.ceil(desk.clock.now().getTime() / minute) * minute + 1000));
    const answers = [await complete(here), await complete(here), await complete(here)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [429, 'ai.too_many_requests'],
    ]);
    expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(0);
    desk.clock.advance(minute);
    expect((await complete(here)).status).toBe(200);
  });

  test('of tokens counts what the provider says it took', async () => {
    await configure({ budget_unit: 'tokens', agent_budget: 1300 });
    const { here, id } = await newAgent();
    expect((await complete(here)).status).toBe(200);
    expect((await here.call('ai.status')).data).toMatchObject({ left_today: 1180, budget_unit: 'tokens' });
    // What a question may take at most must fit, else none begins.
    await configure({ budget_unit: 'tokens', agent_budget: 1000 });
    expect((await complete(here)).body.code).toBe('ai.agent_budget_spent');
    const usage = (await admin.call('ai.usage', { query: { days: 2, agent_id: id } })).data;
    expect(usage.agents).toMatchObject([
      { agent_id: id, requests: 1, failed: 0, input_tokens: 100, output_tokens: 20 },
    ]);
  });

  test.each([
    ['counted into the completion', { prompt_tokens: 100, completion_tokens: 900, total_tokens: 1000 }],
    ['counted into the total alone', { prompt_tokens: 100, completion_tokens: 20, total_tokens: 1000 }],
  ])('of tokens hold what a model thought, %s', async (_name, figures) => {
    const { here, id } = await newAgent();
    provider.behave(thinks(saysFor(figures, 'Hello')));
    expect((await complete(here)).status).toBe(200);
    const streamedHere = await streamed(here, '/api/v1/ai/completion/stream', rewrite);
    expect(streamedHere.events.at(-1)).toMatchObject({ type: 'end' });
    const usage = (await admin.call('ai.usage', { query: { agent_id: id } })).data;
    expect(usage.total).toEqual({ requests: 2, failed: 0, input_tokens: 200, output_tokens: 1800 });
  });

  test('of tokens are not overrun by a model that thinks: it is asked only where all it may think fits', async () => {
    provider.behave(thinks(says('Hello')));
    for (const [budget, unit, code] of [
      [4000, 'tokens', 'ai.agent_budget_spent'],
      [6000, 'tokens', undefined],
      [1, 'requests', undefined],
    ] as const) {
      await configure({ budget_unit: unit, agent_budget: budget });
      const { here } = await newAgent();
      expect((await complete(here)).body.code).toBe(code);
      // Nothing stays set aside.
      const left = code ? budget : budget - (unit === 'tokens' ? 120 : 1);
      expect((await here.call('ai.status')).data).toMatchObject({ left_today: left });
    }
  });

  /** What was counted for the administrator while something ran. */
  async function countedBy(run: () => Promise<unknown>) {
    const total = async () => (await admin.call('ai.usage', { query: {} })).data.total;
    const before = await total();
    await run();
    const after = await total();
    return {
      failed: after.failed - before.failed,
      input: after.input_tokens - before.input_tokens,
      output: after.output_tokens - before.output_tokens,
    };
  }
  const told = { prompt_tokens: 100, completion_tokens: 700, total_tokens: 800 };
  const isTold = { failed: 1, input: 100, output: 700 };
  const asked = { failed: 1, input: expect.toSatisfy((tokens: number) => tokens > 0) };
  const byTime = expect.toSatisfy((tokens: number) => tokens > 0 && tokens <= 4096);
  test.each<[string, ProviderBehaviour, object]>([
    ['was told', breaksOffAfter(thought('Hm.'), figuresSoFar(told)), isTold],
    ['was seen', breaksOffAfter(thought('x'.repeat(1000))), { ...asked, output: 400 }],
    ['is all that came of it', thinks(saysFor(told, '')), isTold],
    ['is known by its time alone', thinks(breaksOffAfter(chunk(''))), { ...asked, output: byTime }],
  ])(
    'of tokens hold what a model thought that broke off before its first word, where it %s',
    async (...[, behaviour, took]) => {
      provider.behave(behaviour);
      expect(await countedBy(async () => expect((await stream()).status).toBe(500))).toEqual(took);
    },
  );

  test('of tokens hold what a whole answer without words took', async () => {
    provider.behave(thinks(babbles(JSON.stringify({ choices: [{ message: {} }], usage: told }))));
    expect(await countedBy(async () => expect((await complete()).status).toBe(500))).toEqual(isTold);
  });

  test('what the provider refused took nothing of the tokens', async () => {
    const { here, id } = await newAgent();
    provider.behave(refuses(500));
    await complete(here);
    const usage = (await admin.call('ai.usage', { query: { agent_id: id } })).data;
    expect(usage.total).toEqual({ requests: 1, failed: 1, input_tokens: 0, output_tokens: 0 });
    expect(usage.days).toHaveLength(30);
  });
});

test('neither key nor text reach the log, whatever happened', () => {
  const all = lines.join('\n');
  expect(all).toContain('the AI provider gave no answer');
  for (const secret of [key, rewrite.content, 'mina@mail.example']) expect(all).not.toContain(secret);
});
