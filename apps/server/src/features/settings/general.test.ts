import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { loadSettings } from './index.ts';

let desk: Harness;
let other: Harness;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness();
  other = await createHarness({ share: desk });
  admin = await desk.as();
});
afterAll(async () => {
  await other.close();
  await desk.close();
});
const update = (body: object) => admin.call('settings.update_general', { body });

test('only the keys that are sent change, and everybody hears of it', async () => {
  const before = (await admin.call('settings.admin')).data;
  expect((await update({ 'app.site_name': ' Northwind ', 'app.undo_send_seconds': 20, 'app.unknown': 1 })).data).toBe(
    true,
  );
  const after = (await admin.call('settings.admin')).data;
  expect(after).toEqual({
    ...before,
    'app.site_name': 'Northwind',
    'app.undo_send_seconds': 20,
    updated_at: expect.any(String),
  });
  const frames = await desk.frames();
  expect(frames.filter(({ type }) => type === 'config_changed')).toMatchObject([{ data: { entity: 'setting' } }]);
  const { rows } = await desk.pool.query("select params from activity_logs where activity_type = 'setting_changed'");
  expect(rows).toEqual([
    {
      params: expect.objectContaining({
        changes: {
          'app.site_name': { before: 'Bellhop', after: 'Northwind' },
          'app.undo_send_seconds': { before: 10, after: 20 },
        },
      }),
    },
  ]);
});

test('a change counts in every process without a restart', async () => {
  await loadSettings(other.app.deps.db);
  await update({ 'app.lang': 'de', 'app.max_file_upload_size': 7, 'app.session_lifetime_seconds': 600 });
  expect((await desk.anonymous().call('settings.general')).data).toMatchObject({ 'app.max_file_upload_size': 7 });
  await other.until(
    async () => (await loadSettings(other.app.deps.db))['app.max_file_upload_size'] === 7,
    'the other process to know the new limit',
  );
  const refused = await other.anonymous().call('agents.me');
  expect(refused.body.message).toMatch(/anmelden|angemeldet|Sitzung/i);
  const signedIn = await other.anonymous().fetch('/api/v1/login', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'admin@bellhop.local', password: 'Bellhop-test-1' }).toString(),
  });
  expect(signedIn.headers.get('set-cookie')).toMatch(/bellhop_session=[^;]+;.*Max-Age=600/);
  await update({ 'app.lang': 'en' });
});

test('the address of the desk loses its slash, and its own pictures move with it', async () => {
  const { data: loaded } = await admin.call('settings.admin');
  await update({ ...loaded, 'app.root_url': 'https://help.northwind.example/desk/' });
  expect((await admin.call('settings.general')).data).toMatchObject({
    'app.root_url': 'https://help.northwind.example/desk',
    'app.logo_url': 'https://help.northwind.example/desk/logo.png',
    'app.favicon_url': 'https://help.northwind.example/desk/favicon.ico',
  });
  await update({ 'app.root_url': 'http://desk.test', 'app.logo_url': 'https://cdn.example/northwind.png' });
  expect((await admin.call('settings.general')).data).toMatchObject({
    'app.logo_url': 'https://cdn.example/northwind.png',
    'app.favicon_url': 'http://desk.test/favicon.ico',
  });
});

test('of two administrators who save, the second is told', async () => {
  const { updated_at: based_on } = (await admin.call('settings.admin')).data;
  expect((await update({ 'app.site_name': 'One', based_on })).status).toBe(200);
  expect((await update({ 'app.site_name': 'Two', based_on })).status).toBe(409);
});

test.each([
  ['app.site_name', '  '],
  ['app.site_name', 'x'.repeat(141)],
  ['app.site_name', 'North\u202ewind'],
  ['app.site_name', 'North\u0000wind'],
  ['app.site_name', 7],
  ['app.lang', 'xx'],
  ['app.lang', '../en'],
  ['app.root_url', 'help.example'],
  ['app.root_url', 'javascript:alert(1)'],
  ['app.root_url', 'https://help.example/?a=b'],
  ['app.favicon_url', ''],
  ['app.logo_url', 'logo'],
  ['app.max_file_upload_size', 0],
  ['app.max_file_upload_size', 501],
  ['app.max_file_upload_size', '20'],
  ['app.allowed_file_upload_extensions', ['a/b']],
  ['app.allowed_file_upload_extensions', 'pdf'],
  ['app.timezone', 'Atlantis/Poseidonia'],
  ['app.timezone', '+02:00'],
  ['app.business_hours_id', '999999'],
  ['app.business_hours_id', 1],
  ['app.undo_send_seconds', 61],
  ['app.session_lifetime_seconds', 10],
  ['app.emoji_base_url', 'http://cdn.example'],
  ['app.subject_marker', 'no marker'],
])('%s cannot be %j', async (key, value) => {
  const answer = await update({ [key]: value });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.data as unknown as object).map((name) => name.replace(/\.\d+$/, ''))).toEqual([key]);
});

