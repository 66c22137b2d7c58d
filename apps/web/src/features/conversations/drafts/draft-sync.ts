import type { DraftContent, FrameData } from '@bellhop/contract';
import { toApiError } from '../../../lib/api.ts';
import {
  type ComposeMode,
  composeModes,
  contentOf,
  type Draft,
  draftOf,
  isEmptyDraft,
  newConversation,
} from './draft.ts';
import type { DraftPlace, DraftStore, ServerDraft } from './draft-store.ts';

/** The calls of the contract that drafts need (drafts.*), each for one conversation and kind. */
export interface DraftCalls {
  list: () => Promise<readonly { conversation_uuid: string | null; kind: string; version: number }[]>;
  get: (uuid: string, kind: ComposeMode) => Promise<{ version: number; content: DraftContent } | null>;
  save: (
    uuid: string,
    kind: ComposeMode,
    body: { base_version: number; content: DraftContent },
  ) => Promise<{ version: number }>;
  discard: (uuid: string, kind: ComposeMode) => Promise<unknown>;
}

interface DraftSyncOptions {
  store: DraftStore;
  calls: DraftCalls;
  /** Whether this very text is on its way to be sent, or has failed to be. */
  isBeingSent: (place: DraftPlace, draft: Draft) => boolean;
  /** The server takes no draft of this size. */
  onTooLarge: (message: string) => void;
}

export interface DraftSync {
  /** Looks what the server has, at the start and after a loss; a failure is only logged. */
  load: () => Promise<void>;
  /** Frame `draft_changed`. */
  receive: (frame: FrameData<'draft_changed'>) => void;
  /**
   * Brings the drafts of a conversation that is opened, once it is known which there are; answers the kinds in which something
   * stands, whoever has brought it.
   */
  open: (uuid: string) => Promise<ComposeMode[]>;
  /** While a text is being sent nothing of its composer is saved: the send ends the server's draft. */
  hold: (uuid: string, mode: ComposeMode) => void;
  release: (uuid: string, mode: ComposeMode) => void;
  /** Saves at once what is not saved yet; answers whether the server has it now. */
  saveNow: (uuid: string, mode: ComposeMode) => Promise<boolean>;
  /** Takes the other text (see `OtherDraft`); the one that goes is given to the server's versions first. Answers it. */
  takeOther: (uuid: string, mode: ComposeMode) => Promise<Draft | undefined>;
  /** What could not be saved is tried again now. */
  retry: () => void;
  /** Whether the server could not be given what stands here. */
  isFailing: (uuid: string, mode: ComposeMode) => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** Saved one second after a change; somebody who goes on typing is saved at least this often. */
const saveAfterMs = 1_000;
const longestWaitMs = 5_000;
/** What another tab has written is its to save, unless it is gone. */
const othersAfterMs = 10_000;
const firstRetryMs = 5_000;
const longestRetryMs = 60_000;
/** Drafts of so many conversations are fetched before these are opened. */
const fetchedAtStart = 30;

interface Task {
  draft: Draft;
  since: number;
  timer: ReturnType<typeof setTimeout>;
}

/** Keeps the drafts of this device and those of the server the same. Nothing here loses a text: see `DraftStore`. */
export function createDraftSync({ store, calls, isBeingSent, onTooLarge }: DraftSyncOptions): DraftSync {
  const tasks = new Map<string, Task>();
  const running = new Map<string, Promise<boolean>>();
  const held = new Set<string>();
  const failures = new Map<string, { times: number; draft: Draft; isFinal: boolean }>();
  const listeners = new Set<() => void>();
  let isListed = false;
  /** Settled by the first look at the list, whatever comes of it; by the first that succeeds. */
  const looked = Promise.withResolvers<void>();
  const listed = Promise.withResolvers<void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  const schedule = () => {
    for (const { uuid, mode } of store.unsaved()) {
      const key = keyOf(uuid, mode);
      const { draft, other, isOwn } = store.state(uuid, mode);
      const failure = failures.get(key);
      // Refused as it is; or waiting for a choice, or for a send.
      if (other || held.has(key) || running.has(key) || (failure?.isFinal && failure.draft === draft)) continue;
      const task = tasks.get(key);
      if (task?.draft === draft) continue;
      clearTimeout(task?.timer);
      const since = task?.since ?? Date.now();
      const wait = failure
        ? Math.min(firstRetryMs * 2 ** (failure.times - 1), longestRetryMs)
        : isOwn
          ? Math.max(0, Math.min(saveAfterMs, since + longestWaitMs - Date.now()))
          : othersAfterMs;
      tasks.set(key, { draft, since, timer: setTimeout(() => void saveNow(uuid, mode), wait) });
    }
  };

  const saveNow = async (uuid: string, mode: ComposeMode): Promise<boolean> => {
    const key = keyOf(uuid, mode);
    clearTimeout(tasks.get(key)?.timer);
    tasks.delete(key);
    const before = running.get(key);
    if (before) await before;
    const { isSaved, other } = store.state(uuid, mode);
    if (isSaved || other || held.has(key)) return isSaved;
    const run = save(uuid, mode).finally(() => running.delete(key));
    running.set(key, run);
    const isDone = await run;
    tell();
    schedule();
    return isDone;
  };

  const save = async (uuid: string, mode: ComposeMode): Promise<boolean> => {
    const key = keyOf(uuid, mode);
    const { draft, version } = store.state(uuid, mode);
    try {
      if (isEmptyDraft(draft)) {
        await calls.discard(uuid, mode);
        store.saved(uuid, mode, draft, 0);
      } else {
        const saved = await calls.save(uuid, mode, { base_version: version, content: contentOf(draft) });
        store.saved(uuid, mode, draft, saved.version);
      }
      failures.delete(key);
      return true;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === 'draft.newer_exists') {
        store.meet(uuid, mode, serverDraft(error.data as Parameters<typeof serverDraft>[0]));
        return false;
      }
      console.info(error.message);
      const isFinal = [400, 403, 404, 413].includes(error.status_code);
      if (error.status_code === 413 && !failures.get(key)?.isFinal) onTooLarge(error.message);
      failures.set(key, { times: (failures.get(key)?.times ?? 0) + 1, draft, isFinal });
      return false;
    }
  };

