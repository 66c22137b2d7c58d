import { type Draft, emptyDraft } from './draft.ts';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * A draft as this device keeps it. `stamp` names this state and `based_on` the one it was made from, so that two tabs can
 * tell whether one has seen the other's text. `version` is what of the server it grew from (0: nothing), `is_saved` whether
 * the server holds exactly this.
 */
export interface StoredDraft {
  draft: Draft;
  stamp: string;
  based_on: string;
  version: number;
  is_saved: boolean;
}

export const nothingStored: StoredDraft = { draft: emptyDraft, stamp: '', based_on: '', version: 0, is_saved: true };

/** Reads what was stored under a draft's key; undefined when the text is no draft. */
export function parseStored(text: string | null): StoredDraft | undefined {
  let stored: Partial<Draft & Omit<StoredDraft, 'draft'>> | null;
  try {
    stored = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (typeof stored?.html !== 'string' || !Array.isArray(stored.files)) return undefined;
  const { html, recipients = null, files, macro = null, typed = {}, attempt = null, fields = null } = stored;
  const { stamp = '', based_on = '', version = 0, is_saved = false } = stored;
  return { draft: { html, recipients, files, macro, typed, attempt, fields }, stamp, based_on, version, is_saved };
}

/** The text that `parseStored` reads. */
export function writeStored({ draft, ...rest }: StoredDraft): string {
  return JSON.stringify({ ...draft, ...rest });
}

/** The keys of a storage that begin like this. */
export function keysUnder(storage: DraftStorage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}
