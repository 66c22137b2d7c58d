import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { collectMedia } from '../../src/features/media/collect-media.ts';
import { sweepStorage } from '../../src/features/media/index.ts';
import { thumbnailKey } from '../../src/features/media/thumbnail.ts';
import { openStorage } from '../../src/lib/open-storage.ts';
import type { ApiClient } from '../api-client.ts';
import { createMailDesk, type MailDesk } from '../mail-desk.ts';
import { type S3Server, startS3Server } from '../s3-server.ts';

const cli = join(import.meta.dirname, '../../src/cli.ts');
const secretKey = 'a-key-for-this-desk-alone';
let server: S3Server;
let desk: MailDesk;
let admin: ApiClient;
let png: Buffer<ArrayBuffer>;
beforeAll(async () => {
  server = await startS3Server();
  desk = await createMailDesk({ env: { ...server.env, BELLHOP_SECRET_KEY: secretKey, LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  const picture = sharp({ create: { width: 600, height: 300, channels: 3, background: '#3366aa' } });
  png = Buffer.from(await picture.png().toBuffer());
});
afterEach(() => {
  server.mood = () => 'pass';
});
afterAll(async () => {
  await desk?.smtp.close();
  await desk?.close();
  await server?.close();
});

async function upload(name: string, bytes: Buffer<ArrayBuffer>) {
  const body = new FormData();
  body.set('linked_model', 'messages');
  body.set('files', new Blob([bytes]), name);
  return admin.call('media.upload', { body });
}
const download = (path: string, headers: Record<string, string> = {}) =>
  fetch(desk.app.address() + path, { headers: { cookie: admin.cookieHeader(), ...headers } });

/** Runs a command of `bellhop` on the desk to its end. */
async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: desk.config.data_dir,
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      BELLHOP_LOCAL_SMTP_PORT: '0',
      DATABASE_URL: desk.databaseUrl,
      BELLHOP_DATA_DIR: desk.config.data_dir,
      BELLHOP_SECRET_KEY: secretKey,
      ...server.env,
      ...env,
    },
  });
  let heard = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (part: Buffer) => (heard += part));
  const [status] = (await once(child, 'close')) as [number];
  return { status, heard };
}

const mail = (subject: string) => `From: Ann <ann@customer.example>
To: support@bellhop.local
Subject: ${subject}
Message-ID: <${subject}@customer.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

See the picture.
--b
Content-Type: image/png; name=shown.png
Content-Disposition: attachment; filename=shown.png
Content-Transfer-Encoding: base64

${png.toString('base64')}
--b--
`;

