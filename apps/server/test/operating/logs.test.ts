import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../src/core/app-error.ts';
import { because, recordCause } from '../../src/core/cause.ts';
import { createServer } from '../../src/http/create-server.ts';
import { unlockJobs } from '../../src/jobs/heartbeat.queries.ts';
import { type JobHandlers, runJobs } from '../../src/jobs/run-jobs.ts';
import { createLog, type Log } from '../../src/lib/log.ts';
import { trustedPeers } from '../../src/lib/trusted-peers.ts';
import { createHarness, type Harness } from '../harness.ts';

type Line = Record<string, unknown> & { msg: string };

function hear(level = 'debug'): { log: Log; lines: Line[] } {
  const lines: Line[] = [];
  return { log: createLog(level, { write: (line) => void lines.push(JSON.parse(line)) }), lines };
}

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

/** A server of which one proxy is believed, and what it logged about one request. */
async function ask(headers: Record<string, string>, options: { proxy?: string; from?: string; method?: 'POST' } = {}) {
  const { log, lines } = hear();
  const trustProxy = options.proxy ? trustedPeers(options.proxy) : (false as const);
  const server = await createServer({ log, trustProxy, languagePack: () => ({}) });
  const work = async () => {
    log.info('something deep inside');
    throw new Error('out of order');
  };
  server.get('/fails', work);
  server.post('/fails', work);
  const { method = 'GET', from = '192.0.2.7' } = options;
  const body = method === 'POST' ? { payload: { letter: 'Dear customer' } } : {};
  const response = await server.inject({ method, url: '/fails', headers, remoteAddress: from, ...body });
  await server.close();
  return { id: String(response.headers['x-request-id']), lines, body: response.json() };
}

test('every line of a request has the id that its answer has, also after a body was read', async () => {
  for (const method of [undefined, 'POST'] as const) {
    const { id, lines, body } = await ask({}, method && { method });
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(lines.map(({ msg }) => msg)).toEqual(['something deep inside', 'request failed', 'answered']);
    expect(lines.map(({ request_id }) => request_id)).toEqual([id, id, id]);
    expect(lines.at(-1)).toMatchObject({ route: '/fails', status: 500, duration_ms: expect.any(Number) });
    expect(body.message).not.toContain('out of order');
    expect(JSON.stringify(lines)).not.toContain('Dear customer');
  }
});

test('a line says each thing once', async () => {
  const written: string[] = [];
  const log = createLog('debug', { write: (line) => void written.push(line) });
  const server = await createServer({ log, trustProxy: false, languagePack: () => ({}) });
  server.get('/x', async (request) => request.log.info('here'));
  await server.inject('/x');
  await server.close();
  expect(written.length).toBeGreaterThan(1);
  for (const line of written) expect(line.match(/"request_id":/g), line).toHaveLength(1);
});

test.each([
  ['a proxy that is believed', { proxy: '192.0.2.7' }, 'from-the-proxy-1', true],
  ['anybody, where no proxy is believed', {}, 'from-anybody-1', false],
  ['another address than the proxy', { proxy: '192.0.2.8' }, 'from-another-1', false],
  ['a proxy, but too short', { proxy: '192.0.2.7' }, 'short', false],
  ['a proxy, but too long', { proxy: '192.0.2.7' }, 'l'.repeat(65), false],
  ['a proxy, but with more than letters', { proxy: '192.0.2.7' }, 'evil","level":60', false],
])('an id comes from %s: taken %#', async (_who, options, given, isTaken) => {
  const { id, lines } = await ask({ 'x-request-id': given }, options);
  expect(id === given).toBe(isTaken);
  expect(lines.every(({ request_id }) => request_id === id)).toBe(true);
});

test('requests at once do not mix their ids', async () => {
  const { log, lines } = hear('info');
  const server = await createServer({ log, trustProxy: false, languagePack: () => ({}) });
  server.get('/of/:n', async (request) => {
    await desk.pool.query('select pg_sleep(0.01)');
    log.info({ n: (request.params as { n: string }).n }, 'later');
    return {};
  });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => server.inject(`/of/${n}`)));
  await server.close();
  const told = new Map(lines.map(({ n, request_id }) => [n, request_id]));
  expect(answers.map((_, index) => told.get(String(index + 1)))).toEqual(
    answers.map(({ headers }) => headers['x-request-id']),
  );
});

test('what the desk cannot serve is a warning with its reason, what a caller does wrong is quiet', async () => {
  const { log, lines } = hear();
  const server = await createServer({ log, trustProxy: false, languagePack: () => ({}) });
  server.get('/away', async () => {
    throw new AppError('general.unavailable', { cause: new Error('connection refused') });
  });
  await server.inject('/away?token=secret-4711');
  await server.inject('/%zz?token=secret-4711');
  await server.inject({
    method: 'POST',
    url: '/away',
    headers: { 'content-type': 'application/json' },
    payload: '{"password": "secret-4711",',
  });
  await server.close();
  expect(lines.find(({ level }) => level === 40)).toMatchObject({
    code: 'general.unavailable',
    route: '/away',
    err: { message: 'connection refused' },
  });
  expect(lines.filter(({ level }) => level === 50)).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain('secret-4711');
});

test('lines of a job name it, its number, its attempt and why it acts; what it was given is not told', async () => {
  const { log, lines } = hear();
  const { deps, database } = desk.app;
  let runs = 0;
  const handler = async () => {
    runs += 1;
    await deps.work(deps.system, async (uow) => {
      const cause = await recordCause(uow, { kind: 'automation', conversation_id: null, trace: {} });
      await because(uow, cause, async () => log.info('acting'));
    });
    throw new Error('no use', { cause: new Error('the real reason') });
  };
  const runner = await runJobs({
    database,
    handlers: { 'agents.send_password_link': handler } as unknown as JobHandlers,
    cron: [],
    concurrency: 1,
    release: (ids) => deps.work(deps.system, (uow) => unlockJobs(uow.db, ids)),
    log,
    meter: deps.meter,
  });
  await deps.work(deps.system, (uow) =>
    uow.enqueue('agents.send_password_link', { user_id: null, ip: '198.51.100.77' }, { max_attempts: 1 }),
  );
  await desk.until(async () => lines.find(({ msg }) => msg === 'a job failed'), 'the job has failed');
  await runner.stop();
  expect(runs).toBe(1);
  const ofJob = { job: 'agents.send_password_link', job_id: expect.stringMatching(/^\d+$/), attempt: 1 };
  expect(lines.find(({ msg }) => msg === 'acting')).toMatchObject({ ...ofJob, cause: expect.any(Number) });
  const failed = lines.filter(({ level }) => level === 50);
  expect(failed).toHaveLength(1);
  expect(failed[0]).toMatchObject({ ...ofJob, given_up: true, err: { message: expect.stringContaining('no use') } });
  expect(JSON.stringify(failed)).toContain('the real reason');
  expect(JSON.stringify(lines)).not.toContain('198.51.100.77');
});