test('file endings are stored as they are compared', async () => {
  await update({ 'app.allowed_file_upload_extensions': [' .PDF', 'png'], 'app.business_hours_id': '' });
  expect((await admin.call('settings.general')).data).toMatchObject({
    'app.allowed_file_upload_extensions': ['pdf', 'png'],
    'app.business_hours_id': '',
  });
});

describe('logo and favicon', () => {
  const upload = (picture: string, content: BlobPart, name: string) => {
    const body = new FormData();
    body.set('files', new Blob([content]), name);
    return admin.call('settings.set_picture', { params: { picture }, body });
  };

  test('an upload is drawn anew and shown to everybody, until it is removed', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><script>alert(1)</script><rect width="30" height="10" fill="red"/></svg>';
    expect((await upload('logo', svg, 'logo.svg')).data).toBe(true);
    const url = (await admin.call('settings.general')).data['app.logo_url'];
    expect(url).toMatch(/^http:\/\/desk\.test\/logo\.png\?v=\w+$/);
    expect((await admin.call('settings.admin')).data.pictures).toEqual({ logo: true, favicon: false });
    const shown = await other.anonymous().fetch('/logo.png');
    expect(shown.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png' });
    const etag = shown.headers.get('etag')!;
    expect((await other.anonymous().fetch('/logo.png', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await admin.call('settings.remove_picture', { params: { picture: 'logo' } })).data).toBe(true);
    expect((await admin.call('settings.general')).data['app.logo_url']).toBe('http://desk.test/logo.png');
    expect((await desk.anonymous().fetch('/logo.png')).headers.get('etag')).not.toBe(etag);
  });

  test('a favicon is square', async () => {
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    await upload('favicon', new Uint8Array(picture), 'icon.png');
    const shown = Buffer.from(await (await desk.anonymous().fetch('/favicon.ico')).arrayBuffer());
    expect(await sharp(shown).metadata()).toMatchObject({ width: 128, height: 128 });
  });

  test('a favicon comes as the icon that browsers use, too', async () => {
    const png = await sharp({ create: { width: 32, height: 32, channels: 4, background: '#00ff00' } })
      .png()
      .toBuffer();
    const head = Buffer.alloc(22);
    head.writeUInt16LE(1, 2);
    head.writeUInt16LE(1, 4);
    head.writeUInt8(32, 6);
    head.writeUInt32LE(png.length, 14);
    head.writeUInt32LE(head.length, 18);
    expect((await upload('favicon', new Uint8Array(Buffer.concat([head, png])), 'favicon.ico')).data).toBe(true);
    const shown = Buffer.from(await (await desk.anonymous().fetch('/favicon.ico')).arrayBuffer());
    expect((await sharp(shown).stats()).dominant.g).toBeGreaterThan(240);
    expect((await upload('favicon', new Uint8Array(head), 'favicon.ico')).status).toBe(400);
  });

  test('what is no picture is refused', async () => {
    expect(await upload('logo', '<p>no picture</p>', 'logo.png')).toMatchObject({
      status: 400,
      body: { code: 'settings.picture_unreadable' },
    });
    expect((await upload('banner', 'x', 'x.png')).status).toBe(400);
    expect(
      (await admin.call('settings.set_picture', { params: { picture: 'logo' }, body: new FormData() })).status,
    ).toBe(400);
  });
});

test('the languages that may be chosen have their own names', async () => {
  const { data } = await admin.call('lang.list');
  expect(data).toContainEqual({ code: 'en', name: 'English' });
  expect(data.length).toBeGreaterThanOrEqual(7);
});
