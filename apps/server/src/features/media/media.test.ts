import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { collectMedia } from './collect-media.ts';
import { thumbnailKey } from './thumbnail.ts';

let h: Harness;
let admin: ApiClient;
let png: Buffer<ArrayBuffer>;
beforeAll(async () => {
  h = await createHarness();
  admin = await h.as();
  const picture = sharp({ create: { width: 600, height: 300, channels: 3, background: '#3366aa' } });
  png = Buffer.from(await picture.png().toBuffer());
});
afterAll(() => h.close());

function upload(
  client: ApiClient,
  file: { name: string; type?: string; bytes: string | Buffer<ArrayBuffer> },
  options: { part?: string; inline?: string } = {},
) {
  const body = new FormData();
  body.set('linked_model', 'messages');
  if (options.inline) body.set('inline', options.inline);
  body.set(options.part ?? 'files', new Blob([file.bytes], { type: file.type ?? '' }), file.name);
  return client.call('media.upload', { body });
}

async function rowOf(id: number) {
  const { rows } = await h.pool.query('select * from media where id = $1', [id]);
  return rows[0];
}

async function setting(key: string, value: unknown): Promise<void> {
  await h.pool.query('update settings set value = $2 where key = $1', [key, JSON.stringify(value)]);
}

/** A conversation with one message, to hang files on. */
async function addMessage(assignee: number | null = null): Promise<{ conversation_id: number; message_id: number }> {
  const { rows } = await h.pool.query(
    `with contact as (insert into users (type, email) values ('contact', $1) returning id),
     conversation as (
       insert into conversations (contact_id, inbox_id, status_id, assigned_user_id)
       select id, 1, 1, $2::int from contact returning id, contact_id),
     message as (
       insert into messages (conversation_id, inbox_id, type, status, sender_id, sender_type, content, text_content)
       select id, 1, 'incoming', 'received', contact_id, 'contact', 'hello', 'hello' from conversation returning id, conversation_id)
     select conversation_id, id::int as message_id from message`,
    [`${crypto.randomUUID()}@customer.example`, assignee],
  );
  return rows[0];
}

async function attach(mediaId: number, message: { conversation_id: number; message_id: number }): Promise<void> {
  await h.pool.query("update media set model_type = 'messages', model_id = $2, conversation_id = $3 where id = $1", [
    mediaId,
    message.message_id,
    message.conversation_id,
  ]);
}

