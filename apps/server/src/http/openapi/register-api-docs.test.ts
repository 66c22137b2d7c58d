import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  desk.anonymous().fetch('/api/v1/openapi.json', { method, headers });

test('everybody gets the document, and is told when their copy is still good', async () => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, no-cache');
  const etag = answer.headers.get('etag')!;
  expect(await answer.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://desk.test' }] });
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await ask({ 'if-none-match': held });
    expect([again.status, await again.text()], held).toEqual([304, '']);
  }
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
});

test('it says where the desk is, also after it has moved', async () => {
  const before = (await ask()).headers.get('etag')!;
  const admin = await desk.as();
  const moved = await admin.call('settings.update_general', { body: { 'app.root_url': 'https://help.example/desk' } });
  expect(moved.status, moved.body.message).toBe(200);
  const answer = await desk.until(async () => {
    const next = await ask({ 'if-none-match': before });
    return next.status === 200 && next;
  }, 'the document of the new address');
  expect(await answer.json()).toMatchObject({ servers: [{ url: 'https://help.example/desk' }] });
});

test('it can only be read', async () => {
  const answer = await ask({}, 'POST');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await answer.json()).toMatchObject({ status: 'error', code: 'general.method_not_allowed' });
  expect((await ask({}, 'HEAD')).status).toBe(200);
});
