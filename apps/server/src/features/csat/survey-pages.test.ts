import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { findConversationForUpdate, sendDueMail } from '../conversations/index.ts';
import { sendDueSurveys, sendSurvey } from './index.ts';

let desk: Harness;
let admin: ApiClient;
let asked = 0;
beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback' } });
  admin = await desk.as();
}, 120_000);
afterAll(() => desk.close());
beforeEach(() => desk.clock.set(new Date()));

/** A survey that a customer was sent, with the link of its mail. */
async function survey() {
  const from = `${crypto.randomUUID()}@customer.example`;
  const { conversation } = await openConversation(desk, { from, subject: 'Very private subject' });
  const { id, uuid } = conversation;
  const body = { message: '<p>Done</p>', private: false, to: [from], cc: [], bcc: [], attachments: [] };
  await admin.call('messages.send', { params: { uuid }, body });
  const { deps } = desk.app;
  await deps.work(deps.system, async (uow) => sendSurvey(uow, (await findConversationForUpdate(uow, id))!));
  await sendDueSurveys(deps);
  await desk.pool.query("update outgoing_mails set due_at = now() - interval '1 minute' where state = 'queued'");
  await sendDueMail(deps, crypto.randomUUID());
  const { rows } = await desk.pool.query(
    'select uuid from messages where id = (select message_id from csat_responses where conversation_id = $1)',
    [id],
  );
  const mail = await simpleParser(await readFile(join(desk.config.data_dir, 'outbox', `${rows[0].uuid}.eml`)));
  const path = /http:\/\/desk\.test(\/csat\/[\w-]+\?s=[\w-]{22})"/.exec(String(mail.html))![1]!;
  return { id, uuid, path };
}

/** Each call from an address of its own, but for those that name one. */
const headers = (from = `10.0.${++asked >> 8}.${asked & 255}`) => ({ 'x-forwarded-for': from });
const get = async (path: string, from?: string) => {
  const answer = await fetch(desk.app.address() + path, { headers: headers(from) });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
};
const post = async (path: string, fields: Record<string, string> | string | FormData, from?: string) => {
  const isForm = fields instanceof FormData;
  const answer = await fetch(desk.app.address() + path, {
    method: 'POST',
    body: isForm || typeof fields === 'string' ? fields : new URLSearchParams(fields),
    headers: { ...headers(from), ...(!isForm && { 'content-type': 'application/x-www-form-urlencoded' }) },
  });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
};
const rowOf = async (id: number) =>
  (await desk.pool.query('select * from csat_responses where conversation_id = $1', [id])).rows[0];
const answersOf = async (id: number) =>
  (await desk.events()).filter(({ kind, conversation_id }) => kind === 'csat.answered' && conversation_id === id);

