import {
  type ComposeMode,
  changedDraft,
  type Draft,
  emptyDraft,
  isEmptyDraft,
  joinDrafts,
  parseDraft,
} from './draft.ts';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface DraftStore {
  read: (uuid: string, mode: ComposeMode) => Draft;
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
  /**
   * Takes the draft out to be sent under the name of its earlier attempt, else under `newAttempt`. Its stored copy stays until
   * `sent`, so that nothing is lost with the page.
   */
  take: (uuid: string, mode: ComposeMode, newAttempt: string) => Draft & { attempt: string };
  sent: (uuid: string, mode: ComposeMode) => void;
  /** Sending failed: the text is back, before what has been written since. */
  giveBack: (uuid: string, mode: ComposeMode) => void;
  /** It turns out that what an attempt has sent did arrive: the draft goes, unless it has been changed since. */
  settle: (uuid: string, mode: ComposeMode, attempt: string) => boolean;
  hasDraft: (uuid: string) => boolean;
  hasDraftIn: (uuid: string, mode: ComposeMode) => boolean;
  flush: () => void;
  /** Another tab has written under this key (null: everything). */
  reload: (key: string | null) => void;
  subscribe: (listener: () => void) => () => void;
}

interface Entry {
  draft: Draft;
  /** On its way to the server. */
  held: Draft | undefined;
  revision: number;
}

interface DraftStoreOptions {
  storage: DraftStorage;
  agent_id: number;
  delayMs: number;
  /** The storage takes no more. */
  onUnsaved: (error: unknown) => void;
}

/** Drafts by agent, conversation and mode. Every change is kept; only sending or discarding ends a draft. */
export function createDraftStore({ storage, agent_id, delayMs, onUnsaved }: DraftStoreOptions): DraftStore {
  const prefix = `bellhop.draft.${agent_id}.`;
  const keyOf = (uuid: string, mode: ComposeMode) => `${prefix}${uuid}.${mode}`;
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const unsaved = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let marks = storedMarks(storage, prefix);

  const entryOf = (key: string): Entry => {
    let entry = entries.get(key);
    if (!entry) {
      entry = { draft: load(key), held: undefined, revision: 0 };
      entries.set(key, entry);
    }
    return entry;
  };
  const load = (key: string) => parseDraft(storage.getItem(key) ?? '') ?? emptyDraft;

  const put = (key: string, patch: Partial<Entry>) => {
    entries.set(key, { ...entryOf(key), ...patch });
    unsaved.add(key);
    timer ??= setTimeout(flush, delayMs);
    mark(key);
    for (const listener of listeners) listener();
  };
  const mark = (key: string) => {
    if (isEmptyDraft(entryOf(key).draft) === !marks.has(key)) return;
    marks = new Set(marks);
    if (!marks.delete(key)) marks.add(key);
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const key of unsaved) save(key);
    unsaved.clear();
  };
  const save = (key: string) => {
    const { draft, held } = entryOf(key);
    const kept = held ? joinDrafts(held, draft) : draft;
    try {
      if (isEmptyDraft(kept)) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(kept));
    } catch (error) {
      onUnsaved(error);
    }
  };

  return {
    read: (uuid, mode) => entryOf(keyOf(uuid, mode)).draft,
    revision: (uuid, mode) => entryOf(keyOf(uuid, mode)).revision,
    change: (uuid, mode, patch) => {
      const key = keyOf(uuid, mode);
      put(key, { draft: changedDraft(entryOf(key).draft, patch) });
    },
    replace: (uuid, mode, patch) => {
      const key = keyOf(uuid, mode);
      const { draft, revision } = entryOf(key);
      put(key, { draft: changedDraft(draft, patch), revision: revision + 1 });
    },
    discard: (uuid, mode) => {
      const key = keyOf(uuid, mode);
      put(key, { draft: emptyDraft, revision: entryOf(key).revision + 1 });
      flush();
    },
    take: (uuid, mode, newAttempt) => {
      const key = keyOf(uuid, mode);
      const { draft, revision } = entryOf(key);
      const held = { ...draft, attempt: draft.attempt ?? newAttempt };
      put(key, { draft: emptyDraft, held, revision: revision + 1 });
      flush();
      return held;
    },
    sent: (uuid, mode) => {
      put(keyOf(uuid, mode), { held: undefined });
      flush();
    },
    giveBack: (uuid, mode) => {
      const key = keyOf(uuid, mode);
      const { draft, held, revision } = entryOf(key);
      if (held) put(key, { draft: joinDrafts(held, draft), held: undefined, revision: revision + 1 });
      flush();
    },
    settle: (uuid, mode, attempt) => {
      const key = keyOf(uuid, mode);
      const { draft, revision } = entryOf(key);
      if (draft.attempt !== attempt) return false;
      put(key, { draft: emptyDraft, revision: revision + 1 });
      flush();
      return true;
    },
    hasDraft: (uuid) => marks.has(keyOf(uuid, 'reply')) || marks.has(keyOf(uuid, 'note')),
    hasDraftIn: (uuid, mode) => marks.has(keyOf(uuid, mode)),
    flush,
    reload: (changed) => {
      for (const key of changed === null ? [...entries.keys()] : [changed]) {
        const entry = entries.get(key);
        // What is being written here right now wins; it is about to be stored.
        if (!key.startsWith(prefix) || unsaved.has(key) || entry?.held) continue;
        if (entry) entries.set(key, { ...entry, draft: load(key), revision: entry.revision + 1 });
      }
      marks = storedMarks(storage, prefix);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function storedMarks(storage: DraftStorage, prefix: string): Set<string> {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return new Set(keys.filter((key) => key.startsWith(prefix)));
}
