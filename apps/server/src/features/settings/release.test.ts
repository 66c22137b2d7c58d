import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { productVersion } from '../../lib/version.ts';
import { askForRelease, askReleaseFeed, planReleaseCheck } from './index.ts';
import { updateInfo } from './release.ts';

const newer = {
  version: 'v99.1.0',
  url: 'https://bellhop.example/releases/99.1.0',
  notes: 'Faster. <b>Much</b> faster.',
  is_security: true,
  date: '2026-11-01',
};

let feed: Server;
let address: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let heard: IncomingMessage[];
let desk: Harness;
beforeAll(async () => {
  feed = createServer((request, response) => {
    heard.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(feed, 'listening');
  address = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/bellhop.json`;
  desk = await createHarness({ env: { BELLHOP_RELEASE_FEED: address } });
});
afterAll(async () => {
  await desk.close();
  feed.closeAllConnections();
  feed.close();
});
beforeEach(() => {
  heard = [];
});

const say = (value: unknown) => {
  answer = (_request, response) => response.end(typeof value === 'string' ? value : JSON.stringify(value));
};
const shown = async () => (await desk.anonymous().call('settings.general')).data['app.update'];
const waiting = async () =>
  (
    await desk.pool.query(
      "select run_at > now() + interval '1 hour' as late from graphile_worker.jobs where key = 'releases.ask'",
    )
  ).rows;

test('nobody is asked unless an address is set', async () => {
  say(newer);
  const silent = await createHarness();
  await planReleaseCheck(silent.app.deps);
  await askForRelease(silent.app.deps);
  expect(heard).toEqual([]);
  expect((await silent.pool.query('select 1 from graphile_worker.jobs')).rows).toEqual([]);
  await silent.close();
});

test('a newer release fills app.update; the feed hears a GET and nothing of the desk', async () => {
  say(newer);
  expect(await shown()).toBeNull();
  await askForRelease(desk.app.deps);
  expect(await shown()).toEqual({
    update: {
      release_version: '99.1.0',
      release_date: '2026-11-01',
      url: newer.url,
      description: newer.notes,
      is_new: true,
      is_security: true,
    },
  });
  expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /bellhop.json']);
  const { host, connection, accept, ...others } = heard[0]!.headers;
  expect(others).toEqual({ 'accept-encoding': 'identity', 'user-agent': 'Bellhop' });
  expect([accept, host, connection]).not.toContain(undefined);
});

describe('a feed that says nothing useful changes nothing that is known', () => {
  const huge = JSON.stringify({ ...newer, version: '100.0.0', more: 'x'.repeat(100_000) });
  test.each<[string, unknown, RegExp]>([
    ['broken', '{"version": "100.0.0"', /no JSON/],
    ['another thing', '<!doctype html><title>100.0.0</title>', /no JSON/],
    ['a list', [newer], /as it must be/],
    ['without a version', { url: newer.url }, /version/],
    ['no version', { ...newer, version: 'latest' }, /version/],
    ['markup for a version', { ...newer, version: '<script>1.0.0</script>' }, /version/],
    ['an address that runs', { ...newer, version: '100.0.0', url: 'javascript:alert(1)' }, /url/],
    ['a wrong type', { ...newer, version: '100.0.0', is_security: 'yes' }, /is_security/],
    ['a day that is none', { ...newer, version: '100.0.0', date: 'soon' }, /date/],
    ['notes without end', { ...newer, version: '100.0.0', notes: 'x'.repeat(10_001) }, /notes/],
    ['huge', huge, /more than 65536 bytes/],
  ])('%s', async (_what, said, reason) => {
    say(said);
    await expect(askReleaseFeed(address)).rejects.toThrow(reason);
    await askForRelease(desk.app.deps);
    expect((await shown())?.update.release_version).toBe('99.1.0');
    const { rows } = await desk.pool.query(
      "select value ->> 'error' as error from settings where key = 'releases.latest'",
    );
    expect(rows[0].error).toMatch(reason);
  });

  test('slow, gone, moved, or in trouble', async () => {
    answer = () => {};
    await expect(askReleaseFeed(address, 100)).rejects.toThrow(/did not answer within/);
    answer = (_request, response) => {
      response.write('{"version":');
    };
    await expect(askReleaseFeed(address, 100)).rejects.toThrow(/did not answer within/);
    answer = (_request, response) => response.destroy();
    await expect(askReleaseFeed(address)).rejects.toThrow(/broke off/);
    answer = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    await expect(askReleaseFeed(address)).rejects.toThrow(/status 302/);
    answer = (_request, response) => response.writeHead(500).end();
    await expect(askReleaseFeed(address)).rejects.toThrow(/status 500/);
    await expect(askReleaseFeed('http://127.0.0.1:1/')).rejects.toThrow(/refuses the connection/);
    answer = (_request, response) => response.destroy();
    await askForRelease(desk.app.deps);
    expect((await shown())?.update.release_version).toBe('99.1.0');
  });
});

test('odd characters of the notes are stored as far as they can be', async () => {
  say({ ...newer, notes: 'nul \u0000 lone \ud800 bidi \u202e end' });
  await askForRelease(desk.app.deps);
  expect((await shown())?.update.description).toBe('nul \ufffd lone \ufffd bidi \u202e end');
});

test('the same and an older release are not new; unfinished ones are none of those who run finished ones', () => {
  const isNew = (version: string, own = '1.2.0') =>
    updateInfo({ asked_at: '', error: null, release: { ...newer, version, notes: '' } }, own)?.update.is_new;
  expect(isNew('1.2.0')).toBe(false);
  expect(isNew('1.1.9')).toBe(false);
  expect(isNew('0.9.0')).toBe(false);
  expect(isNew('1.10.0')).toBe(true);
  expect(isNew('1.3.0-rc.1')).toBe(false);
  expect(isNew('1.3.0-rc.2', '1.3.0-rc.1')).toBe(true);
  expect(isNew('1.3.0', '1.3.0-rc.2')).toBe(true);
  expect(updateInfo(null, '1.2.0')).toBeNull();
});

test('a release without a day counts from when it was first heard of', async () => {
  const { date: _date, ...dayless } = { ...newer, version: '98.0.0' };
  say(dayless);
  await askForRelease(desk.app.deps);
  const today = desk.clock.now().toISOString().slice(0, 10);
  expect((await shown())?.update).toMatchObject({ release_version: '98.0.0', release_date: today });
  desk.clock.advance(48 * 3_600_000);
  await askForRelease(desk.app.deps);
  expect((await shown())?.update.release_date).toBe(today);
});

test('it is asked once a day, at some moment of an hour', async () => {
  await planReleaseCheck(desk.app.deps);
  expect(await waiting()).toEqual([]);
  desk.clock.advance(23.6 * 3_600_000);
  await planReleaseCheck(desk.app.deps);
  await planReleaseCheck(desk.app.deps);
  expect(await waiting()).toEqual([{ late: false }]);
});

test('what was known is forgotten when the address is taken away, and a spoilt row harms nobody', async () => {
  const without = await createHarness({ share: desk });
  const update = async () => (await without.anonymous().call('settings.general')).data['app.update'];
  expect(await update()).not.toBeNull();
  await planReleaseCheck(without.app.deps);
  expect(await update()).toBeNull();
  await without.pool.query(`insert into settings (key, value) values ('releases.latest', '{"release": 5}')`);
  await without.pool.query('notify bellhop_settings');
  await without.close();
  await desk.until(async () => (await shown()) === null, 'the other process has heard of it');
  expect((await desk.anonymous().call('settings.general')).data['app.version']).toBe(productVersion);
});
