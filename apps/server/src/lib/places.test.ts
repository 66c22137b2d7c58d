import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeDatabase } from '../../test/place-database.ts';
import { createPlaces } from './places.ts';

let folder: string;
let file: string;
const warned: unknown[] = [];
const log = { warn: (...told: unknown[]) => void warned.push(told) } as Parameters<typeof createPlaces>[1];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-places-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  warned.length = 0;
  file = join(folder, `${crypto.randomUUID()}.mmdb`);
  const lisbon = { names: { en: 'Lisbon', de: 'Lissabon', 'pt-BR': 'Lisboa' } };
  const portugal = { iso_code: 'PT', names: { en: 'Portugal', de: 'Portugal', 'pt-BR': 'Portugal' } };
  await writeFile(
    file,
    placeDatabase({
      '203.0.113.7': { city: lisbon, country: portugal },
      '203.0.113.8': { country: portugal },
      '203.0.113.9': { registered_country: { names: { fr: 'Portugal' } } },
    }),
  );
});

test.each([
  ['203.0.113.7', 'en', 'Lisbon, Portugal'],
  ['203.0.113.7', 'de', 'Lissabon, Portugal'],
  ['203.0.113.7', 'pt', 'Lisboa, Portugal'],
  ['203.0.113.7', 'hi', 'Lisbon, Portugal'],
  ['203.0.113.8', 'en', 'Portugal'],
  ['203.0.113.9', 'en', null],
  ['203.0.113.10', 'en', null],
  ['10.0.0.1', 'en', null],
  ['2001:db8::1', 'en', null],
  ['nowhere', 'en', null],
])('%s in %s is %s', async (ip, language, place) => {
  expect(await createPlaces(file, log).find(ip, language)).toBe(place);
  expect(warned).toEqual([]);
});

test('without a file nothing is known', async () => {
  expect(await createPlaces(undefined, log).find('203.0.113.7', 'en')).toBe(null);
});

test('a file that changes is read anew; one that is broken or gone is told once, and nothing is known', async () => {
  const places = createPlaces(file, log);
  expect(await places.find('203.0.113.8', 'en')).toBe('Portugal');
  await writeFile(file, placeDatabase({ '203.0.113.8': { country: { names: { en: 'Spain' } } } }));
  await utimes(file, 1, 1);
  expect(await places.find('203.0.113.8', 'en')).toBe('Spain');
  await writeFile(file, 'no database');
  await utimes(file, 2, 2);
  expect(await places.find('203.0.113.8', 'en')).toBe(null);
  expect(await places.find('203.0.113.8', 'en')).toBe(null);
  expect(warned).toHaveLength(1);
  await rm(file);
  expect(await places.find('203.0.113.8', 'en')).toBe(null);
  expect(warned).toHaveLength(2);
});
