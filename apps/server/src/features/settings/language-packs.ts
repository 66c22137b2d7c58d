import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguagePack } from '../../http/texts.ts';

/** A flat pack with its entity tag for conditional requests. */
export interface TaggedPack {
  texts: LanguagePack;
  etag: string;
}

const fallback = 'en';
const packFile = /^([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.json$/;

/**
 * Language packs out of a folder of `<code>.json` files. An unknown code gives English; a known one is laid over English, so
 * that missing keys fall back (wire A 12). Files are listed and read once: only listed names are ever opened.
 */
export function openLanguagePacks(folder: string): (code: string) => TaggedPack {
  const known = new Set(codesIn(folder));
  const read = (code: string) =>
    JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8')) as Record<string, string>;
  const packs = new Map<string, TaggedPack>();
  return (code) => {
    const wanted = known.has(code) ? code : fallback;
    let pack = packs.get(wanted);
    if (!pack) {
      const texts = wanted === fallback ? read(fallback) : { ...read(fallback), ...read(wanted) };
      const digest = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);
      pack = { texts, etag: `W/"${digest}"` };
      packs.set(wanted, pack);
    }
    return pack;
  };
}

const shippedFolder = join(import.meta.dirname, '../../../../../lang');
let shipped: ((code: string) => TaggedPack) | undefined;

/** A pack of those that Bellhop ships in `lang/`, English by default. */
export function languagePack(code: string = fallback): TaggedPack {
  shipped ??= openLanguagePacks(shippedFolder);
  return shipped(code);
}

/** The packs that Bellhop ships, each with its own name, by code. */
export function listLanguages(): { code: string; name: string }[] {
  return codesIn(shippedFolder).map((code) => ({ code, name: languagePack(code).texts['_.name'] ?? code }));
}

/** Whether Bellhop ships a pack of this code. */
export function isLanguage(code: string): boolean {
  return codesIn(shippedFolder).includes(code);
}

function codesIn(folder: string): string[] {
  return readdirSync(folder)
    .flatMap((name) => packFile.exec(name)?.[1] ?? [])
    .sort();
}
