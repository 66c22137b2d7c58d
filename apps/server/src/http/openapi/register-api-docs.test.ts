import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { type OpenApiDocument, operationsOf } from './types.ts';

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

const page = async (name: string) => {
  const answer = await desk.anonymous().fetch(name);
  expect([answer.status, answer.headers.get('content-type')], name).toEqual([200, 'text/html; charset=utf-8']);
  return answer.text();
};

test('there is a page for each feature with every call on it, and every link of theirs leads somewhere', async () => {
  const document = (await (await ask()).json()) as OpenApiDocument;
  const pages = new Map([['/api/docs', await page('/api/docs')]]);
  for (const { name } of document.tags) pages.set(`/api/docs/${name}`, await page(`/api/docs/${name}`));
  for (const { operation } of operationsOf(document)) {
    expect(pages.get(`/api/docs/${operation.tags[0]}`)).toContain(` id="${operation.operationId}"`);
  }
  const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const ids = new Map([...pages].map(([address, html]) => [address, idsOf(html)]));
  const dead = new Set<string>();
  for (const [address, html] of pages) {
    for (const [, href] of html.matchAll(/ href="([^"]+)"/g)) {
      if (['/favicon.ico', '/api/docs/docs.css', '/api/v1/openapi.json'].includes(href!)) continue;
      const { pathname, hash } = new URL(href!, `http://desk.test${address}`);
      if (!ids.has(pathname) || (hash && !ids.get(pathname)!.has(hash.slice(1)))) dead.add(`${address}: ${href}`);
    }
  }
  expect([...dead]).toEqual([]);
});

test('the pages hold nothing that a content security policy would stop, and ask for nothing elsewhere', async () => {
  const html = (await page('/api/docs')) + (await page('/api/docs/conversations'));
  expect(html).not.toMatch(/<script(?! src="\/api\/docs\/docs\.js")| style=|<style| on\w+=/);
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  for (const [name, type] of [
    ['docs.css', 'text/css'],
    ['docs.js', 'text/javascript'],
  ]) {
    const asset = await desk.anonymous().fetch(`/api/docs/${name}`);
    expect([asset.status, asset.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    expect(await asset.text()).not.toMatch(/url\(|import /);
  }
});

test('a page that there is not is an error of the API', async () => {
  for (const address of ['/api/docs/nothing', '/api/docs/__proto__', '/api/docs/..%2f', '/api/docs/tags/more']) {
    const answer = await desk.anonymous().fetch(address);
    expect([answer.status, await answer.json()], address).toMatchObject([404, { code: 'general.route_not_found' }]);
  }
});

test('it can only be read', async () => {
  const answer = await ask({}, 'POST');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await answer.json()).toMatchObject({ status: 'error', code: 'general.method_not_allowed' });
  expect((await ask({}, 'HEAD')).status).toBe(200);
});
