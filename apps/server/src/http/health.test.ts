import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { openDatabase } from '../db/pool.ts';
import { currentLanguagePack } from '../features/settings/index.ts';
import { createServer } from './create-server.ts';
import { registerHealth } from './health.ts';
import { createMetrics, registerMetrics } from './metrics.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

const server = () =>
  createServer({
    log: desk.app.deps.log,
    trustProxy: false,
    languagePack: () => currentLanguagePack(desk.app.deps.db),
  });

describe('/health', () => {
  test('is 200 while the database answers', async () => {
    const response = await desk.anonymous().fetch('/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'success', data: true });
  });

  test('is 503 in the envelope when it does not', async () => {
    const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/nothing', desk.app.deps.log);
    const app = await server();
    registerHealth(app, { db: nowhere.db });
    const response = await app.inject({ url: '/health' });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      status: 'error',
      error_type: 'GeneralException',
      code: 'general.unavailable',
    });
    await app.close();
    await nowhere.db.destroy();
  });
});

test('a request for which there is no connection to the database is answered 503, so that another process may be asked', async () => {
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/nothing', desk.app.deps.log);
  const busy = openDatabase(desk.databaseUrl, desk.app.deps.log, { max: 1, connect_ms: 4_000 });
  const only = await busy.pool.connect();
  const app = await server();
  app.get('/nowhere', () => nowhere.db.selectFrom('tags').select('id').execute());
  app.get('/busy', () => busy.db.selectFrom('tags').select('id').execute());
  for (const path of ['/nowhere', '/busy']) {
    const response = await app.inject({ url: path });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ code: 'general.unavailable' });
  }
  only.release();
  await app.close();
  for (const { db } of [nowhere, busy]) await db.destroy();
});

describe('/metrics', () => {
  async function scrape(options: { token?: string; headers?: Record<string, string>; from?: string }) {
    const app = await server();
    const metrics = createMetrics();
    metrics.figure('sockets_open', 'Websocket connections', () => 7);
    metrics.figure('jobs_lost', 'Out of a database that is away', () => Promise.reject(new Error('away')));
    metrics.figure('mails_stored_total', 'Only ever grows', () => 12);
    metrics.figure('inbox_failing', 'By inbox', () => [{ labels: { inbox: '3' }, value: 1 }], ['inbox']);
    metrics.figure('inbox_lost', 'By inbox', () => Promise.reject(new Error('away')), ['inbox']);
    metrics.meter.count('mails_fetched_total', { source: 'smtp' }, 2);
    metrics.meter.jobEnded('counts.fold', 'failed', 0.2);
    registerMetrics(app, { metrics, token: options.token });
    app.get('/things/:id', async () => 'x');
    await app.inject({ url: '/things/5' });
    await app.inject({ url: '/nowhere' });
    const response = await app.inject({
      url: '/metrics',
      headers: options.headers ?? {},
      remoteAddress: options.from ?? '127.0.0.1',
    });
    await app.close();
    return response;
  }

  test('a count that cannot be read for a while stays as it was, and does not begin anew', async () => {
    const metrics = createMetrics();
    let isAway = false;
    metrics.figure('mails_stored_total', 'Only ever grows', async () => {
      if (isAway) throw new Error('away');
      return 12;
    });
    const line = async () => /^bellhop_mails_stored_total .*$/m.exec(await metrics.registry.metrics())?.[0];
    expect(await line()).toBe('bellhop_mails_stored_total 12');
    isAway = true;
    expect(await line()).toBe('bellhop_mails_stored_total 12');
    isAway = false;
    expect(await line()).toBe('bellhop_mails_stored_total 12');
  });

  test('counts requests by route and status, and shows what others added', async () => {
    const response = await scrape({});
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.body).toContain(
      'bellhop_http_request_duration_seconds_count{method="GET",route="/things/:id",status="200"} 1',
    );
    expect(response.body).toMatch(
      /bellhop_http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1/,
    );
    expect(response.body).toContain('bellhop_sockets_open 7');
    expect(response.body).toMatch(/^bellhop_jobs_lost Nan$/im);
    expect(response.body).toContain('nodejs_eventloop_lag_seconds');
    expect(response.body).toContain('# TYPE bellhop_mails_stored_total counter\nbellhop_mails_stored_total 12\n');
    expect(response.body).toContain('bellhop_inbox_failing{inbox="3"} 1');
    expect(response.body).not.toContain('bellhop_inbox_lost{');
    expect(response.body).toContain('bellhop_mails_fetched_total{source="smtp"} 2');
    expect(response.body).toContain('bellhop_job_duration_seconds_count{task="counts.fold",outcome="failed"} 1');
  });

  test.each([
    ['another machine', { from: '192.0.2.7' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['a wrong token', { token: 'right', headers: { authorization: 'Bearer wrong' } }],
    ['this machine without the token', { token: 'right' }],
  ])('refuses %s', async (_what, options) => {
    const response = await scrape(options);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'metrics.forbidden', error_type: 'PermissionException' });
  });

  test.each([
    ['::1', { from: '::1' }],
    ['a mapped loopback address', { from: '::ffff:127.0.0.1' }],
    ['whoever bears the token', { token: 'right', from: '192.0.2.7', headers: { authorization: 'Bearer right' } }],
  ])('admits %s', async (_what, options) => {
    expect((await scrape(options)).statusCode).toBe(200);
  });
});
