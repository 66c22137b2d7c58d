import { newUuid } from '../../../lib/uuid.ts';
import {
  type ComposeMode,
  changedDraft,
  composeModes,
  type Draft,
  emptyDraft,
  fingerprint,
  isEmptyDraft,
  joinDrafts,
} from './draft.ts';
import {
  type DraftStorage,
  keysUnder,
  nothingStored,
  parseStored,
  type StoredDraft,
  writeStored,
} from './stored-draft.ts';

export type { DraftStorage } from './stored-draft.ts';

/**
 * A text that somebody has written elsewhere and that does not know of the one here. `version` is the server's, null when
 * another tab of this device has it; `isNewer` is false when it is what stood here before an undone send came back.
 */
export interface OtherDraft {
  draft: Draft;
  version: number | null;
  stamp: string | null;
  isNewer: boolean;
}

/** One draft as the server's copy is compared with it. */
export interface DraftState {
  draft: Draft;
  /** What of the server it grew from; 0: nothing. */
  version: number;
  /** The server holds exactly this. */
  isSaved: boolean;
  /** It was changed here, and not by another tab. */
  isOwn: boolean;
  other: OtherDraft | undefined;
}

export interface DraftPlace {
  uuid: string;
  mode: ComposeMode;
}

/** What the server holds of a draft. */
export interface ServerDraft {
  draft: Draft;
  version: number;
}

export interface DraftStore {
  read: (uuid: string, mode: ComposeMode) => Draft;
  /** The draft and how it stands to what others have written. The same object until something changes. */
  state: (uuid: string, mode: ComposeMode) => DraftState;
  /**
   * Counts up whenever a draft is replaced from outside the editor (taken back, discarded, changed in another tab), so
   * that the editor knows to start anew.
   */
  revision: (uuid: string, mode: ComposeMode) => number;
  /** Keeps what was written. It reaches the storage within `delayMs`, or with `flush`. */
  change: (uuid: string, mode: ComposeMode, patch: Partial<Draft>) => void;
  /** The same from outside the editor, which starts anew. */
  replace: (uuid: string, mode: ComposeMode, patch: Partial<Draft>) => void;
  discard: (uuid: string, mode: ComposeMode) => void;
  /** Takes the draft out to be sent under the name of its earlier attempt, else under `newAttempt`. Whoever takes it keeps it. */
  take: (uuid: string, mode: ComposeMode, newAttempt: string) => Draft & { attempt: string };
  /** What was taken has been sent: the server has ended its draft. */
  sent: (uuid: string, mode: ComposeMode) => void;
  /** Puts a text that was taken back, before what has been written since. */
  giveBack: (uuid: string, mode: ComposeMode, draft: Draft) => void;
  /** It turns out that what an attempt has sent did arrive: the draft goes, unless it has been changed since. */
  settle: (uuid: string, mode: ComposeMode, attempt: string) => boolean;
  hasDraft: (uuid: string) => boolean;
  hasDraftIn: (uuid: string, mode: ComposeMode) => boolean;
  flush: () => void;
  /** Another tab has written this under this key (both null: everything is gone). */
  reload: (key: string | null, text: string | null) => void;
  subscribe: (listener: () => void) => () => void;

  /** The drafts that the server holds, by `<uuid>.<mode>`, so that they are marked. */
  setHeads: (heads: ReadonlyMap<string, number>) => void;
  setHead: (uuid: string, mode: ComposeMode, version: number) => void;
  /** The server has a newer text than the one here, which nobody has changed. */
  isBehind: (uuid: string, mode: ComposeMode) => boolean;
  /** What the server does not have yet. */
  unsaved: () => DraftPlace[];
  /** What the server has, or had when it was last heard. */
  savedOnServer: () => DraftPlace[];
  /** The server has stored this content as this version (0: ended it). */
  saved: (uuid: string, mode: ComposeMode, content: Draft, version: number) => void;
  /** What the server holds (null: nothing). It takes the place of a saved draft; beside an unsaved one it waits for a choice. */
  meet: (uuid: string, mode: ComposeMode, stored: ServerDraft | null) => void;
  /** An undone send is back; what was written since waits beside it. */
  restore: (uuid: string, mode: ComposeMode, stored: ServerDraft) => void;
  /** Decides between the draft here and the other one; answers the one that goes. */
  choose: (uuid: string, mode: ComposeMode, winner: 'mine' | 'other') => Draft | undefined;
}