describe('the page', () => {
  it('is a form in the desk’s language, runs nothing, is kept nowhere and names no subject', async () => {
    const { path } = await survey();
    const { status, html, headers: sent } = await get(path);
    expect(status).toBe(200);
    expect(sent.get('content-type')).toBe('text/html; charset=utf-8');
    expect(sent.get('cache-control')).toBe('no-store');
    expect(sent.get('referrer-policy')).toBe('no-referrer');
    expect(sent.get('x-robots-tag')).toBe('noindex, nofollow');
    const policy = sent.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'; /);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('Very private subject');
    expect(html).toContain('<html lang="en">');
    expect(html.match(/type="radio" name="rating" value="[1-5]"/g)).toHaveLength(5);
    expect(html).not.toContain(' checked');

    await admin.call('settings.update_general', { body: { 'app.lang': 'ja', 'app.site_name': '<Nord & Co>' } });
    const { html: japanese } = await get(path);
    expect(japanese).toContain('<html lang="ja">');
    expect(japanese).toContain('サポートはいかがでしたか');
    expect(japanese).toContain('&lt;Nord &amp; Co&gt;');
    await admin.call('settings.update_general', { body: { 'app.lang': 'en', 'app.site_name': 'Bellhop' } });
  });

  // Behaviour 14, line 45.
  it('only preselects what a link says: a scanner that opens every face stores nothing', async () => {
    const { id, path } = await survey();
    for (const rating of [1, 2, 3, 4, 5]) {
      const { html } = await get(`${path}&rating=${rating}`);
      expect(html).toMatch(new RegExp(`value="${rating}" checked autofocus`));
    }
    for (const rating of ['0', '6', 'x', '1.5', ''])
      expect((await get(`${path}&rating=${rating}`)).html).not.toContain('checked>');
    expect(await rowOf(id)).toMatchObject({ rating: 0, feedback: null, answered_at: null });
    expect(await answersOf(id)).toEqual([]);
  });

  it('is not found without its own signature, and not before it was sent', async () => {
    const [one, other] = [await survey(), await survey()];
    const [address, signature] = one.path.split('?s=') as [string, string];
    const foreign = other.path.split('?s=')[1]!;
    const unknown = `/csat/${crypto.randomUUID()}?s=${signature}`;
    for (const path of [
      address,
      `${address}?s=`,
      `${address}?s=${foreign}`,
      `${address}?s=${signature.slice(0, -1)}`,
      `${address}?s=${signature}&s=${signature}`,
      unknown,
      '/csat/broken?s=x',
      `/csat/%00?s=${signature}`,
    ]) {
      expect((await get(path)).status, path).toBe(404);
      expect((await post(path, { rating: '5' })).status, path).toBe(404);
    }
    await desk.pool.query("update csat_responses set state = 'cancelled', sent_at = null where conversation_id = $1", [
      one.id,
    ]);
    expect((await get(one.path)).status).toBe(404);
    expect((await rowOf(one.id)).rating).toBe(0);
  });
});