  /** Fetches what the server has. Nothing that was changed or saved here meanwhile is touched by the answer. */
  const fetch = async (uuid: string, mode: ComposeMode): Promise<boolean> => {
    const { version } = store.state(uuid, mode);
    const found = serverDraft(await calls.get(uuid, mode));
    const now = store.state(uuid, mode);
    if (held.has(keyOf(uuid, mode)) || now.version !== version) return false;
    if (found && isBeingSent({ uuid, mode }, found.draft)) return false;
    store.meet(uuid, mode, found);
    return found !== null;
  };

  const load = async () => {
    try {
      const list = await calls.list();
      const heads = list.map((head) => ({ ...placeOf(head), version: head.version }));
      store.setHeads(new Map(heads.map(({ uuid, mode, version }) => [keyOf(uuid, mode), version])));
      isListed = true;
      listed.resolve();
      looked.resolve();
      const there = new Set(heads.map(({ uuid, mode }) => keyOf(uuid, mode)));
      const ended = store.savedOnServer().filter(({ uuid, mode }) => !there.has(keyOf(uuid, mode)));
      const behind = heads.filter(({ uuid, mode }) => store.isBehind(uuid, mode)).slice(0, fetchedAtStart);
      for (const { uuid, mode } of [...ended, ...behind]) await fetch(uuid, mode);
    } catch (error) {
      log(error);
    }
    looked.resolve();
    retry();
  };

  /** What the server has for one conversation, without a list of all; answers whether it could be asked. */
  const fetchAll = async (uuid: string): Promise<boolean> => {
    try {
      // What is not saved yet learns of the server's from its own save.
      for (const mode of composeModes) if (store.state(uuid, mode).isSaved) await fetch(uuid, mode);
      return true;
    } catch (error) {
      log(error);
      return false;
    }
  };

  const takeOther = async (uuid: string, mode: ComposeMode) => {
    const { draft, other, isSaved } = store.state(uuid, mode);
    const base_version = other?.version ?? null;
    if (!isSaved && base_version !== null && !isEmptyDraft(draft)) {
      await calls.save(uuid, mode, { base_version, content: contentOf(draft) }).catch(log);
    }
    const gone = store.choose(uuid, mode, 'other');
    await saveNow(uuid, mode);
    return gone;
  };

  const retry = () => {
    for (const [key, { isFinal }] of failures) if (!isFinal) failures.delete(key);
    for (const [key, { timer }] of tasks) {
      clearTimeout(timer);
      tasks.delete(key);
    }
    schedule();
  };

  store.subscribe(schedule);

  return {
    load,
    saveNow,
    takeOther,
    retry,
    receive: (frame) => {
      const { uuid, mode: kind } = placeOf(frame);
      const { version } = frame;
      const { isSaved, version: known } = store.state(uuid, kind);
      // A text that is not saved yet learns of it from its own save.
      if (held.has(keyOf(uuid, kind)) || !isSaved || version === known) {
        if (version > 0) store.setHead(uuid, kind, version);
        return;
      }
      // Asked and not believed: the frame may be older than what was saved since.
      fetch(uuid, kind).catch(log);
    },
    open: async (uuid) => {
      await looked.promise;
      // A list that could not be had says nothing of this conversation; its own drafts are asked for.
      if (!isListed && !(await fetchAll(uuid))) await listed.promise;
      for (const mode of composeModes) if (store.isBehind(uuid, mode)) await fetch(uuid, mode);
      return composeModes.filter((mode) => !isEmptyDraft(store.read(uuid, mode)));
    },
    hold: (uuid, mode) => void held.add(keyOf(uuid, mode)),
    release: (uuid, mode) => {
      held.delete(keyOf(uuid, mode));
      schedule();
    },
    isFailing: (uuid, mode) => failures.has(keyOf(uuid, mode)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function log(error: unknown): void {
  console.info(toApiError(error).message);
}

/** Where a draft of the server stands here. */
function placeOf({ conversation_uuid, kind }: { conversation_uuid: string | null; kind: string }): DraftPlace {
  if (conversation_uuid === null) return { uuid: newConversation, mode: 'reply' };
  return { uuid: conversation_uuid, mode: kind === 'note' ? 'note' : 'reply' };
}

function serverDraft(stored: { version: number; content: DraftContent } | null): ServerDraft | null {
  return stored && { draft: draftOf(stored.content), version: stored.version };
}

function keyOf(uuid: string, mode: ComposeMode): string {
  return `${uuid}.${mode}`;
}