interface Entry extends DraftState {
  revision: number;
  stamp: string;
  /** Fingerprints of what this text grew from; whoever still holds one of them has nothing that is missing here. */
  known: readonly string[];
}

interface DraftStoreOptions {
  storage: DraftStorage;
  agent_id: number;
  delayMs: number;
  /** The storage takes no more. */
  onUnsaved: (error: unknown) => void;
}

const mostKnown = 6;

/**
 * Drafts by agent, conversation and mode, with their echo on this device. Every change is kept; only sending or discarding
 * ends a draft, and what was written here is never overwritten by what was written elsewhere.
 */
export function createDraftStore({ storage, agent_id, delayMs, onUnsaved }: DraftStoreOptions): DraftStore {
  const prefix = `bellhop.draft.${agent_id}.`;
  const keyOf = (uuid: string, mode: ComposeMode) => `${prefix}${uuid}.${mode}`;
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const toWrite = new Set<string>();
  let heads: ReadonlyMap<string, number> = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const marks = new Set<string>();

  function load(key: string): StoredDraft {
    return parseStored(storage.getItem(key)) ?? nothingStored;
  }

  const entryOf = (key: string): Entry => {
    let entry = entries.get(key);
    if (!entry) {
      const { draft, stamp, version, is_saved: isSaved } = load(key);
      entry = { draft, stamp, version, isSaved, isOwn: false, other: undefined, revision: 0, known: [] };
      entries.set(key, entry);
    }
    return entry;
  };

  const put = (key: string, patch: Partial<Entry>, isToBeWritten = true) => {
    const next = { ...entryOf(key), ...patch };
    // What never was on the server need not be taken from it.
    if (next.version === 0 && isEmptyDraft(next.draft)) Object.assign(next, { isSaved: true, isOwn: false });
    entries.set(key, next);
    if (isEmptyDraft(next.draft)) marks.delete(key);
    else marks.add(key);
    if (isToBeWritten) {
      toWrite.add(key);
      timer ??= setTimeout(flush, delayMs);
    }
    for (const listener of listeners) listener();
  };

  /** Somebody at this page has changed it. */
  const write = (key: string, draft: Draft, { isNewEditor = false } = {}) => {
    const before = entryOf(key);
    const revision = isNewEditor ? before.revision + 1 : before.revision;
    // Gone on from what others have, too: whoever still tells of it tells nothing new.
    const known = before.isOwn ? before.known : withKnown(before);
    put(key, { draft, isSaved: false, isOwn: true, revision, known });
  };

  /** A text takes the place of one that it has grown from, or that is on the server. */
  const replaceBy = (key: string, draft: Draft, patch: Partial<Entry>, isToBeWritten: boolean) => {
    const before = entryOf(key);
    const isSame = fingerprint(before.draft) === fingerprint(draft);
    const taken = isSame ? {} : { draft, revision: before.revision + 1, known: withKnown(before) };
    put(key, { isOwn: false, other: undefined, ...taken, ...patch }, isToBeWritten);
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const key of toWrite) store(key);
    toWrite.clear();
  };
  const store = (key: string) => {
    const { stamp: before, isOwn } = entryOf(key);
    const there = parseStored(storage.getItem(key));
    if (there && there.stamp !== before && fingerprint(there.draft) !== fingerprint(entryOf(key).draft)) {
      if (!isOwn) return receive(key, there);
      put(key, besides(entryOf(key), there), false);
    }
    const { draft, version, isSaved } = entryOf(key);
    const stamp = newUuid();
    put(key, { stamp }, false);
    try {
      if (isEmptyDraft(draft) && isSaved) storage.removeItem(key);
      else storage.setItem(key, writeStored({ draft, stamp, based_on: before, version, is_saved: isSaved }));
    } catch (error) {
      onUnsaved(error);
    }
  };

  const receive = (key: string, given: StoredDraft | undefined) => {
    const entry = entries.get(key);
    if (!entry) {
      const isMarked = given && !isEmptyDraft(given.draft);
      if (isMarked) marks.add(key);
      else marks.delete(key);
    } else if (!given) {
      // Sent or discarded there; what is being written here stays, and is stored again.
      if (entry.isOwn) put(key, {});
      else replaceBy(key, emptyDraft, { stamp: '', version: 0, isSaved: true }, false);
    } else if (fingerprint(given.draft) === fingerprint(entry.draft)) {
      const isNewer = given.version >= entry.version;
      const { stamp, version, is_saved: isSaved } = given;
      put(key, { stamp, ...(isNewer ? { version, isSaved, isOwn: entry.isOwn && !isSaved } : {}) }, false);
    } else if (!entry.isOwn || (given.based_on === entry.stamp && !toWrite.has(key))) {
      const { stamp, version, is_saved: isSaved } = given;
      replaceBy(key, given.draft, { stamp, version, isSaved }, false);
    } else {
      const isKnown = entry.known.includes(fingerprint(given.draft));
      put(key, besides(entry, given), isKnown);
    }
    for (const listener of listeners) listener();
  };

  for (const key of keysUnder(storage, prefix)) if (!isEmptyDraft(entryOf(key).draft)) marks.add(key);

  const headOf = (uuid: string, mode: ComposeMode) => heads.get(`${uuid}.${mode}`) ?? 0;
  const setHead = (uuid: string, mode: ComposeMode, version: number) => {
    if (headOf(uuid, mode) === version) return;
    const next = new Map(heads);
    if (version > 0) next.set(`${uuid}.${mode}`, version);
    else next.delete(`${uuid}.${mode}`);
    heads = next;
    for (const listener of listeners) listener();
  };
  const hasDraftIn = (uuid: string, mode: ComposeMode) => marks.has(keyOf(uuid, mode)) || headOf(uuid, mode) > 0;

  return {
    read: (uuid, mode) => entryOf(keyOf(uuid, mode)).draft,
    state: (uuid, mode) => entryOf(keyOf(uuid, mode)),
    revision: (uuid, mode) => entryOf(keyOf(uuid, mode)).revision,
    change: (uuid, mode, patch) => {
      const key = keyOf(uuid, mode);
      write(key, changedDraft(entryOf(key).draft, patch));
    },
    replace: (uuid, mode, patch) => {
      const key = keyOf(uuid, mode);
      write(key, changedDraft(entryOf(key).draft, patch), { isNewEditor: true });
    },
    discard: (uuid, mode) => {
      write(keyOf(uuid, mode), emptyDraft, { isNewEditor: true });
      setHead(uuid, mode, 0);
      flush();
    },
    take: (uuid, mode, newAttempt) => {
      const key = keyOf(uuid, mode);
      const { draft } = entryOf(key);
      replaceBy(key, emptyDraft, { isSaved: true }, true);
      setHead(uuid, mode, 0);
      flush();
      return { ...draft, attempt: draft.attempt ?? newAttempt };
    },
    sent: (uuid, mode) => {
      const key = keyOf(uuid, mode);
      put(key, { version: 0, isSaved: isEmptyDraft(entryOf(key).draft) });
      flush();
    },
    giveBack: (uuid, mode, draft) => {
      const key = keyOf(uuid, mode);
      write(key, joinDrafts(draft, entryOf(key).draft), { isNewEditor: true });
      flush();
    },
    settle: (uuid, mode, attempt) => {
      const key = keyOf(uuid, mode);
      if (entryOf(key).draft.attempt !== attempt) return false;
      write(key, emptyDraft, { isNewEditor: true });
      flush();
      return true;
    },
    hasDraft: (uuid) => composeModes.some((mode) => hasDraftIn(uuid, mode)),
    hasDraftIn,
    flush,
    reload: (changed, text) => {
      if (changed !== null) {
        if (changed.startsWith(prefix)) receive(changed, parseStored(text));
      } else {
        for (const key of [...entries.keys(), ...marks]) receive(key, parseStored(storage.getItem(key)));
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    setHeads: (next) => {
      heads = next;
      for (const listener of listeners) listener();
    },
    setHead,
    isBehind: (uuid, mode) => {
      const { version, isSaved } = entryOf(keyOf(uuid, mode));
      return isSaved && headOf(uuid, mode) > version;
    },
    unsaved: () => {
      const open = [...entries].filter(([, entry]) => !entry.isSaved);
      return open.flatMap(([key]) => partsOf(key.slice(prefix.length)));
    },
    savedOnServer: () => {
      const kept = [...entries].filter(([, entry]) => entry.isSaved && entry.version > 0);
      return kept.flatMap(([key]) => partsOf(key.slice(prefix.length)));
    },
    saved: (uuid, mode, content, version) => {
      const key = keyOf(uuid, mode);
      const entry = entryOf(key);
      const isSame = fingerprint(content) === fingerprint(entry.draft);
      put(key, {
        version,
        known: withKnown({ ...entry, draft: content }),
        ...(isSame ? { isSaved: true, isOwn: false } : {}),
      });
      setHead(uuid, mode, version);
    },
    meet: (uuid, mode, stored) => {
      const key = keyOf(uuid, mode);
      const entry = entryOf(key);
      if (!stored || stored.version >= entry.version) setHead(uuid, mode, stored?.version ?? 0);
      if (!stored) {
        if (entry.isSaved) replaceBy(key, emptyDraft, { version: 0 }, true);
        else put(key, { version: 0 });
        return;
      }
      const { version } = stored;
      if (version < entry.version) return;
      const given = fingerprint(stored.draft);
      if (entry.isSaved || given === fingerprint(entry.draft))
        replaceBy(key, stored.draft, { version, isSaved: true }, true);
      else if (entry.known.includes(given)) put(key, { version });
      else put(key, { other: { draft: stored.draft, version, stamp: null, isNewer: true } }, false);
    },
    restore: (uuid, mode, { draft, version }) => {
      const key = keyOf(uuid, mode);
      const before = entryOf(key).draft;
      replaceBy(key, draft, { version, isSaved: true }, true);
      setHead(uuid, mode, version);
      if (isEmptyDraft(before) || fingerprint(before) === fingerprint(draft)) return;
      put(key, { other: { draft: before, version: null, stamp: null, isNewer: false } }, false);
    },
    choose: (uuid, mode, winner) => {
      const key = keyOf(uuid, mode);
      const { draft, other, version, stamp, isSaved } = entryOf(key);
      if (!other) return undefined;
      const known = { version: other.version ?? version, stamp: other.stamp ?? stamp };
      if (winner === 'mine') {
        const stays = isSaved && other.version === null;
        put(key, { other: undefined, ...known, isSaved: stays, isOwn: !stays });
        return other.draft;
      }
      // Saved once more, on top of the one that goes, which the server then keeps among the versions.
      replaceBy(key, other.draft, { ...known, isSaved: false, isOwn: true }, true);
      return draft;
    },
  };
}

function withKnown({ known, draft }: Pick<Entry, 'known' | 'draft'>): string[] {
  return [...known, fingerprint(draft)].slice(-mostKnown);
}

/** What another tab's text means to one that is written here: nothing but a version when this one has grown from it. */
function besides({ known, version }: Entry, given: StoredDraft): Partial<Entry> {
  if (!known.includes(fingerprint(given.draft))) return { other: otherOf(given) };
  return { version: Math.max(version, given.version) };
}

function otherOf({ draft, stamp, version, is_saved }: StoredDraft): OtherDraft {
  return { draft, stamp, version: is_saved ? version : null, isNewer: true };
}

function partsOf(name: string): DraftPlace[] {
  const mode = composeModes.find((each) => name.endsWith(`.${each}`));
  return mode ? [{ uuid: name.slice(0, -mode.length - 1), mode }] : [];
}