describe('an answer', () => {
  it('is stored, thanked for, and told: entry, frames, event, and the conversation’s own answer', async () => {
    const { id, uuid, path } = await survey();
    const mark = (await desk.pool.query('select coalesce(max(seq), 0)::int as n from events')).rows[0].n;
    const { status, html } = await post(path, { rating: '4', feedback: 'Quick & <b>kind</b> 😀' });
    expect(status).toBe(200);
    expect(html).toContain('Thank you');
    expect(html).toContain('Quick &amp; &lt;b&gt;kind&lt;/b&gt; 😀');
    expect(await rowOf(id)).toMatchObject({
      rating: 4,
      feedback: 'Quick & <b>kind</b> 😀',
      answered_at: expect.any(Date),
    });
    const { data } = await admin.call('conversations.get', { params: { uuid } });
    expect(data.csat).toEqual({ rating: 4, feedback: 'Quick & <b>kind</b> 😀', answered_at: expect.any(String) });
    const frames = await desk.frames(mark);
    expect(frames.find(({ data: frame }) => frame.prop === 'csat')?.data.value).toEqual(data.csat);
    expect(frames.find(({ type }) => type === 'new_message')?.data).toMatchObject({ type: 'activity' });
    const thread = await admin.call('messages.list', { params: { uuid } });
    expect(thread.data.results[0]).toMatchObject({
      type: 'activity',
      content: 'Mina Oak rated the help 4 of 5: Quick & <b>kind</b> 😀',
      meta: { activity_type: 'csat_commented', params: { rating: '4', customer: 'Mina Oak' } },
    });
    expect((await answersOf(id)).map(({ payload }) => payload)).toEqual([
      {
        conversation_id: id,
        survey_id: expect.any(Number),
        rating: 4,
        former: null,
        feedback: 'Quick & <b>kind</b> 😀',
      },
    ]);
  });

  // Settled question 32.
  it('may be changed for 24 hours, then is 410', async () => {
    const { id, path } = await survey();
    await post(path, { rating: '2' });
    expect((await get(path)).html).toContain('Change the answer');
    expect((await get(`${path}&change=1`)).html).toContain('value="2" checked');
    desk.clock.advance(24 * 3_600_000 - 60_000);
    expect((await post(path, { rating: '5', feedback: 'Better now' })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ rating: 5, feedback: 'Better now', answers: 2 });
    expect((await answersOf(id)).map(({ payload }) => payload.former)).toEqual([null, 2]);
    desk.clock.advance(120_000);
    const late = await post(path, { rating: '1' });
    expect([late.status, (await get(path)).status]).toEqual([410, 410]);
    expect(late.html).toContain('It can no longer be changed');
    expect(await rowOf(id)).toMatchObject({ rating: 5, answers: 2 });
  });

  // Behaviour 14, line 45.
  it('that comes twice at the same time is stored once', async () => {
    const { id, path } = await survey();
    await Promise.all([post(path, { rating: '3' }), post(path, { rating: '3' })]);
    expect(await rowOf(id)).toMatchObject({ rating: 3, answers: 1 });
    expect(await answersOf(id)).toHaveLength(1);

    // Two different ones, both let in before either is stored.
    const other = await survey();
    const client = await desk.pool.connect();
    await client.query('begin');
    await client.query('select 1 from conversations where id = $1 for update', [other.id]);
    const sent = Promise.all([post(other.path, { rating: '1' }), post(other.path, { rating: '5' })]);
    await desk.until(async () => {
      const { rows } = await desk.pool.query(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0].n === 2;
    }, 'both to wait');
    await client.query('commit');
    client.release();
    const statuses = (await sent).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    expect((await rowOf(other.id)).answers).toBe(1);
    expect(await answersOf(other.id)).toHaveLength(1);
  });

  it.each<[string, Record<string, string>]>([
    ['missing', {}],
    ['empty', { rating: '' }],
    ['no number', { rating: 'great' }],
    ['no integer', { rating: '4.5' }],
    ['too small', { rating: '0' }],
    ['too large', { rating: '6' }],
  ])('whose rating is %s is asked for again and keeps what was written', async (_, fields) => {
    const { id, path } = await survey();
    const { status, html } = await post(path, { ...fields, feedback: '  "Nice" </textarea>' });
    expect(status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).toContain('\n&quot;Nice&quot; &lt;/textarea&gt;</textarea>');
    expect((await rowOf(id)).answered_at).toBeNull();
  });

  it('is cut where it is too long and cleaned of what nobody can see', async () => {
    const { id, path } = await survey();
    expect((await post(path, { rating: '5', feedback: `${'x'.repeat(998)}😀😀😀` })).status).toBe(200);
    expect((await rowOf(id)).feedback).toBe(`${'x'.repeat(998)}😀😀`);
    const odd = await survey();
    await post(odd.path, { rating: '5', feedback: 'a\u0000b\r\nc\u202edmoc\u0007 \u05e9\u05dc\u05d5\u05dd' });
    expect((await rowOf(odd.id)).feedback).toBe('ab\ncdmoc \u05e9\u05dc\u05d5\u05dd');
    const broken = await survey();
    expect((await post(broken.path, 'rating=5&feedback=%ED%A0%80ok%FF')).status).toBe(200);
    expect((await rowOf(broken.id)).feedback).toMatch(/^\ufffd+ok\ufffd$/);
  });

  it('may come as multipart or JSON, with the signature in a field', async () => {
    const { id, path } = await survey();
    const [address, s] = path.split('?s=') as [string, string];
    const form = new FormData();
    form.set('s', s);
    form.set('rating', '3');
    form.set('feedback', 'By form');
    form.set('file', new Blob(['x']), 'x.txt');
    expect((await post(address, form)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ rating: 3, feedback: 'By form' });
    const json = await fetch(desk.app.address() + path, {
      method: 'POST',
      body: JSON.stringify({ rating: 1 }),
      headers: { ...headers(), 'content-type': 'application/json' },
    });
    expect(json.status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ rating: 1, feedback: null });
  });

  it('is refused politely after a hundred calls of one address in a minute', async () => {
    const { path } = await survey();
    const address = '203.0.113.9';
    for (let at = 0; at < 100; at++) await get('/csat/x', address);
    const refused = await post(path, { rating: '5' }, address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.html).toContain('Too many requests');
    expect((await get(path)).status).toBe(200);
    desk.clock.advance(61_000);
    expect((await post(path, { rating: '5' }, address)).status).toBe(200);
  });
});

it('the preview stores nothing and cannot be sent', async () => {
  const { status, html } = await get('/csat/preview');
  expect(status).toBe(200);
  expect(html).toContain('<button type="submit" disabled>');
  expect((await post('/csat/preview', { rating: '5' })).status).toBe(404);
});
