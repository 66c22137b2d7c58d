import type { RouteData, Routes } from '@bellhop/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let png: Buffer<ArrayBuffer>;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#3366aa' } });
  png = Buffer.from(await picture.png().toBuffer());
  await desk.pool.query(`insert into custom_attributes (applies_to, name, key, data_type, values) values
    ('contact', 'Plan', 'plan', 'list', '{free,pro}'), ('contact', 'Seats', 'seats', 'number', '{}')`);
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query("delete from conversations; delete from users where type = 'contact'");
});

async function addContact(email: string | null, values: Record<string, unknown> = {}): Promise<number> {
  const all: Record<string, unknown> = { type: 'contact', email, first_name: 'Lee', last_name: 'Park', ...values };
  const names = Object.keys(all);
  const { rows } = await desk.pool.query<{ id: number }>(
    `insert into users (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(all),
  );
  return rows[0]!.id;
}

function form(fields: Record<string, string>, file?: { name: string; bytes: string | Buffer<ArrayBuffer> }): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (file) body.set('files', new Blob([file.bytes]), file.name);
  return body;
}

const lee = { first_name: 'Lee', last_name: 'Park', email: 'lee@example.org' };
const update = (id: number, body: FormData, client = admin) => client.call('contacts.update', { params: { id }, body });
const get = async (id: number) => (await admin.call('contacts.get', { params: { id } })).data;
const avatarFiles = async (id: number) =>
  (await desk.pool.query("select uuid, storage_key from media where model_type = 'users' and model_id = $1", [id]))
    .rows;

describe('the list', () => {
  type Page = RouteData<Routes['contacts.list']>;
  const list = async (query: Record<string, string | number> = {}): Promise<Page> =>
    (await admin.call('contacts.list', { query })).data;
  const addresses = (page: Page) => page.results.map((contact) => contact.email);
  const filter = (...rows: unknown[]) => ({ filters: JSON.stringify(rows) });

  beforeEach(async () => {
    const day = (n: number) => ({
      created_at: new Date(Date.UTC(2025, 0, n)),
      updated_at: new Date(Date.UTC(2025, 5, 10 - n)),
    });
    await addContact('ann@a.example', { ...day(1), first_name: 'Änn', last_name: 'Lee', country: 'PT' });
    await addContact('bob@b.example', { ...day(2), enabled: false, custom_attributes: '{"plan": "pro", "seats": 12}' });
    await addContact('cy_d@a.example', { ...day(3), first_name: 'Cy', custom_attributes: '{"plan": "free"}' });
    await addContact(null, day(4));
    await addContact('gone@a.example', { ...day(5), deleted_at: new Date() });
  });

  it('has everybody with an address, newest first, 15 to a page, in the shape of the wire', async () => {
    const page = await list();
    expect(addresses(page)).toEqual(['cy_d@a.example', 'bob@b.example', 'ann@a.example']);
    expect(page).toMatchObject({ total: 3, per_page: 15, total_pages: 1, page: 1 });
    expect(page.results[1]).toMatchObject({ type: 'contact', enabled: false, avatar_url: null, total: 3 });
    expect(page).not.toHaveProperty('total_capped');
  });

  it.each([
    ['users.created_at', 'asc', 'abc'],
    ['users.created_at', 'DESC', 'cba'],
    ['users.email', 'asc', 'abc'],
    ['users.email', 'desc', 'cba'],
    ['users.updated_at', 'asc', 'cba'],
    ['', '', 'cba'],
  ])('sorts by %s %s', async (order_by, order, expected) => {
    expect(
      addresses(await list({ order_by, order }))
        .map((email) => email[0])
        .join(''),
    ).toBe(expected);
  });

  it('cuts pages from either end, and answers the true total beyond the last', async () => {
    for (let n = 0; n < 10; n++) {
      await addContact(`n${n}@z.example`, { created_at: new Date(Date.UTC(2026, 0, 1)) });
    }
    const all = addresses(await list({ page_size: 50 }));
    const paged: string[] = [];
    for (let page = 1; page <= 4; page++) paged.push(...addresses(await list({ page, page_size: 4 })));
    expect(paged).toEqual(all);
    expect(await list({ page: 5, page_size: 4 })).toMatchObject({ results: [], total: 13, total_pages: 4, page: 5 });
    expect(addresses(await list({ page: 4, page_size: 4, order: 'asc' }))).toEqual([all[0]]);
  });

  it.each([
    [[{ model: 'users', field: 'email', operator: 'ilike', value: 'A.EXAMPLE' }], 'ca'],
    [[{ model: 'users', field: 'email', operator: 'contains', value: '_d@' }], 'c'],
    [[{ model: 'users', field: 'email', operator: 'not equals', value: 'bob@b.example' }], 'ca'],
    [[{ model: 'users', field: 'created_at', operator: 'greater than', value: '2025-01-01' }], 'cb'],
    [[{ model: 'users', field: 'created_at', operator: 'equals', value: '2025-01-02' }], 'b'],
    [[{ model: 'users', field: 'enabled', operator: 'equals', value: 'false' }], 'b'],
    [[{ model: 'users', field: 'country', operator: 'equals', value: 'PT' }], 'a'],
    [[{ model: 'users', field: 'country', operator: 'not set', value: '' }], 'cb'],
    [[{ model: 'contact_attributes', field: 'plan', operator: 'set', value: '' }], 'cb'],
    [[{ model: 'contact_attributes', field: 'seats', operator: 'greater than', value: '5' }], 'b'],
    [[{ field: '', operator: '', value: '' }], 'cba'],
  ])('filters by %j', async (rows, expected) => {
    const page = await list(filter(...rows));
    expect(
      addresses(page)
        .map((email) => email[0])
        .join(''),
    ).toBe(expected);
    expect(page.total).toBe(expected.length);
  });

  it.each([
    ['ANN', 'a'],
    ['Änn lee', 'a'],
    ['park', 'cb'],
    ['_d@', 'c'],
    ['example', 'cba'],
  ])('searches names and addresses for %s', async (search, expected) => {
    expect(
      addresses(await list({ search }))
        .map((email) => email[0])
        .join(''),
    ).toBe(expected);
  });

  it('searches among what a filter leaves', async () => {
    const rows = [{ model: 'users', field: 'enabled', operator: 'equals', value: 'true' }];
    expect(addresses(await list({ search: 'park', ...filter(...rows) }))).toEqual(['cy_d@a.example']);
  });

  it('counts to 10,000 and walks on from there', async () => {
    await desk.pool.query(`insert into users (type, email, first_name, last_name, created_at)
      select 'contact', 'many' || n || '@crowd.example', 'Many', 'Crowd', timestamptz '2025-02-01' + n * interval '1 second'
      from generate_series(1, 10005) n`);
    for (const query of [
      { search: 'crowd' },
      filter({ model: 'users', field: 'email', operator: 'contains', value: 'crowd' }),
      { search: 'crowd', ...filter({ model: 'users', field: 'enabled', operator: 'equals', value: 'true' }) },
    ]) {
      const page = await list({ ...query, page_size: 100 });
      expect(page).toMatchObject({ total: 10_000, total_capped: true, total_pages: 100 });
      expect(page.results[0]!.email).toBe('many10005@crowd.example');
      const last = await list({ ...query, page_size: 100, page: 101 });
      expect(last.results.map((contact) => contact.email)).toEqual(
        [5, 4, 3, 2, 1].map((n) => `many${n}@crowd.example`),
      );
      expect(last.total_pages).toBe(101);
    }
    expect(await list()).toMatchObject({ total: 10_008, total_pages: 668 });
  });

  it.each([
    [{ page: 0 }, 'page'],
    [{ page_size: 0 }, 'page_size'],
    [{ page_size: 101 }, 'page_size'],
    [{ order_by: 'users.password_hash' }, 'order_by'],
    [{ order: 'sideways' }, 'order'],
    [{ search: 'ab' }, 'search'],
    [{ filters: '[{"model":"users","field":"password_hash","operator":"equals","value":"x"}]' }, 'filters'],
    [{ filters: 'no JSON' }, 'filters'],
  ])('refuses %j by its name', async (query, member) => {
    const { status, body } = await admin.call('contacts.list', { query });
    expect([status, body.error_type]).toEqual([400, 'InputException']);
    expect(body.message).toContain(member);
  });
});

describe('one contact', () => {
  it('is complete; agents, strangers and deleted ones are not found', async () => {
    const id = await addContact('lee@example.org', { phone_number: '912345678', phone_number_calling_code: '+351' });
    expect(await get(id)).toMatchObject({
      ...lee,
      id,
      type: 'contact',
      phone_number: '912345678',
      phone_number_calling_code: '+351',
      country: null,
      avatar_url: null,
      enabled: true,
      availability_status: 'offline',
      roles: [],
      permissions: [],
      teams: [],
      custom_attributes: {},
    });
    const me = (await admin.call('agents.me')).data.id;
    const gone = await addContact('gone@example.org', { deleted_at: new Date() });
    for (const other of [me, gone, 2_000_000_000]) {
      const { status, body } = await admin.call('contacts.get', { params: { id: other } });
      expect([status, body.error_type]).toEqual([404, 'NotFoundException']);
    }
  });

  it('is saved, the address in lower case, and no mail renames it afterwards', async () => {
    const id = await addContact('old@example.org', { name_is_derived: true });
    const { status } = await update(
      id,
      form({
        first_name: ' Zoë "The \u{1F980}" ',
        last_name: 'O’Brien, <b>Jr</b>',
        email: ' New@Example.ORG ',
        phone_number: '912345678',
        phone_number_calling_code: '+1-684',
        country: 'pt',
        enabled: 'false',
      }),
    );
    expect(status).toBe(200);
    expect(await get(id)).toMatchObject({
      first_name: 'Zoë "The \u{1F980}"',
      last_name: 'O’Brien, <b>Jr</b>',
      email: 'new@example.org',
      phone_number: '912345678',
      phone_number_calling_code: '+1-684',
      country: 'PT',
      enabled: true,
    });
    const { rows } = await desk.pool.query('select name_is_derived from users where id = $1', [id]);
    expect(rows[0].name_is_derived).toBe(false);
  });

  it('takes the words that stand for nothing as nothing, and keeps a country that the form does not know', async () => {
    const id = await addContact('lee@example.org', {
      phone_number: '1',
      phone_number_calling_code: '+1',
      country: 'PT',
    });
    await update(
      id,
      form({ ...lee, phone_number: 'null', phone_number_calling_code: 'undefined', avatar_url: 'null' }),
    );
    expect(await get(id)).toMatchObject({ phone_number: null, phone_number_calling_code: null, country: 'PT' });
    await update(id, form({ ...lee, country: '' }));
    expect((await get(id)).country).toBe(null);
  });

  it.each([
    ['first_name', ''],
    ['first_name', 'x'.repeat(141)],
    ['email', ''],
    ['email', 'lee'],
    ['email', 'lee@example'],
    ['phone_number', 'call me'],
    ['phone_number_calling_code', '351'],
    ['country', 'Portugal'],
  ])('refuses %s %j and changes nothing', async (member, value) => {
    const id = await addContact('lee@example.org');
    const { status, body } = await update(id, form({ ...lee, last_name: 'Changed', [member]: value }));
    expect([status, body.error_type]).toEqual([400, 'InputException']);
    expect(body.message).toContain(member);
    expect((await get(id)).last_name).toBe('Park');
  });

  it("refuses another contact's address, but not an agent's", async () => {
    const id = await addContact('lee@example.org');
    await addContact('mina@example.org');
    const taken = await update(id, form({ ...lee, email: 'MINA@example.org' }));
    expect([taken.status, taken.body.error_type, taken.body.code]).toEqual([
      400,
      'InputException',
      'contact.email_taken',
    ]);
    const { email } = (await admin.call('agents.me')).data;
    expect((await update(id, form({ ...lee, email: email! }))).status).toBe(200);
    expect((await update(2_000_000_000, form(lee))).status).toBe(404);
  });
});

describe('an avatar', () => {
  it('is drawn anew as a square, kept when named, replaced, and removed when left out', async () => {
    const id = await addContact('lee@example.org');
    expect((await update(id, form(lee, { name: 'avatar.png', bytes: png }))).status).toBe(200);
    const first = (await get(id)).avatar_url!;
    expect(first).toMatch(/^\/uploads\/[0-9a-f-]{36}$/);
    const served = await admin.fetch(first);
    expect(served.headers.get('content-type')).toBe('image/webp');
    const drawn = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    expect([drawn.width, drawn.height, drawn.exif]).toEqual([256, 256, undefined]);

    await update(id, form({ ...lee, avatar_url: first }));
    expect((await get(id)).avatar_url).toBe(first);
    await update(id, form({ ...lee, avatar_url: '/uploads/00000000-0000-4000-8000-000000000000' }));
    expect((await get(id)).avatar_url).toBe(first);

    const [before] = await avatarFiles(id);
    await update(id, form(lee, { name: 'other.JPG', bytes: png }));
    const second = (await get(id)).avatar_url!;
    expect(second).not.toBe(first);
    expect((await admin.fetch(first)).status).toBe(404);
    expect(await desk.app.deps.storage.has(before.storage_key)).toBe(false);
    expect(await avatarFiles(id)).toHaveLength(1);

    await update(id, form({ ...lee, files: 'null' }));
    expect((await get(id)).avatar_url).toBe(null);
    expect(await avatarFiles(id)).toEqual([]);
  });

  it.each([
    ['a text', 'avatar.png', 'hello', 'avatar.unreadable'],
    ['an empty file', 'avatar.png', '', 'avatar.unreadable'],
    ['a drawing', 'avatar.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'avatar.unreadable'],
    ['another type', 'avatar.svg', 'x', 'avatar.type_not_allowed'],
    ['no extension', 'avatar', 'x', 'avatar.type_not_allowed'],
    ['more than 2 MiB', 'avatar.png', 'x'.repeat(2 * 1_048_576 + 1), 'avatar.too_large'],
  ])('is refused: %s, and nothing of the form is saved', async (_what, name, bytes, code) => {
    const id = await addContact('lee@example.org');
    const { status, body } = await update(id, form({ ...lee, last_name: 'Changed' }, { name, bytes }));
    expect([status, body.error_type, body.code]).toEqual([400, 'InputException', code]);
    expect(await get(id)).toMatchObject({ last_name: 'Park', avatar_url: null });
  });

  it('of an agent is set, replaced and removed by itself alone', async () => {
    await desk.addAgent({ email: 'own@desk.test' });
    const own = await desk.as('own@desk.test');
    const set = async (body: FormData) => (await own.call('agents.update_me', { body })).status;
    const shown = async () => (await own.call('agents.me')).data.avatar_url;
    expect(await set(form({}))).toBe(200);
    expect(await shown()).toBe(null);
    expect(await set(form({}, { name: 'avatar.png', bytes: png }))).toBe(200);
    const first = await shown();
    expect((await admin.fetch(first!)).status).toBe(200);
    expect(await set(form({}, { name: 'avatar.png', bytes: png }))).toBe(200);
    expect((await admin.fetch(first!)).status).toBe(404);
    expect(await set(form({}, { name: 'avatar.png', bytes: 'hello' }))).toBe(400);
    expect(await shown()).not.toBe(null);
    for (let turn = 0; turn < 2; turn++) expect((await own.call('agents.remove_my_avatar')).data).toBe(true);
    expect(await shown()).toBe(null);
    const notMultipart = await own.fetch('/api/v1/agents/me', { method: 'PUT', body: '{}' });
    expect(notMultipart.status).toBe(400);
  });
});

describe('custom attributes', () => {
  const merge = (id: number, body: Record<string, unknown>) =>
    admin.call('contacts.merge_attributes', { params: { id }, body });

  it('are merged, checked and removed', async () => {
    const id = await addContact('lee@example.org', { custom_attributes: '{"old": 1}' });
    await merge(id, { plan: 'pro', seats: '12' });
    expect((await get(id)).custom_attributes).toEqual({ old: 1, plan: 'pro', seats: 12 });
    await merge(id, { plan: null });
    expect((await get(id)).custom_attributes).toEqual({ old: 1, seats: 12 });
    const { status, body } = await merge(id, { plan: 'gold' });
    expect([status, body.code]).toEqual([400, 'contact.attribute_invalid']);
    expect(body.message).toContain('plan');
    expect((await merge(2_000_000_000, { plan: 'pro' })).status).toBe(404);
  });
});

describe('blocking', () => {
  it.each([
    [{ enabled: 'false' }, false],
    [{}, false],
    [{ enabled: 'true' }, true],
    [{ enabled: 'Y' }, true],
    [{ enabled: '1' }, true],
  ])('%j leaves the contact enabled: %s', async (body, expected) => {
    const id = await addContact('lee@example.org', { enabled: !expected });
    expect((await admin.call('contacts.block', { params: { id }, body })).data).toBe(true);
    expect((await get(id)).enabled).toBe(expected);
  });

  it('answers 404 for nobody', async () => {
    expect((await admin.call('contacts.block', { params: { id: 2_000_000_000 }, body: {} })).status).toBe(404);
  });
});

describe('notes', () => {
  const add = (client: ApiClient, id: number, note: string) =>
    client.call('contact_notes.create', { params: { id }, body: { note } });
  const notes = async (id: number) => (await admin.call('contact_notes.list', { params: { id } })).data;
  const remove = (client: ApiClient, id: number, note_id: number) =>
    client.call('contact_notes.delete', { params: { id, note_id } });

  it('are cleaned and listed newest first with their writer', async () => {
    const id = await addContact('lee@example.org');
    expect((await add(admin, id, '<p>First<script>alert(1)</script></p>')).data).toBe(true);
    await add(admin, id, '<p onclick="x()">Prefers <strong>e-mail</strong></p>');
    const me = (await admin.call('agents.me')).data;
    const [second, first] = await notes(id);
    expect(second).toMatchObject({
      contact_id: id,
      note: '<p>Prefers <strong>e-mail</strong></p>',
      user_id: me.id,
      first_name: me.first_name,
      avatar_url: null,
    });
    expect(first!.note).toBe('<p>First</p>');
  });

  it.each(['', '<p></p>', '<p>&nbsp;</p>', '<script>alert(1)</script>'])('refuses %j', async (note) => {
    const id = await addContact('lee@example.org');
    const { status, body } = await add(admin, id, note);
    expect([status, body.error_type]).toEqual([400, 'InputException']);
    expect(await notes(id)).toEqual([]);
  });

  it('go by their writer, or by whoever may delete notes', async () => {
    const id = await addContact('lee@example.org');
    await desk.addAgent({ email: 'writer@desk.test', permissions: ['contact_notes:write'] });
    await desk.addAgent({ email: 'other@desk.test', permissions: ['contact_notes:write'] });
    await desk.addAgent({ email: 'sweeper@desk.test', permissions: ['contact_notes:delete'] });
    const [writer, other, sweeper] = await Promise.all(
      ['writer', 'other', 'sweeper'].map((name) => desk.as(`${name}@desk.test`)),
    );
    await add(writer!, id, 'one');
    await add(writer!, id, 'two');
    await add(writer!, id, 'three');
    const [three, two, one] = await notes(id);
    const refused = await remove(other!, id, one!.id);
    expect([refused.status, refused.body.error_type]).toEqual([403, 'InputException']);
    expect((await remove(writer!, id, one!.id)).status).toBe(200);
    expect((await remove(sweeper!, id, two!.id)).status).toBe(200);
    expect((await remove(admin, id, three!.id)).status).toBe(200);
    expect(await notes(id)).toEqual([]);
    expect((await remove(admin, id, one!.id)).status).toBe(404);
  });

  it('belong to the contact in the path', async () => {
    const id = await addContact('lee@example.org');
    const other = await addContact('mina@example.org');
    await add(admin, id, 'mine');
    const [note] = await notes(id);
    expect((await remove(admin, other, note!.id)).status).toBe(404);
    expect(await notes(id)).toHaveLength(1);
    expect((await add(admin, 2_000_000_000, 'x')).status).toBe(404);
    expect((await admin.call('contact_notes.list', { params: { id: 2_000_000_000 } })).status).toBe(404);
  });
});

describe('the conversations of a contact', () => {
  const list = (client: ApiClient, id: number, cursor?: string) =>
    client.call('contacts.conversations', { params: { id }, query: cursor ? { cursor } : {} });

  it('come newest first by pages, those that the caller may read', async () => {
    const id = await addContact('lee@example.org');
    const other = await addContact('mina@example.org');
    const me = (await admin.call('agents.me')).data.id;
    await desk.pool.query(
      `insert into conversations (contact_id, inbox_id, status_id, subject, assigned_user_id, created_at)
       select $1, 1, 1, 'No ' || n, case when n % 2 = 0 then $2::int end, timestamptz '2025-01-01' + n * interval '1 day'
       from generate_series(1, 45) n`,
      [id, me],
    );
    await desk.pool.query(
      "insert into conversations (contact_id, inbox_id, status_id, subject) values ($1, 1, 1, 'Not hers')",
      [other],
    );
    const subjects: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const { data } = await list(admin, id, cursor);
      subjects.push(...data.results.map((one) => one.subject));
      cursor = data.next_cursor ?? undefined;
    }
    expect(cursor).toBeUndefined();
    expect(subjects).toEqual(Array.from({ length: 45 }, (_, index) => `No ${45 - index}`));
    const [first] = (await list(admin, id)).data.results;
    expect(first).toMatchObject({ status: 'Open', subject: 'No 45', assigned_user_id: null });

    await desk.addAgent({
      email: 'unassigned@desk.test',
      permissions: ['contacts:read', 'conversations:read', 'conversations:read_unassigned'],
    });
    await desk.addAgent({ email: 'none@desk.test', permissions: ['contacts:read'] });
    const some = (await list(await desk.as('unassigned@desk.test'), id)).data.results.map((one) => one.subject);
    expect(some.slice(0, 3)).toEqual(['No 45', 'No 43', 'No 41']);
    expect((await list(await desk.as('none@desk.test'), id)).data.results).toEqual([]);
    expect((await list(admin, 2_000_000_000)).status).toBe(404);
    expect((await list(admin, id, 'nonsense')).status).toBe(400);
  });
});
