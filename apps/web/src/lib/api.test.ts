// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api, onForbidden, onSessionEnded, onWarning } from './api.ts';

interface Seen {
  method: string;
  url: string;
  headers: Headers;
  body: string;
}

let seen: Seen[] = [];
let answer: (request: Seen) => { status: number; body: string };
const ok = (data: unknown) => ({ status: 200, body: JSON.stringify({ status: 'success', data }) });

beforeAll(() => {
  // The network: a page's address resolves against its site, and the server answers what the test says.
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = new Request(`http://desk.example${path}`, init);
    request.signal.throwIfAborted();
    const { method, headers } = request;
    const entry = { method, url: path, headers, body: await request.text() };
    seen.push(entry);
    const { status, body } = answer(entry);
    return new Response(body, { status });
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  seen = [];
  document.cookie = 'csrf_token=raw%3Dtoken';
});

it('calls a route by its name and answers the data of the envelope', async () => {
  answer = () => ok([]);
  const query = { page: 2, page_size: 50, filters: '[{"operator":"not equals"}]' };
  await expect(api('conversations.all', { query })).resolves.toEqual([]);
  expect(seen[0]).toMatchObject({
    method: 'GET',
    url: '/api/v1/conversations/all?page=2&page_size=50&filters=%5B%7B%22operator%22%3A%22not+equals%22%7D%5D',
  });
});

it('sends the raw text of the CSRF cookie, also with GET', async () => {
  answer = () => ok([]);
  await api('tags.list');
  expect(seen[0]?.headers.get('x-csrftoken')).toBe('raw%3Dtoken');
});

it('encodes forms and JSON as the route says, and forms without data too', async () => {
  answer = () => ok(true);
  const params = { uuid: 'u1' };
  await api('conversations.set_status', { params, body: { status: 'Snoozed', snoozed_until: '6h' } });
  await api('conversations.mark_seen', { params });
  await api('conversations.merge_attributes', { params, body: { plan: null } });
  expect(seen.map(({ method, headers, body }) => [method, headers.get('content-type'), body])).toEqual([
    ['PUT', 'application/x-www-form-urlencoded', 'status=Snoozed&snoozed_until=6h'],
    ['PUT', 'application/x-www-form-urlencoded', ''],
    ['PATCH', 'application/json', '{"plan":null}'],
  ]);
});

it('takes a language pack as it comes', async () => {
  answer = () => ({ status: 200, body: '{"_.code":"en"}' });
  await expect(api('lang.get', { params: { code: 'en' } })).resolves.toEqual({ '_.code': 'en' });
});

it('rejects with the one error shape', async () => {
  answer = () => ({
    status: 404,
    body: '{"status":"error","message":"Gone","data":null,"error_type":"NotFoundException"}',
  });
  await expect(api('conversations.get', { params: { uuid: 'u1' } })).rejects.toMatchObject({
    message: 'Gone',
    error_type: 'NotFoundException',
    status_code: 404,
  });
  await expect(api('conversations.get', { params: { uuid: '' } })).rejects.toMatchObject({ status_code: 0 });
});

it('passes an abort on as what it is', async () => {
  answer = () => ok([]);
  await expect(api('tags.list', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});

it('hands on what the server remarks on a call that went through', async () => {
  const told = vi.fn();
  onWarning(told);
  answer = () => ({
    status: 200,
    body: '{"status":"success","data":[],"warnings":[{"code":"x","message":"Mind this"}]}',
  });
  await expect(api('tags.list')).resolves.toEqual([]);
  expect(told).toHaveBeenCalledExactlyOnceWith('Mind this');
});

it('tells of a refusal, whoever has called; not of that of the call by which the agent is renewed', async () => {
  const told = vi.fn();
  onForbidden(told);
  answer = () => ({ status: 403, body: '{"message":"No","error_type":"PermissionException"}' });
  await expect(api('tags.list')).rejects.toMatchObject({ status_code: 403 });
  await expect(api('agents.me')).rejects.toMatchObject({ status_code: 403 });
  expect(told).toHaveBeenCalledTimes(1);
});

it('asks for the password once for all calls that met a 401, and repeats them', async () => {
  let isSignedIn = false;
  answer = () => (isSignedIn ? ok([]) : { status: 401, body: '{"message":"Your session has ended"}' });
  const asked = vi.fn(async () => {
    isSignedIn = true;
  });
  onSessionEnded(asked);
  await expect(api('tags.list')).resolves.toEqual([]);
  expect(asked).toHaveBeenCalledTimes(1);
  isSignedIn = false;
  await expect(api('agents.me', {}, { allowUnauthorized: true })).rejects.toMatchObject({ status_code: 401 });
  expect(asked).toHaveBeenCalledTimes(1);
});
