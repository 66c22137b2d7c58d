import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { loadSettings } from './index.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test('general settings are public: every key of the contract with its type, nothing else', async () => {
  const { status, data } = await desk.anonymous().call('settings.general');
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../package.json'), 'utf8'));
  expect(status).toBe(200);
  expect(data).toEqual({
    'app.site_name': 'Bellhop',
    'app.lang': 'en',
    'app.root_url': 'http://desk.test',
    'app.favicon_url': 'http://desk.test/favicon.ico',
    'app.logo_url': 'http://desk.test/logo.png',
    'app.max_file_upload_size': 20,
    'app.allowed_file_upload_extensions': ['*'],
    'app.timezone': 'UTC',
    'app.business_hours_id': expect.stringMatching(/^\d+$/),
    'app.update': null,
    'app.version': version,
  });
});

test('a change is seen once the channel says so', async () => {
  const before = await loadSettings(desk.app.deps.db);
  expect(before['app.undo_send_seconds']).toBe(10);
  await desk.pool.query(`update settings set value = '"Northwind"' where key = 'app.site_name'`);
  await desk.pool.query(`notify bellhop_settings`);
  await desk.until(async () => {
    const { data } = await desk.anonymous().call('settings.general');
    return data['app.site_name'] === 'Northwind';
  }, 'the new site name');
});

test('the English pack comes flat, without envelope and without a session', async () => {
  const { status, headers, data } = await desk.anonymous().call('lang.get', { params: { code: 'en' } });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(data).toMatchObject({ '_.code': 'en', '_.name': 'English' });
  expect(Object.values(data).every((text) => typeof text === 'string')).toBe(true);
});

test.each(['xx', '..%2F..%2Fpackage', '%00', 'en%2F..%2Fen'])('the code %s gives English', async (code) => {
  const response = await desk.anonymous().fetch(`/api/v1/lang/${code}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ '_.code': 'en' });
});

test('who holds the pack already gets 304 without a body', async () => {
  const first = await desk.anonymous().fetch('/api/v1/lang/en');
  const etag = first.headers.get('etag')!;
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const second = await desk.anonymous().fetch('/api/v1/lang/en', { headers: { 'if-none-match': etag } });
  expect(second.status).toBe(304);
  expect(await second.text()).toBe('');
});
