import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

const get = (path: string) => fetch(`${desk.app.address()}${path}`);

test('pictures come from the desk itself and are kept; what is none is not found', async () => {
  const smile = await get('/emoji/1f600.svg');
  expect([smile.status, smile.headers.get('content-type'), smile.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=2592000',
  ]);
  expect(await smile.text()).toContain('<svg');
  for (const path of ['/emoji/nothing.svg', '/emoji/..%2f..%2fpackage.json', '/emoji/']) {
    expect((await get(path)).status).toBe(404);
  }
});

test('its client is told where else they come from, when a setting says so', async () => {
  const admin = await desk.as();
  expect((await admin.call('settings.desk')).data).toEqual({ 'app.emoji_base_url': null });
  await desk.pool.query(
    `insert into settings (key, value) values ('app.emoji_base_url', '"https://pictures.example/emoji"')`,
  );
  await desk.pool.query('notify bellhop_settings');
  await desk.until(
    async () => (await admin.call('settings.desk')).data['app.emoji_base_url'] === 'https://pictures.example/emoji',
    'the setting',
  );
  expect((await desk.anonymous().call('settings.desk')).status).toBe(401);
});
