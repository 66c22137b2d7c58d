import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
});
afterAll(() => desk.close());

const slot = '{{ template "content" . }}';
const outgoing = (more: object = {}) => ({
  type: 'email_outgoing',
  name: 'House style',
  body: `<p>Hi</p>${slot}`,
  ...more,
});
const list = async (type: 'email_outgoing' | 'email_notification') =>
  (await admin.call('templates.list', { query: { type } })).data;
const named = async (name: string) => (await list('email_outgoing')).find((one) => one.name === name)!;
const get = async (id: number) => (await admin.call('templates.get', { params: { id } })).data;
const update = (id: number, body: object) => admin.call('templates.update', { params: { id }, body });

test('three notifications and a bare default are there from the start', async () => {
  expect((await list('email_notification')).map(({ name }) => name).sort()).toEqual([
    'Conversation assigned',
    'SLA breach warning',
    'SLA breached',
  ]);
  const [standard] = await list('email_outgoing');
  expect(standard).toMatchObject({ name: 'Default', is_default: true });
  expect(await get(standard!.id)).toMatchObject({ subject: '', body: `${slot}\n`, is_builtin: false });
  expect((await admin.fetch('/api/v1/templates')).status).toBe(400);
  expect((await admin.fetch('/api/v1/templates?type=letter')).status).toBe(400);
});

test('created, changed and deleted, with an entry for each', async () => {
  expect((await admin.call('templates.create', { body: outgoing({ subject: null }) })).data).toBe(true);
  const { id, updated_at } = await named('House style');
  expect(await get(id)).toMatchObject({ subject: '', type: 'email_outgoing', is_default: false });
  expect((await update(id, outgoing({ name: 'Home style', based_on: updated_at }))).data).toBe(true);
  expect((await update(id, outgoing({ name: 'Late style', based_on: updated_at }))).status).toBe(409);
  expect((await admin.call('templates.usage', { params: { id } })).data.total).toBe(0);
  expect((await admin.call('templates.remove', { params: { id } })).data).toBe(true);
  expect((await admin.call('templates.get', { params: { id } })).status).toBe(404);
  const { rows } = await desk.pool.query(
    'select activity_type from activity_logs where target_model_id = $1 order by id',
    [id],
  );
  expect(rows.map((row) => row.activity_type)).toEqual(['template_created', 'template_changed', 'template_deleted']);
});

test('there is one default at most; a new one takes its place by a change, not by creation', async () => {
  expect(await admin.call('templates.create', { body: outgoing({ name: 'Second', is_default: true }) })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', code: 'template.default_exists' },
  });
  await admin.call('templates.create', { body: outgoing({ name: 'Second' }) });
  const second = await named('Second');
  expect((await update(second.id, outgoing({ name: 'Second', is_default: true }))).status).toBe(200);
  expect((await list('email_outgoing')).filter((one) => one.is_default).map(({ name }) => name)).toEqual(['Second']);
  const standard = await named('Default');
  await update(standard.id, { ...(await get(standard.id)), is_default: true });
  expect((await list('email_outgoing')).filter((one) => one.is_default).map(({ name }) => name)).toEqual(['Default']);
});

