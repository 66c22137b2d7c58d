import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../test/s3-server.ts';
import { openStorage } from './open-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { TooManyBytesError } from './staging.ts';
import { createDiskStorage, isStorageFailure, type ListedBlob, type Storage } from './storage.ts';

let root: string;
let server: S3Server;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bellhop-storage-'));
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
async function all(storage: Storage, folder: string): Promise<ListedBlob[]> {
  const found: ListedBlob[] = [];
  for await (const blob of storage.list(folder)) found.push(blob);
  return found;
}
const staged = (folder: string) => readdir(join(root, folder, 'staged'));
const patient = { idleMs: 20_000, tries: 3, pauseMs: 5, giveUpMs: 20_000 };
const bucketStorage = (settings = server.settings, patience = patient) =>
  createS3Storage(settings, { staged: join(root, 's3/staged'), patience });

describe.each([
  ['files below a folder', 'fs', () => createDiskStorage(join(root, 'fs'))],
  ['objects of a bucket', 's3', () => bucketStorage()],
  ['a bucket with files of before', 'mixed', () => openStorage({ data_dir: join(root, 'mixed'), s3: server.settings })],
] as const)('%s', (_, kind, create) => {
  let storage: Storage;
  beforeAll(() => {
    storage = create();
  });
  // Each has its keys, because two share the bucket.
  const key = (name: string) => `${kind}-${name}`;
  const folder = kind === 'mixed' ? 'mixed/storage' : kind;

  it('keeps what was put, whole and in parts, and replaces it', async () => {
    await storage.put(key('a/b'), Buffer.from('first'));
    await storage.put(key('a/b'), Buffer.from('0123456789'));
    expect((await storage.get(key('a/b'))).toString()).toBe('0123456789');
    const part = await buffer(await storage.stream(key('a/b'), { start: 2, end: 4 }));
    expect([part.toString(), (await buffer(await storage.stream(key('a/b')))).toString()]).toEqual([
      '234',
      '0123456789',
    ]);
    await storage.put(key('empty'), new Uint8Array());
    expect([await storage.has(key('a/b')), await storage.has(key('empty')), await storage.has(key('none'))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await storage.get(key('empty'))).toHaveLength(0);
  });

  it('says of what is missing that it is, and of nothing else', async () => {
    await expect(storage.get(key('none'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(storage.stream(key('none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('removes, once or twice', async () => {
    await storage.put(key('gone'), Buffer.from('x'));
    await storage.remove(key('gone'));
    await storage.remove(key('gone'));
    expect(await storage.has(key('gone'))).toBe(false);
  });

  it('takes bytes in aside, and keeps them under a key in folders that are not there yet', async () => {
    const file = await storage.stage(chunks('some ', 'words'), 100);
    expect([file.size, await staged(folder)]).toEqual([10, [expect.stringMatching(/\.part$/)]]);
    await file.keep(key('media/aa/kept'));
    await file.discard();
    expect((await storage.get(key('media/aa/kept'))).toString()).toBe('some words');
    expect(await staged(folder)).toEqual([]);
  });

  it('leaves nothing of what is too much, breaks off or is not wanted', async () => {
    await expect(storage.stage(chunks('1234', '56'), 5)).rejects.toThrow(TooManyBytesError);
    await expect(
      storage.stage(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('the line is dead');
        })(),
        100,
      ),
    ).rejects.toThrow('the line is dead');
    const file = await storage.stage(chunks('12345'), 5);
    await file.discard();
    expect(await staged(folder)).toEqual([]);
  });

  it('tells whole blobs from broken-off ones, and knows no folder that is not there', async () => {
    await storage.put(key('list/whole'), Buffer.from('x'));
    await storage.put(key('list/half.part'), Buffer.from('x'));
    await storage.put(key('list/below/other'), Buffer.from('x'));
    const found = await all(storage, key('list'));
    expect(found.map((blob) => [blob.key, blob.is_partial]).sort()).toEqual([
      [key('list/half.part'), true],
      [key('list/whole'), false],
    ]);
    for (const blob of found) expect(Math.abs(Date.now() - blob.modified_at.getTime())).toBeLessThan(3_600_000);
    expect(await all(storage, key('nowhere'))).toEqual([]);
  });

  it('refuses keys that lead out of the storage', async () => {
    await expect(async () => storage.put('../out', Buffer.from('x'))).rejects.toThrow('illegal storage key');
    await expect(async () => all(storage, '../')).rejects.toThrow('illegal storage key');
  });
});

describe('a bucket', () => {
  afterEach(() => {
    server.mood = () => 'pass';
  });

  it('is listed page by page', async () => {
    const storage = bucketStorage();
    const keys = Array.from({ length: 25 }, (_, index) => `paged/k${index}`);
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from('x'))));
    server.asked.length = 0;
    const found = await all(storage, 'paged');
    expect(found.map((blob) => blob.key).sort()).toEqual([...keys].sort());
    // The server gives ten at a time.
    expect(server.asked).toHaveLength(3);
  });

  it('is asked again when it fails in passing, and a download goes on where it broke', async () => {
    const storage = bucketStorage();
    let failures = 2;
    server.mood = () => (failures-- > 0 ? { status: 503, code: 'SlowDown' } : 'pass');
    const bytes = Buffer.alloc(300_000, 'abcdefg');
    await storage.put('broken/blob', bytes);
    let cuts = 2;
    server.mood = () => (cuts-- > 0 ? { cutAfter: 70_000 } : 'pass');
    expect(await storage.get('broken/blob')).toEqual(bytes);
    cuts = 1;
    const part = await buffer(await storage.stream('broken/blob', { start: 10_001, end: 250_000 }));
    expect(part).toEqual(bytes.subarray(10_001, 250_001));
  });

  it.each([
    ['with a wrong secret', { secret_access_key: 'guess' }, /S3_SECRET_ACCESS_KEY is wrong/],
    ['in another region', { region: 'elsewhere-1' }, /S3_SECRET_ACCESS_KEY is wrong/],
    ['that is not there', { bucket: 'nobody' }, /no such bucket/],
    ['nobody serves', { endpoint: 'http://127.0.0.1:1' }, /127\.0\.0\.1:1\): it refuses the connection/],
  ])('%s fails in plain words, whatever is asked, and shows no secret', async (_, wrong, reason) => {
    const storage = bucketStorage({ ...server.settings, ...wrong });
    const asked = [
      () => storage.put('x', Buffer.from('x')),
      () => storage.get('x'),
      () => storage.has('x'),
      () => all(storage, 'x'),
      () => storage.remove('x'),
    ];
    for (const ask of asked) {
      const error = await ask().then(
        () => null,
        (caught: Error) => caught,
      );
      expect(isStorageFailure(error)).toBe(true);
      expect(error!.message).toMatch(reason);
      expect(error!.message).not.toMatch(/guess|sesame/);
    }
  });

  it.each([
    ['says nothing', 'hang', /does not answer/],
    ['fails all the time', { status: 500, code: 'InternalError' }, /InternalError/],
  ] as const)('that %s is given up, with what was staged still there', async (_, mood, reason) => {
    const storage = bucketStorage(server.settings, { ...patient, idleMs: 200 });
    const file = await storage.stage(chunks('precious'), 100);
    server.asked.length = 0;
    server.mood = () => mood;
    await expect(file.keep('kept/later')).rejects.toThrow(reason);
    expect(server.asked).toHaveLength(patient.tries);
    expect((await readFile(file.path)).toString()).toBe('precious');
    await file.discard();
  });

  it('takes in what is larger than anybody would hold in memory, and a reader who leaves ends the request', async () => {
    const storage = bucketStorage();
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const file = await storage.stage(
      (async function* () {
        for (let count = 0; count < 48; count++) yield piece;
      })(),
      48 * piece.length,
    );
    await file.keep('large/one');
    const stream = await storage.stream('large/one');
    for await (const part of stream) {
      expect((part as Buffer).length).toBeGreaterThan(0);
      break;
    }
    expect(stream.destroyed).toBe(true);
    expect(await storage.has('large/one')).toBe(true);
  });

  it('keeps no connection for readers who left before the first byte, and lets slow ones hold up nobody', async () => {
    const open = new Set<Socket>();
    const far = createServer((_, answer) => answer.end(Buffer.alloc(4 * 1024 * 1024)));
    far.on('connection', (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    await once(far.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(far.address() as AddressInfo).port}`;
    const storage = bucketStorage({ ...server.settings, endpoint });
    for (let turn = 0; turn < 5; turn++) (await storage.stream('left/one')).destroy();
    await expect.poll(() => open.size, { timeout: 20_000 }).toBe(0);
    const slow = await Promise.all(Array.from({ length: 120 }, () => storage.stream('left/one')));
    expect(await storage.has('left/one')).toBe(true);
    for (const stream of slow) stream.destroy();
    await expect.poll(() => open.size, { timeout: 20_000 }).toBe(0);
    far.close();
  });

  it('does not wait for the rest of a list that never comes', async () => {
    const silent = createServer((_, answer) => answer.writeHead(200).write('<ListBucketResult>'));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const storage = bucketStorage({ ...server.settings, endpoint }, { ...patient, idleMs: 100 });
    await expect(all(storage, 'left')).rejects.toSatisfy(isStorageFailure);
    silent.closeAllConnections();
    silent.close();
  });

  it('removes what processes that died have left aside, after a day', async () => {
    const folder = join(root, 'left/staged');
    await mkdir(folder, { recursive: true });
    for (const name of ['old.part', 'young.part']) await writeFile(join(folder, name), 'x');
    const before = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(folder, 'old.part'), before, before);
    const storage = createS3Storage(server.settings, { staged: folder });
    await (await storage.stage(chunks('x'), 1)).discard();
    await expect.poll(() => readdir(folder)).toEqual(['young.part']);
  });
});

describe('a desk that moved to a bucket', () => {
  it('still reads, lists and removes the files of before, and writes none', async () => {
    const before = openStorage({ data_dir: join(root, 'moved'), s3: null });
    await before.put('media/00/old', Buffer.from('old'));
    const after = openStorage({ data_dir: join(root, 'moved'), s3: server.settings });
    await after.put('media/00/new', Buffer.from('new'));
    expect((await after.get('media/00/old')).toString()).toBe('old');
    expect((await buffer(await after.stream('media/00/old', { start: 1, end: 2 }))).toString()).toBe('ld');
    expect((await all(after, 'media/00')).map((blob) => blob.key).sort()).toEqual(['media/00/new', 'media/00/old']);
    expect(await before.has('media/00/new')).toBe(false);
    await after.remove('media/00/old');
    expect(await before.has('media/00/old')).toBe(false);
    expect(after.places.map(({ kind }) => kind)).toEqual(['s3', 'fs']);
  });
});
