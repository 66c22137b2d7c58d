import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, noResponse } from '../../../lib/api-error.ts';
import { type ComposeMode, contentOf, type Draft, emptyDraft, newConversation } from './draft.ts';
import { createDraftStore, type DraftStorage } from './draft-store.ts';
import { createDraftSync, type DraftCalls, type DraftSync } from './draft-sync.ts';

type Kept = NonNullable<Awaited<ReturnType<DraftCalls['get']>>>;

/** What the server holds, by `<uuid>.<mode>`, and what it was asked. */
let held: Map<string, Kept>;
let asked: string[];
/** What a call throws instead of answering, by its name. */
let broken: Partial<Record<keyof DraftCalls, ApiError>>;
let beingSent: Draft | undefined;
let tooLarge: string[];

const nothing: DraftStorage = {
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
  key: () => null,
  length: 0,
};

function device() {
  const store = createDraftStore({ storage: nothing, agent_id: 1, delayMs: 300, onUnsaved: () => {} });
  const call = (name: keyof DraftCalls, key: string) => {
    asked.push(`${name} ${key}`.trim());
    const error = broken[name];
    if (error) throw error;
  };
  const calls: DraftCalls = {
    list: async () => {
      call('list', '');
      return [...held].map(([key, { version }]) => {
        const [uuid, kind] = key.split('.') as [string, string];
        return { conversation_uuid: uuid === newConversation ? null : uuid, kind, version };
      });
    },
    get: async (uuid, kind) => {
      call('get', `${uuid}.${kind}`);
      return held.get(`${uuid}.${kind}`) ?? null;
    },
    save: async (uuid, kind, { base_version, content }) => {
      const key = `${uuid}.${kind}`;
      call('save', key);
      const there = held.get(key);
      if ((there?.version ?? 0) !== base_version) {
        throw new ApiError({ message: 'newer', status_code: 409, code: 'draft.newer_exists', data: there ?? null });
      }
      const version = base_version + 1;
      held.set(key, { version, content });
      return { version };
    },
    discard: async (uuid, kind) => {
      call('discard', `${uuid}.${kind}`);
      held.delete(`${uuid}.${kind}`);
    },
  };
  const isBeingSent = (_: unknown, draft: Draft) => draft.html === beingSent?.html;
  const sync = createDraftSync({ store, calls, isBeingSent, onTooLarge: (message) => tooLarge.push(message) });
  const write = (html: string, mode: ComposeMode = 'reply', uuid = 'c1') => store.change(uuid, mode, { html });
  return { store, sync, write };
}

/** Written on another device. */
function there(html: string, version: number, key = 'c1.reply'): void {
  held.set(key, { version, content: contentOf({ ...emptyDraft, html }) });
}

const onServer = (key = 'c1.reply') => held.get(key)?.content.html;
const asksFor = (name: string) => asked.filter((one) => one.startsWith(name)).length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  held = new Map();
  asked = [];
  broken = {};
  beingSent = undefined;
  tooLarge = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('what is written here', () => {
  test('is saved a second after the last change', async () => {
    const { write, store } = device();
    write('a');
    await vi.advanceTimersByTimeAsync(900);
    write('ab');
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(onServer()).toBe('ab');
    expect(store.state('c1', 'reply')).toMatchObject({ isSaved: true, version: 1 });
  });

  test('is saved every five seconds while nobody pauses', async () => {
    const { write } = device();
    for (let n = 1; n <= 6; n += 1) {
      write('a'.repeat(n));
      await vi.advanceTimersByTimeAsync(900);
    }
    expect(onServer()).toBe('aaaaaa');
    expect(asksFor('save')).toBe(1);
  });

  test('ends the draft of the server when nothing is left of it', async () => {
    const { write } = device();
    write('a');
    await vi.advanceTimersByTimeAsync(1_000);
    write('');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(['save c1.reply', 'discard c1.reply']);
    expect(held.size).toBe(0);
  });

  test('is never saved while it is being sent', async () => {
    const { write, sync } = device();
    sync.hold('c1', 'reply');
    write('a');
    write('b', 'note');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual(['save c1.note']);
    sync.release('c1', 'reply');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onServer()).toBe('a');
  });

  test('is saved by one call at a time, the last text last', async () => {
    const { write, sync } = device();
    write('a');
    const first = sync.saveNow('c1', 'reply');
    write('ab');
    const second = sync.saveNow('c1', 'reply');
    expect(await first).toBe(true);
    expect(await second).toBe(true);
    expect(onServer()).toBe('ab');
    expect(held.get('c1.reply')?.version).toBe(2);
  });
});

