import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFromOutbox, sweepOutbox, writeToOutbox } from './outbox-writer.ts';

const uuid = '0b0ccf2a-9b53-4b1c-8f1d-0d7e27c11d35';
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'outbox-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('writeToOutbox', () => {
  it('keeps the mail under its uuid, leaves nothing else, and replaces it', async () => {
    const directory = join(home, 'data', 'outbox');
    const raw = Buffer.from('Subject: hi\r\n\r\n\xfc', 'latin1');
    expect(await writeToOutbox(directory, uuid, Buffer.from('older'))).toEqual({
      response: 'kept locally',
      relay_external_id: null,
    });
    await writeToOutbox(directory, uuid, raw);
    expect(await readdir(directory)).toEqual([`${uuid}.eml`]);
    expect((await readFile(join(directory, `${uuid}.eml`))).equals(raw)).toBe(true);
  });

  it.each(['../../etc/passwd', '', `../${uuid.slice(3)}`])('refuses %j as a name', async (name) => {
    await expect(writeToOutbox(home, name, Buffer.from('x'))).rejects.toThrow(/uuid/);
    expect(await readdir(home)).toEqual([]);
  });

  it('says so when the folder cannot be written', async () => {
    await expect(writeToOutbox('/dev/null/outbox', uuid, Buffer.from('x'))).rejects.toThrow();
  });
});

describe('readFromOutbox', () => {
  it('hands the mail on in pieces, or only the bytes that are wanted', async () => {
    const raw = Buffer.alloc(5_000_000, 'Subject: hi\r\n');
    await writeToOutbox(home, uuid, raw);
    const pieces: Buffer[] = [];
    for await (const piece of (await readFromOutbox(home, uuid))!) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(raw)).toBe(true);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(raw.length / 10);
    const part = await readFromOutbox(home, uuid.toUpperCase(), { start: 0, end: 6 });
    expect((await buffer(part!)).toString()).toBe('Subject');
  });

  it('finds nothing where no mail was kept, and takes no other name', async () => {
    expect(await readFromOutbox(home, uuid)).toBeNull();
    await expect(readFromOutbox(home, '../../etc/passwd')).rejects.toThrow(/uuid/);
  });
});

describe('sweepOutbox', () => {
  it('removes what broken-off writes have left, an hour later, and nothing else', async () => {
    const left = `.${uuid}.${uuid}.tmp`;
    for (const name of [left, `${uuid}.eml`, 'notes.tmp']) await writeFile(join(home, name), 'x');
    await sweepOutbox(home);
    expect((await readdir(home)).sort()).toEqual([left, `${uuid}.eml`, 'notes.tmp'].sort());
    await sweepOutbox(home, Date.now() + 2 * 3_600_000);
    expect((await readdir(home)).sort()).toEqual([`${uuid}.eml`, 'notes.tmp'].sort());
  });

  it('finds nothing where there is no outbox yet', async () => {
    await sweepOutbox(join(home, 'none'));
  });
});