test('a notification keeps its name, needs a subject, is never the default and cannot be deleted', async () => {
  const { id } = (await list('email_notification'))[0]!;
  const stored = await get(id);
  expect((await update(id, { ...stored, name: 'Renamed', subject: 'New {{ .Conversation.Subject }}' })).status).toBe(
    200,
  );
  expect(await get(id)).toMatchObject({
    name: stored.name,
    subject: 'New {{ .Conversation.Subject }}',
    is_builtin: true,
  });
  expect(await update(id, { ...stored, subject: '' })).toMatchObject({
    status: 400,
    body: { data: { subject: expect.any(String) } },
  });
  expect(await update(id, { ...stored, is_default: true })).toMatchObject({
    status: 400,
    body: { data: { is_default: expect.any(String) } },
  });
  expect(await admin.call('templates.remove', { params: { id } })).toMatchObject({
    status: 403,
    body: { error_type: 'PermissionException' },
  });
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(141) }, 'name'],
  [{ name: 'a\u202eb' }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ body: 'no slot' }, 'body'],
  [{ body: `${slot}{{ if .Author.Email }}` }, 'body'],
  [{ body: `${slot}\n{{ end }}` }, 'body'],
  [{ body: 7 }, 'body'],
  [{ body: `${slot}\ud800` }, ''],
  [{ type: 'letter' }, 'type'],
  [{ subject: 'a\nb' }, 'subject'],
  [{ subject: 'x'.repeat(1001) }, 'subject'],
  [{ is_default: 'maybe' }, 'is_default'],
])('%j is refused, and the member named', async (more, member) => {
  const answer = await admin.call('templates.create', { body: outgoing(more) });
  // Half a character becomes a whole one before anything else sees it.
  if (member === '') return expect(answer.status).toBe(200);
  expect(answer).toMatchObject({ status: 400, body: { data: { [member]: expect.any(String) } } });
});

test('a name is taken within its type', async () => {
  expect(await admin.call('templates.create', { body: outgoing({ name: 'default' }) })).toMatchObject({
    status: 409,
    body: { data: { name: 'it is taken' } },
  });
  for (const call of ['templates.get', 'templates.remove', 'templates.usage'] as const) {
    expect((await admin.call(call, { params: { id: 999_999 } })).status).toBe(404);
  }
  expect((await update(999_999, outgoing())).status).toBe(404);
});

test('unknown variables keep nothing from being saved, and are told with the template by line', async () => {
  const body = `${slot}\n{{ .Contact.Shoe }} {{ .SLA.DueIn }}`;
  expect((await admin.call('templates.create', { body: outgoing({ name: 'Shoes', body }) })).data).toBe(true);
  const { id, problems } = await named('Shoes');
  expect(problems).toEqual(
    ['{{ .Contact.Shoe }}', '{{ .SLA.DueIn }}'].map((text) => ({
      field: 'body',
      line: 2,
      severity: 'warning',
      code: 'unknown_variable',
      text,
    })),
  );
  expect((await get(id)).problems).toEqual(problems);
  // What the answer tells is no part of what is sent back.
  expect((await update(id, { ...(await get(id)), body: slot })).status).toBe(200);
  expect((await get(id)).problems).toEqual([]);
});

test('a template that is broken all the same, after a restore for instance, is shown as such', async () => {
  await desk.pool.query(`update templates set body = '{{ if .X }}' where name = 'SLA breached'`);
  const broken = (await list('email_notification')).find(({ name }) => name === 'SLA breached')!;
  expect(broken.problems).toContainEqual(expect.objectContaining({ severity: 'error', code: 'unclosed_if' }));
});

describe('a preview', () => {
  const preview = async (body: object) => (await admin.call('templates.preview', { body })).data;

  test('shows the template with a sample and names what is unknown', async () => {
    const body = `<h1>{{ SiteName }}</h1>\n${slot}\n{{ .Contact.FirstName }} {{ .Contact.Shoe }}`;
    const { html, subject, problems } = await preview({ type: 'email_outgoing', body });
    expect(subject).toBe('');
    expect(html).toMatch(/^<h1>Bellhop<\/h1>\n<div.*thank you for writing.*\nMina \{\{ \.Contact\.Shoe \}\}$/s);
    expect(problems).toEqual([
      { field: 'body', line: 3, severity: 'warning', code: 'unknown_variable', text: '{{ .Contact.Shoe }}' },
    ]);
  });

  test('names the line that keeps it from being used', async () => {
    const { html, problems } = await preview({
      type: 'email_notification',
      subject: '{{ .SLA.Metric }}',
      body: 'a\n{{ if .SLA.DueIn }}',
    });
    expect(html).toBe('');
    expect(problems).toMatchObject([{ field: 'body', line: 2, severity: 'error', code: 'unclosed_if' }]);
  });
});
