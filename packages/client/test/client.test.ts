import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { allPermissions } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openConversation } from '../../../apps/server/test/conversations.ts';
import { createHarness, type Harness } from '../../../apps/server/test/harness.ts';
import { type BellhopClient, BellhopError, createClient, paginate, verifyWebhook, WebhookError } from '../src/index.ts';

const folder = join(import.meta.dirname, '..');
let desk: Harness;
let apiKey: string;
let client: BellhopClient;
beforeAll(async () => {
  desk = await createHarness();
  const admin = await desk.as();
  const { data } = await admin.call('api_keys.create', {
    body: { name: 'Client', permissions: [...allPermissions], expires_at: null },
  });
  apiKey = `${data.key}:${data.secret}`;
  client = createClient({ baseUrl: `${desk.app.address()}/`, apiKey });
});
afterAll(() => desk.close());

describe('against a desk', () => {
  test('it reads, writes, sends files and gets them back', async () => {
    expect((await client.agents.me()).email).toBe('admin@bellhop.local');
    await client.teams.create({ body: { name: 'Orders', conversation_assignment_type: 'Manual' } });
    const team = (await client.teams.list()).find(({ name }) => name === 'Orders')!;
    await client.teams.update({ id: team.id, body: { name: 'Parcels', conversation_assignment_type: 'Manual' } });
    expect(await client.teams.get({ id: team.id })).toMatchObject({ name: 'Parcels' });

    const file = new File(['hello'], 'greeting.txt', { type: 'text/plain' });
    const { uuid, filename } = await client.media.upload({ body: { files: file, inline: 'false' } });
    expect(filename).toBe('greeting.txt');
    const back = await client.media.download({ name: uuid });
    expect(await back.text()).toBe('hello');
    expect(Object.keys(await client.lang.get({ code: 'de' })).length).toBeGreaterThan(100);
  });

  test('a refusal tells its code, what is wrong, and the number of the request', async () => {
    const refused = await client.tags.create({ body: { name: '' } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BellhopError);
    expect(refused).toMatchObject({ status: 400, code: 'input.invalid', data: { name: expect.any(String) } });
    expect((refused as BellhopError).request_id).toMatch(/^[\w-]{20,}$/);
    const stranger = createClient({ baseUrl: desk.app.address()!, apiKey: 'no:key' });
    await expect(stranger.agents.me()).rejects.toMatchObject({ status: 401, code: 'api_key.invalid' });
    await expect(client.tags.usage({ id: undefined as unknown as number })).rejects.toThrow('id is missing');
    const gone = new AbortController();
    gone.abort(new Error('enough'));
    await expect(client.agents.me({ signal: gone.signal })).rejects.toThrow('enough');
  });

  test('all rows of a list come, once each, page by page', async () => {
    for (let made = 0; made < 7; made++) await openConversation(desk, { subject: `Parcel ${made}` });
    const subjects: (string | null)[] = [];
    for await (const { subject } of paginate(client.conversations.all, { page_size: 3 })) subjects.push(subject);
    expect(new Set(subjects).size).toBe(7);
    expect(subjects).toHaveLength(7);
    const contacts = [];
    for await (const one of paginate(client.contacts.list, { page_size: 1 })) contacts.push(one);
    expect(contacts).toHaveLength((await client.contacts.list()).total);
  });

  test('what the README shows works as it stands', async () => {
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
    expect(blocks.length).toBeGreaterThan(5);
    const text = blocks
      .join('\n')
      .replaceAll("'@bellhop/client'", "'../src/index.ts'")
      .replace('https://desk.example', desk.app.address()!)
      .replace('KEY:SECRET', apiKey);
    const file = join(folder, 'test', `readme-${process.pid}.ts`);
    await writeFile(file, `${text}\nexport { receive };\n`);
    const said = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      const { receive } = (await import(pathToFileURL(file).href)) as {
        receive: (request: Request) => Promise<Response>;
      };
      const lines = said.mock.calls.map((words) => words.join(' '));
      expect(lines[0]).toMatch(/^Signed in as /);
      expect(lines.at(-1)).toMatch(/^There is one already: /);
      const refused = await receive(new Request('https://orders.example', { method: 'POST', body: '{}' }));
      expect(refused.status).toBe(400);
      const body = JSON.stringify({ event: 'contact.updated', event_id: 'evt_1' });
      const headers = signed(body, 'SECRET OF THE WEBHOOK');
      const taken = await receive(new Request('https://orders.example', { method: 'POST', body, headers }));
      expect([taken.status, said.mock.lastCall]).toEqual([200, ['contact.updated', 'evt_1']]);
    } finally {
      said.mockRestore();
      await rm(file);
    }
  });
});