describe('uploading', () => {
  it('stores a picture under its own key, with type, size, address and a thumbnail 150 pixels wide', async () => {
    const { data, status } = await upload(admin, { name: 'Straße 漢字 1.PNG', bytes: png }, { part: 'file' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      filename: 'Straße 漢字 1.PNG',
      content_type: 'image/png',
      size: png.length,
      store: 'fs',
      disposition: 'attachment',
      url: `http://desk.test/uploads/${data.uuid}`,
    });
    const row = await rowOf(data.id);
    expect(row).toMatchObject({ model_type: 'messages', model_id: null, meta: { width: 600, height: 300 } });
    expect(await h.app.deps.storage.get(row.storage_key)).toEqual(png);
    const thumbnail = await sharp(await h.app.deps.storage.get(thumbnailKey(row.storage_key))).metadata();
    expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['png', 150, 75]);
  });

  it('tells the type by the bytes, not by name or declaration', async () => {
    const types = async (name: string, type: string, bytes: string | Buffer<ArrayBuffer>) =>
      (await upload(admin, { name, type, bytes })).data.content_type;
    expect(await types('photo', 'application/octet-stream', png)).toBe('image/png');
    expect(await types('notes.png', 'image/png', 'just text')).toBe('application/octet-stream');
    expect(await types('a.csv', 'text/csv', 'a,b')).toBe('text/csv');
    expect(await types('drawing.svg', 'image/svg+xml', '<?xml version="1.0"?><svg/>')).toBe('image/svg+xml');
    expect(await types('page.pdf', 'application/pdf', '<script>alert(1)</script>')).toBe('application/octet-stream');
  });

  it('takes a broken or huge picture without a thumbnail', async () => {
    const broken = Buffer.from(png.subarray(0, 60));
    const { data } = await upload(admin, { name: 'broken.png', bytes: broken });
    expect((await rowOf(data.id)).meta).toEqual({ has_thumbnail: false });
    const wide = sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#fff' } });
    const huge = Buffer.from(await wide.png({ compressionLevel: 9 }).toBuffer());
    const { data: kept } = await upload(admin, { name: 'huge.png', bytes: huge });
    expect((await rowOf(kept.id)).meta).toEqual({ has_thumbnail: false });
  });

  it('refuses no file, empty files, forbidden extensions and what is too large', async () => {
    const refusal = async (answer: ReturnType<typeof upload>) => {
      const { status, body } = await answer;
      return [status, body.code, body.error_type];
    };
    const text = { name: 'a.txt', bytes: 'x' };
    expect(await refusal(upload(admin, text, { part: 'other' }))).toEqual([400, 'media.no_file', 'InputException']);
    expect(await refusal(upload(admin, { name: 'a.txt', bytes: '' }))).toEqual([
      400,
      'media.empty_file',
      'InputException',
    ]);
    await setting('app.allowed_file_upload_extensions', ['png', 'pdf']);
    expect(await refusal(upload(admin, text))).toEqual([400, 'media.extension_not_allowed', 'InputException']);
    expect((await upload(admin, { name: 'B.PNG', bytes: png })).status).toBe(200);
    await setting('app.allowed_file_upload_extensions', []);
    expect(await refusal(upload(admin, { name: 'B.PNG', bytes: png }))).toEqual([
      400,
      'media.extension_not_allowed',
      'InputException',
    ]);
    await setting('app.allowed_file_upload_extensions', ['*']);
    await setting('app.max_file_upload_size', 1);
    const large = Buffer.alloc(1_048_577, 'x');
    expect(await refusal(upload(admin, { name: 'large.txt', bytes: large }))).toEqual([
      413,
      'media.too_large',
      'GeneralException',
    ]);
    expect((await upload(admin, { name: 'just.txt', bytes: Buffer.alloc(1_048_576, 'x') })).status).toBe(200);
    await setting('app.max_file_upload_size', 20);
  });

  it('answers what is too large as soon as the limit is passed, and keeps nothing of it', async () => {
    await setting('app.max_file_upload_size', 1);
    const sending = request(new URL('/api/v1/media', admin.address), {
      method: 'POST',
      headers: {
        cookie: admin.cookieHeader(),
        'x-csrftoken': admin.cookies.get('csrf_token')!,
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    sending.on('error', () => {});
    sending.write('--x\r\nContent-Disposition: form-data; name="files"; filename="endless.bin"\r\n\r\n');
    sending.write(Buffer.alloc(2 * 1_048_576, 'x'));
    // The body has no end yet.
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const answer = (await json(response)) as { code: string; message: string };
    expect([response.statusCode, answer.code, answer.message]).toEqual([
      413,
      'media.too_large',
      expect.stringContaining('1 MB'),
    ]);
    sending.destroy();
    expect(await readdir(join(h.config.data_dir, 'storage/staged'))).toEqual([]);
    await setting('app.max_file_upload_size', 20);
  });

  it('takes the first of several files, whatever stands around it', async () => {
    const body = new FormData();
    body.append('other', new Blob(['not this one']), 'other.txt');
    body.append('files', new Blob(['first']), 'first.txt');
    body.append('file', new Blob(['second']), 'second.txt');
    body.append('files', new Blob([Buffer.alloc(3_000_000)]), 'third.bin');
    body.append('inline', 'true');
    const { status, data } = await admin.call('media.upload', { body });
    expect([status, data.filename, data.size, data.disposition]).toEqual([200, 'first.txt', 5, 'inline']);
    expect((await h.app.deps.storage.get((await rowOf(data.id)).storage_key)).toString()).toBe('first');
    expect(await readdir(join(h.config.data_dir, 'storage/staged'))).toEqual([]);
  });

  it('needs one of two permissions', async () => {
    await h.addAgent({ email: 'reader@desk.test', permissions: ['messages:read'] });
    const answer = await upload(await h.as('reader@desk.test'), { name: 'a.txt', bytes: 'x' });
    expect([answer.status, answer.body.code]).toEqual([403, 'permission.missing']);
  });
});

describe('serving', () => {
  const get = (client: ApiClient, path: string, headers: Record<string, string> = {}, method = 'GET') =>
    client.fetch(`/uploads/${path}`, { method, headers });

  it('shows unlinked files to their uploader alone', async () => {
    await h.addAgent({ email: 'other@desk.test' });
    const { data } = await upload(admin, { name: 'a.png', bytes: png });
    const shown = await get(admin, data.uuid);
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
    expect((await get(await h.as('other@desk.test'), data.uuid)).status).toBe(404);
    expect((await get(h.anonymous(), data.uuid)).status).toBe(401);
  });

  it('asks the conversation for files of messages', async () => {
    const { data } = await upload(admin, { name: 'a.png', bytes: png });
    const mine = await h.addAgent({
      email: 'assignee@desk.test',
      permissions: ['messages:read', 'conversations:read', 'conversations:read_assigned'],
    });
    await h.addAgent({
      email: 'stranger@desk.test',
      permissions: ['messages:read', 'conversations:read', 'conversations:read_assigned'],
    });
    await h.addAgent({ email: 'mute@desk.test', permissions: ['conversations:read', 'conversations:read_all'] });
    await attach(data.id, await addMessage(mine));
    const statuses: Record<string, number> = {};
    for (const name of ['assignee', 'stranger', 'mute']) {
      statuses[name] = (await get(await h.as(`${name}@desk.test`), data.uuid)).status;
    }
    expect(statuses).toEqual({ assignee: 200, stranger: 404, mute: 403 });
  });

  it('lets active types be downloaded only, and guesses nothing', async () => {
    const disposition = async (name: string, type: string, bytes: string | Buffer<ArrayBuffer>, query = '') => {
      const { data } = await upload(admin, { name, type, bytes });
      const response = await get(admin, data.uuid + query);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('content-type')).toBe(data.content_type);
      return response.headers.get('content-disposition');
    };
    expect(await disposition('a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toMatch(
      /^attachment;/,
    );
    expect(await disposition('a.html', 'text/html', '<script>alert(1)</script>')).toMatch(/^attachment;/);
    expect(await disposition('a.xml', 'text/xml', '<?xml version="1.0"?><a/>')).toMatch(/^attachment;/);
    expect(await disposition('a.txt', 'text/plain', 'x')).toMatch(/^attachment;/);
    expect(await disposition('a.png', 'image/png', png)).toMatch(/^inline;/);
    expect(await disposition('a.png', 'image/png', png, '?download=1')).toMatch(/^attachment;/);
    expect(await disposition('日本 (1).pdf', 'application/pdf', '%PDF-1.7\n')).toBe(
      `inline; filename="__ (1).pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%281%29.pdf`,
    );
  });

  it('answers malformed and unknown names with 404', async () => {
    for (const name of ['nonsense', 'thumb_', `thumb_${crypto.randomUUID()}`, crypto.randomUUID(), '%2e%2e%2fx']) {
      expect([name, (await get(admin, name)).status]).toEqual([name, 404]);
    }
  });

  it('serves ranges, conditions and HEAD', async () => {
    const bytes = Buffer.from('0123456789');
    const { data } = await upload(admin, { name: 'ten.txt', type: 'text/plain', bytes });
    const range = async (value: string, headers: Record<string, string> = {}) => {
      const response = await get(admin, data.uuid, { range: value, ...headers });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await range('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await range('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await range('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await range('bytes=0-99')).toEqual([206, 'bytes 0-9/10', '0123456789']);
    expect(await range('bytes=10-')).toEqual([416, 'bytes */10', '']);
    expect(await range('bytes=0-1,4-5')).toEqual([200, null, '0123456789']);
    expect(await range('bytes=2-4', { 'if-range': '"other"' })).toEqual([200, null, '0123456789']);
    const whole = await get(admin, data.uuid);
    const etag = whole.headers.get('etag')!;
    const modified = whole.headers.get('last-modified')!;
    expect((await get(admin, data.uuid, { 'if-none-match': `W/"x", ${etag}` })).status).toBe(304);
    expect((await get(admin, data.uuid, { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await get(admin, data.uuid, { 'if-modified-since': modified })).status).toBe(304);
    const head = await get(admin, data.uuid, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
  });

  it('makes thumbnails of mailed pictures when asked for, and serves the original where there is none', async () => {
    const { data } = await upload(admin, { name: 'a.png', bytes: png });
    const row = await rowOf(data.id);
    await h.app.deps.storage.remove(thumbnailKey(row.storage_key));
    await h.pool.query("update media set meta = '{}' where id = $1", [data.id]);
    const thumbnail = await get(admin, `thumb_${data.uuid}`);
    const drawn = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
    expect([thumbnail.headers.get('content-type'), drawn.width]).toEqual(['image/png', 150]);
    expect((await rowOf(data.id)).meta).toMatchObject({ has_thumbnail: true, width: 600, height: 300 });
    const text = await upload(admin, { name: 'a.txt', type: 'text/plain', bytes: 'words' });
    const original = await get(admin, `thumb_${text.data.uuid}`);
    expect(await original.text()).toBe('words');
  });
});

describe('collecting', () => {
  it('removes what no message took in a week and what lost its message, bytes and thumbnail with it', async () => {
    const young = (await upload(admin, { name: 'young.png', bytes: png })).data;
    const old = (await upload(admin, { name: 'old.png', bytes: png })).data;
    const linked = (await upload(admin, { name: 'linked.png', bytes: png })).data;
    const orphan = (await upload(admin, { name: 'orphan.png', bytes: png })).data;
    await h.pool.query("update media set created_at = now() - interval '8 days' where id = any($1)", [
      [old.id, linked.id, orphan.id],
    ]);
    await attach(linked.id, await addMessage());
    const gone = await addMessage();
    await attach(orphan.id, gone);
    const keys = (await rowOf(orphan.id)).storage_key;
    await h.pool.query('delete from conversations where id = $1', [gone.conversation_id]);
    await collectMedia(h.app.deps);
    const { rows } = await h.pool.query('select id from media where id = any($1) order by id', [
      [young.id, old.id, linked.id, orphan.id],
    ]);
    expect(rows.map((row) => row.id)).toEqual([young.id, linked.id]);
    expect(await h.app.deps.storage.has(keys)).toBe(false);
    expect(await h.app.deps.storage.has(thumbnailKey(keys))).toBe(false);
  });
});