describe('a save that fails', () => {
  test('is made again, more and more seldom, and at once when there is a reason to', async () => {
    const { write, sync } = device();
    broken.save = noResponse();
    write('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asksFor('save')).toBe(1);
    expect(sync.isFailing('c1', 'reply')).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asksFor('save')).toBe(2);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(asksFor('save')).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(asksFor('save')).toBe(3);
    broken = {};
    sync.retry();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onServer()).toBe('a');
    expect(sync.isFailing('c1', 'reply')).toBe(false);
  });

  test('for good is made again with another text only', async () => {
    const { write } = device();
    broken.save = new ApiError({ message: 'too large', status_code: 413 });
    write('a');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(asksFor('save')).toBe(1);
    write('ab');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(asksFor('save')).toBe(2);
    expect(tooLarge).toEqual(['too large']);
  });

  test('because of a newer text leaves both, and saves nothing until somebody has chosen', async () => {
    const { write, store, sync } = device();
    there('there', 4);
    write('here');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.state('c1', 'reply')).toMatchObject({ draft: { html: 'here' }, other: { version: 4 } });
    write('here, too');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(onServer()).toBe('there');
    const gone = await sync.takeOther('c1', 'reply');
    expect(gone?.html).toBe('here, too');
    // The one that goes was given to the versions first.
    expect(asksFor('save')).toBe(3);
    expect(store.read('c1', 'reply').html).toBe('there');
  });
});

describe('what the server has', () => {
  test('comes with the start, and what it has ended goes', async () => {
    const { store, sync } = device();
    there('there', 2);
    there('begun', 1, `${newConversation}.reply`);
    await sync.load();
    expect(store.read('c1', 'reply').html).toBe('there');
    expect(store.read(newConversation, 'reply').html).toBe('begun');
    held.delete('c1.reply');
    await sync.load();
    expect(store.hasDraft('c1')).toBe(false);
  });

  test('comes with its conversation; the kinds that stand there are told, also when they came a moment before', async () => {
    const { sync } = device();
    there('note', 1, 'c1.note');
    const opened = sync.open('c1');
    await sync.load();
    expect(await opened).toEqual(['note']);
    expect(await sync.open('c1')).toEqual(['note']);
    expect(await sync.open('c2')).toEqual([]);
  });

  test('comes with its conversation also when nobody can say which there are', async () => {
    const { store, sync } = device();
    there('there', 2);
    broken.list = noResponse();
    const opened = sync.open('c1');
    await sync.load();
    expect(await opened).toEqual(['reply']);
    expect(store.read('c1', 'reply').html).toBe('there');
    // What is written here meanwhile is not answered for by a question.
    store.change('c3', 'reply', { html: 'here' });
    expect(await sync.open('c3')).toEqual(['reply']);
    expect(asked).not.toContain('get c3.reply');
  });

  test('comes when the connection is back, if nothing could be asked before', async () => {
    const { sync } = device();
    there('there', 2);
    broken = { list: noResponse(), get: noResponse() };
    const opened = sync.open('c1');
    await sync.load();
    broken = {};
    await sync.load();
    expect(await opened).toEqual(['reply']);
  });

  test('is asked for when a frame tells of it, unless it is this very version or a text here is not saved', async () => {
    const { store, sync, write } = device();
    there('there', 2);
    const frame = (version: number) => sync.receive({ conversation_uuid: 'c1', kind: 'reply', version });
    frame(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.read('c1', 'reply').html).toBe('there');
    frame(2);
    write('here');
    frame(3);
    await vi.advanceTimersByTimeAsync(0);
    expect(asksFor('get')).toBe(1);
    expect(store.read('c1', 'reply').html).toBe('here');
  });

  test('stays away while this very text is on its way', async () => {
    const { store, sync } = device();
    there('there', 2);
    beingSent = { ...emptyDraft, html: 'there' };
    await sync.load();
    expect(store.read('c1', 'reply').html).toBe('');
  });

  test('does not take the place of what was saved while it was asked for', async () => {
    const { store, sync, write } = device();
    there('older', 1);
    const loading = sync.load();
    write('here');
    await loading;
    expect(store.read('c1', 'reply').html).toBe('here');
  });
});

test('whoever listens hears of each save', async () => {
  const { sync, write }: { sync: DraftSync; write: (html: string) => void } = device();
  const heard = vi.fn<() => void>();
  const stop = sync.subscribe(heard);
  write('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
});