describe('limits and absences', () => {
  const answer = (
    status: number,
    headers: Record<string, string> = {},
    body: unknown = { status: 'success', data: [] },
  ) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
  const withAnswers = (answers: (Response | Error)[], options: { retries?: number; longestWait?: number } = {}) => {
    const asked = vi.fn(async () => {
      const next = answers.shift()!;
      if (next instanceof Error) throw next;
      return next;
    });
    return { asked, client: createClient({ baseUrl: 'https://desk.example', fetch: asked, ...options }) };
  };

  test('a call that meets a limit is sent again, writing ones too', async () => {
    const { asked, client: limited } = withAnswers([answer(429, { 'retry-after': '0' }), answer(200)]);
    expect(await limited.tags.create({ body: { name: 'x' } })).toEqual([]);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('not for ever, and not after a longer time than was allowed', async () => {
    const limited = withAnswers(
      [1, 2].map(() => answer(429, { 'retry-after': '0' })),
      { retries: 1 },
    );
    await expect(limited.client.tags.list()).rejects.toMatchObject({ status: 429, retry_after: 0 });
    const long = withAnswers([answer(429, { 'retry-after': '90' })]);
    await expect(long.client.tags.list()).rejects.toMatchObject({ retry_after: 90 });
    expect(long.asked).toHaveBeenCalledTimes(1);
  });

  test('while the desk is away only reading is tried again: nobody knows what became of a write', async () => {
    const reading = withAnswers([answer(503, { 'retry-after': '0' }), answer(200)]);
    expect(await reading.client.tags.list()).toEqual([]);
    const writing = withAnswers([answer(503, { 'retry-after': '0' }, '<html>')]);
    await expect(writing.client.tags.remove({ id: 1 })).rejects.toMatchObject({ status: 503, code: undefined });
    const cut = withAnswers([new TypeError('fetch failed')]);
    await expect(cut.client.tags.remove({ id: 1 })).rejects.toThrow('fetch failed');
    expect([writing.asked, cut.asked].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});

const now = Date.parse('2026-03-02T09:14:03Z');
function signed(body: string, secret: string, at = Math.floor(Date.now() / 1000)): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { 'bellhop-timestamp': String(at), 'bellhop-signature': `v1=${signature}` };
}

describe('webhooks', () => {
  const body = '{"event":"contact.updated","note":"é"}';
  const at = now / 1000;

  test('a request of the desk is taken, with either secret while one takes the place of the other', async () => {
    const headers = signed(body, 'new', at);
    expect(await verifyWebhook({ body, headers, secret: 'new', now })).toMatchObject({ event: 'contact.updated' });
    expect(await verifyWebhook({ body, headers: new Headers(headers), secret: ['old', 'new'], now })).toBeTruthy();
    const both = `${headers['bellhop-signature']}, ${signed(body, 'old', at)['bellhop-signature']}`;
    expect(
      await verifyWebhook({ body, headers: { ...headers, 'bellhop-signature': both }, secret: 'old', now }),
    ).toBeTruthy();
  });

  test.each<[string, Partial<Parameters<typeof verifyWebhook>[0]>]>([
    ['another body', { body: `${body} ` }],
    ['another secret', { secret: 'other' }],
    ['an old one', { now: now + 301_000 }],
    ['one from the future', { now: now - 301_000 }],
    ['no headers', { headers: {} }],
    ['no signature', { headers: { 'bellhop-timestamp': String(at) } }],
    ['half a signature', { headers: { 'bellhop-timestamp': String(at), 'bellhop-signature': 'v1=00' } }],
  ])('%s is refused', async (_what, part) => {
    const request = { body, headers: signed(body, 'secret', at), secret: 'secret', now, ...part };
    await expect(verifyWebhook(request)).rejects.toBeInstanceOf(WebhookError);
  });
});

test('it builds into modules that run in Node as they are, with types beside them', async () => {
  const out = await mkdtemp(join(tmpdir(), 'bellhop-client-'));
  try {
    const tsc = join(folder, '../../node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--outDir', out]);
    await writeFile(join(out, 'package.json'), '{"type": "module"}');
    const code = `const { createClient } = await import('${pathToFileURL(join(out, 'index.js'))}');
      console.log((await createClient({ baseUrl: '${desk.app.address()}', apiKey: '${apiKey}' }).agents.me()).type);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
    expect(stdout.trim()).toBe('agent');
    const types = await readFile(join(out, 'api.gen.d.ts'), 'utf8');
    expect(types).toContain('Promise<Agent>');
    expect(types).not.toMatch(/^import /m);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
});