test('what is uploaded and what comes by mail lies in the bucket, and is handed out whole, in part and small', async () => {
  const { data, status } = await upload('picture.png', png);
  expect([status, data.store, data.url]).toEqual([200, 's3', `http://desk.test/uploads/${data.uuid}`]);
  const whole = await download(`/uploads/${data.uuid}`);
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(png);
  const part = await download(`/uploads/${data.uuid}`, { range: 'bytes=10-29' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-29/${png.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(png.subarray(10, 30));
  const small = await sharp(
    Buffer.from(await (await download(`/uploads/thumb_${data.uuid}`)).arrayBuffer()),
  ).metadata();
  expect([small.width, small.height]).toEqual([150, 75]);

  expect(await desk.take(mail('to-the-bucket'))).toMatchObject({ state: 'processed' });
  const { rows } = await desk.pool.query("select uuid, store, storage_key from media where filename = 'shown.png'");
  expect(rows).toEqual([expect.objectContaining({ store: 's3' })]);
  expect(Buffer.from(await (await download(`/uploads/${rows[0].uuid}`)).arrayBuffer())).toEqual(png);
  expect((await download(`/uploads/thumb_${rows[0].uuid}`)).status).toBe(200);
  const { rows: raw } = await desk.pool.query('select storage_key from raw_mails');
  for (const { storage_key } of [...rows, ...raw]) {
    expect(await desk.app.deps.storage.places[0]!.has(storage_key)).toBe(true);
    expect(await desk.app.deps.storage.places[1]!.has(storage_key)).toBe(false);
  }
  expect(await readdir(join(desk.config.data_dir, 'storage/staged'))).toEqual([]);
});

test('while the bucket fails nothing is taken as stored: uploads say so, mail is left with its sender, and goes in later', async () => {
  const { data } = await upload('before.png', png);
  await server.die();
  const refused = await upload('lost.png', png);
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({ status: 'error', code: 'general.storage_unavailable' });
  expect(JSON.stringify(refused.body)).not.toContain('127.0.0.1');
  expect((await download(`/uploads/${data.uuid}`)).status).toBe(503);
  await expect(desk.hand(mail('bucket-away'))).rejects.toMatchObject({ responseCode: 451 });
  expect(await readdir(join(desk.config.data_dir, 'storage/staged'))).toEqual([]);
  const { rows } = await desk.pool.query("select count(*)::int as n from media where filename = 'lost.png'");
  expect(rows[0].n).toBe(0);
  await server.revive();
  expect(await desk.take(mail('bucket-away'))).toMatchObject({ state: 'processed' });
  expect((await download(`/uploads/${data.uuid}`)).status).toBe(200);
});

test('files that nobody needs go from the bucket, and a bucket of another desk is left alone', async () => {
  const { data } = await upload('forgotten.png', png);
  const { rows } = await desk.pool.query('select storage_key from media where id = $1', [data.id]);
  const key: string = rows[0].storage_key;
  await desk.pool.query("update media set created_at = now() - interval '8 days' where id = $1", [data.id]);
  await collectMedia(desk.app.deps);
  const [bucket] = desk.app.deps.storage.places;
  expect([await bucket!.has(key), await bucket!.has(thumbnailKey(key))]).toEqual([false, false]);

  await bucket!.put('media/00/orphan', Buffer.from('x'));
  const { log, db, storage } = desk.app.deps;
  const later = { now: () => new Date(Math.ceil(Date.now() / (129 * 3_600_000) + 2) * 129 * 3_600_000) };
  await sweepStorage({ db, storage, log, clock: later });
  expect(await bucket!.has('media/00/orphan')).toBe(false);
  await bucket!.put('media/00/orphan', Buffer.from('x'));
  await bucket!.put('owner', Buffer.from('somebody else'));
  await sweepStorage({ db, storage, log, clock: later });
  expect(await bucket!.has('media/00/orphan')).toBe(true);
  await bucket!.remove('owner');
});

test('files of before move into the bucket, rows first; broken off it can be begun anew, and changed bytes stop it', async () => {
  const disk = desk.app.deps.storage.places[1]!;
  const keys = ['media/01/old-a', 'media/01/old-b', 'raw/02/old-mail'];
  const old = new Date(Date.now() - 3_600_000);
  for (const key of keys) {
    await disk.put(key, Buffer.from(`bytes of ${key}`));
    await utimes(join(desk.config.data_dir, 'storage', key), old, old);
  }
  await disk.put('media/01/young', Buffer.from('its row is still to come'));
  await desk.pool.query(
    `insert into media (uuid, store, storage_key, filename, content_type, size, disposition, meta)
     select gen_random_uuid(), 'fs', key, 'old.txt', 'text/plain', 1, 'attachment', '{}' from unnest($1::text[]) as key`,
    [keys.slice(0, 2)],
  );
  // The second one fails: the first is there already when it begins anew.
  server.mood = (what) => (what === 'PUT /desk/media/01/old-b' ? { status: 403, code: 'AccessDenied' } : 'pass');
  expect(await run(['move-uploads'])).toMatchObject({ status: 1, heard: expect.stringContaining('may not do that') });
  for (const key of keys) expect(await disk.has(key)).toBe(true);
  server.mood = () => 'pass';
  expect(await run(['move-uploads'])).toMatchObject({ status: 0, heard: expect.stringContaining('3 files') });
  for (const key of keys) {
    expect(await disk.has(key)).toBe(false);
    expect((await desk.app.deps.storage.get(key)).toString()).toBe(`bytes of ${key}`);
  }
  expect(await disk.has('media/01/young')).toBe(true);
  const { rows } = await desk.pool.query("select distinct store from media where filename = 'old.txt'");
  expect(rows).toEqual([{ store: 's3' }]);
  expect(await run(['move-uploads'])).toMatchObject({ status: 0, heard: expect.stringContaining('0 files') });
  await disk.remove('media/01/young');
  await desk.pool.query("delete from media where filename = 'old.txt'");
}, 60_000);

test('a backup holds what is in the bucket, and the doctor tries the bucket out', async () => {
  const made = await run(['backup', 'desk.bellhop']);
  expect(made).toMatchObject({ status: 0, heard: expect.not.stringContaining('were not there') });
  const { rows } = await desk.pool.query(
    'select count(distinct storage_key)::int as n from (select storage_key from media union select storage_key from raw_mails) as keys',
  );
  expect(made.heard).toContain(` ${rows[0].n} files`);
  expect((await run(['doctor'])).heard).toMatch(/^ok {5}Object storage: bucket desk at .+ stores, reads and removes$/m);
  const wrong = await run(['doctor'], { S3_SECRET_ACCESS_KEY: 'guess-word' });
  expect(wrong.heard).toMatch(/^WRONG {2}Object storage .+ S3_SECRET_ACCESS_KEY is wrong\. Check .+$/m);
  expect(wrong.heard).not.toContain('guess-word');
  // Nothing of a backup that could not read its files is left.
  const failed = await run(['backup', 'other.bellhop'], { S3_SECRET_ACCESS_KEY: 'guess-word' });
  expect(failed.status).toBe(1);
  expect((await readdir(desk.config.data_dir)).filter((name) => name.startsWith('other'))).toEqual([]);
  expect(openStorage({ data_dir: desk.config.data_dir, s3: null }).kind).toBe('fs');
}, 90_000);
