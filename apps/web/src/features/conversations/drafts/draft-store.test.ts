import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Draft, isEmptyHtml, withoutEmptyEnd } from './draft.ts';
import { createDraftStore, type DraftStorage } from './draft-store.ts';

const delayMs = 300;
const file = { id: 7, uuid: 'f', filename: 'a.pdf', size: 3, content_type: 'application/pdf' };
const whole: Draft = {
  html: '<p>Hello <img src="/uploads/x"></p>',
  recipients: { to: ['a@x.example'], cc: [], bcc: ['b@x.example'] },
  files: [file],
  macro: { id: 3, name: 'Refund', actions: [{ type: 'add_tags', value: ['refund'], display_value: [] }] },
  typed: { cc: 'lea@' },
  attempt: null,
  fields: null,
};

let disk: Map<string, string>;
let onUnsaved: ReturnType<typeof vi.fn<(error: unknown) => void>>;

function storage(): DraftStorage {
  return {
    getItem: (key) => disk.get(key) ?? null,
    setItem: (key, value) => void disk.set(key, value),
    removeItem: (key) => void disk.delete(key),
    key: (index) => [...disk.keys()][index] ?? null,
    get length() {
      return disk.size;
    },
  };
}

/** Two pages on one storage; `hear` hands on what each has stored, in its order. */
function twoTabs() {
  const written: { by: number; key: string; text: string | null }[] = [];
  const tab = (by: number) => {
    const own = storage();
    const setItem = (key: string, text: string) => {
      own.setItem(key, text);
      written.push({ by, key, text });
    };
    const removeItem = (key: string) => {
      own.removeItem(key);
      written.push({ by, key, text: null });
    };
    return createDraftStore({ storage: { ...own, setItem, removeItem }, agent_id: 1, delayMs, onUnsaved });
  };
  const [here, there] = [tab(0), tab(1)];
  const hear = () => {
    for (const { by, key, text } of written.splice(0)) (by === 0 ? there : here).reload(key, text);
  };
  return { here, there, hear };
}

const open = (agent_id = 1) => createDraftStore({ storage: storage(), agent_id, delayMs, onUnsaved });

beforeEach(() => {
  vi.useFakeTimers();
  disk = new Map();
  onUnsaved = vi.fn<(error: unknown) => void>();
});
afterEach(() => vi.useRealTimers());

describe('drafts', () => {
  test('come back exactly as they were written', () => {
    const store = open();
    store.change('c1', 'reply', whole);
    vi.advanceTimersByTime(delayMs);
    expect(open().read('c1', 'reply')).toEqual(whole);
  });

  test('are stored soon after each change, at once with the page', () => {
    const store = open();
    store.change('c1', 'note', { html: '<p>a</p>' });
    expect(disk.size).toBe(0);
    store.flush();
    expect(open().read('c1', 'note').html).toBe('<p>a</p>');
    store.change('c1', 'note', { html: '<p>ab</p>' });
    vi.advanceTimersByTime(delayMs);
    expect(open().read('c1', 'note').html).toBe('<p>ab</p>');
  });

  test('belong to one agent, one conversation and one mode', () => {
    const store = open();
    store.change('c1', 'reply', { html: '<p>a</p>' });
    store.flush();
    expect(store.read('c1', 'note').html).toBe('');
    expect(store.read('c2', 'reply').html).toBe('');
    expect(open(2).read('c1', 'reply').html).toBe('');
    expect(open(2).hasDraft('c1')).toBe(false);
  });

  test('are marked while something would be lost', () => {
    const store = open();
    expect(store.hasDraft('c1')).toBe(false);
    store.change('c1', 'reply', { html: '<p></p>' });
    expect(store.hasDraft('c1')).toBe(false);
    store.change('c1', 'reply', { html: '<p>a</p>' });
    expect(store.hasDraft('c1')).toBe(true);
    store.flush();
    expect(open().hasDraft('c1')).toBe(true);
    store.discard('c1', 'reply');
    expect(store.hasDraft('c1')).toBe(false);
    expect(disk.size).toBe(0);
  });

  test('belong to whoever takes them to be sent', () => {
    const store = open();
    store.change('c1', 'reply', whole);
    expect(store.take('c1', 'reply', 'first')).toEqual({ ...whole, attempt: 'first' });
    expect(store.read('c1', 'reply').html).toBe('');
    store.sent('c1', 'reply');
    expect(disk.size).toBe(0);
    expect(store.unsaved()).toEqual([]);
  });

  test('written while another is sent are not on the server when that has ended its draft', () => {
    const store = open();
    store.change('c1', 'reply', whole);
    store.saved('c1', 'reply', whole, 3);
    store.take('c1', 'reply', 'first');
    store.change('c1', 'reply', { html: '<p>next</p>' });
    store.sent('c1', 'reply');
    expect(store.state('c1', 'reply')).toMatchObject({ version: 0, isSaved: false });
  });

  test('come back when sending fails, before what was written since', () => {
    const store = open();
    store.change('c1', 'reply', whole);
    const taken = store.take('c1', 'reply', 'first');
    const before = store.revision('c1', 'reply');
    store.change('c1', 'reply', { html: '<p>more</p>' });
    store.giveBack('c1', 'reply', taken);
    expect(store.read('c1', 'reply')).toEqual({ ...whole, html: `${whole.html}<p>more</p>` });
    expect(store.revision('c1', 'reply')).toBe(before + 1);
    expect(open().read('c1', 'reply')).toEqual(store.read('c1', 'reply'));
  });

  test('are sent again under the same name until they are changed', () => {
    const store = open();
    const sendInVain = (name: string) => {
      const taken = store.take('c1', 'reply', name);
      store.giveBack('c1', 'reply', taken);
      return taken.attempt;
    };
    store.change('c1', 'reply', whole);
    expect(sendInVain('first')).toBe('first');
    store.change('c1', 'reply', { typed: { cc: 'lea' } });
    store.flush();
    expect(open().read('c1', 'reply').attempt).toBe('first');
    expect(sendInVain('second')).toBe('first');
    store.change('c1', 'reply', { html: '<p>other</p>' });
    expect(sendInVain('third')).toBe('third');
  });

  test('go when their message turns out to have arrived, unless they were changed', () => {
    const store = open();
    store.change('c1', 'reply', whole);
    store.giveBack('c1', 'reply', store.take('c1', 'reply', 'first'));
    expect(store.settle('c1', 'reply', 'other')).toBe(false);
    expect(store.settle('c1', 'reply', 'first')).toBe(true);
    expect(store.hasDraft('c1')).toBe(false);
    expect(disk.size).toBe(0);
  });

  test('typing keeps the editor, a change from outside renews it', () => {
    const store = open();
    store.change('c1', 'reply', { html: '<p>a</p>' });
    expect(store.revision('c1', 'reply')).toBe(0);
    store.replace('c1', 'reply', { html: '<p>b</p>' });
    expect(store.revision('c1', 'reply')).toBe(1);
  });

  test('of another tab appear where nothing was written', () => {
    const { here, there, hear } = twoTabs();
    here.read('c1', 'reply');
    there.change('c1', 'reply', { html: '<p>there</p>' });
    there.flush();
    hear();
    expect(here.read('c1', 'reply').html).toBe('<p>there</p>');
    expect(here.state('c1', 'reply').other).toBeUndefined();
    // Going on there with what was written here is no other text.
    here.change('c1', 'reply', { html: '<p>there and here</p>' });
    here.flush();
    hear();
    there.change('c1', 'reply', { html: '<p>there and here and there</p>' });
    there.flush();
    hear();
    expect(here.read('c1', 'reply').html).toBe('<p>there and here and there</p>');
    expect([here, there].map((tab) => tab.state('c1', 'reply').other)).toEqual([undefined, undefined]);
  });

  test('written in two tabs at once stay in both until somebody chooses', () => {
    const { here, there, hear } = twoTabs();
    here.change('c1', 'reply', { html: '<p>here</p>' });
    there.change('c1', 'reply', { html: '<p>there</p>' });
    here.flush();
    there.flush();
    hear();
    expect(here.read('c1', 'reply').html).toBe('<p>here</p>');
    expect(there.read('c1', 'reply').html).toBe('<p>there</p>');
    expect(here.state('c1', 'reply').other?.draft.html).toBe('<p>there</p>');
    expect(here.choose('c1', 'reply', 'mine')?.html).toBe('<p>there</p>');
    here.flush();
    hear();
    expect(there.read('c1', 'reply').html).toBe('<p>here</p>');
    expect(there.state('c1', 'reply').other).toBeUndefined();
  });

  test('of another tab that has meanwhile saved what is gone on from are no other text', () => {
    const one = { html: '<p>one</p>' };
    const goneOn = () => {
      disk = new Map();
      const { here, there, hear } = twoTabs();
      there.read('c1', 'reply');
      here.change('c1', 'reply', one);
      here.flush();
      hear();
      there.change('c1', 'reply', { html: '<p>one two</p>' });
      return { here, there, hear };
    };
    const heard = goneOn();
    heard.here.saved('c1', 'reply', heard.here.read('c1', 'reply'), 1);
    heard.here.flush();
    heard.hear();
    expect(heard.there.state('c1', 'reply')).toMatchObject({ version: 1, isSaved: false, other: undefined });
    heard.there.flush();
    heard.hear();
    expect(heard.here.state('c1', 'reply')).toMatchObject({ draft: { html: '<p>one two</p>' }, other: undefined });

    // Found where it is stored, before anybody has said so.
    const found = goneOn();
    found.here.saved('c1', 'reply', found.here.read('c1', 'reply'), 1);
    found.here.flush();
    found.there.flush();
    found.hear();
    found.there.flush();
    found.hear();
    for (const tab of [found.here, found.there])
      expect(tab.state('c1', 'reply')).toMatchObject({ draft: { html: '<p>one two</p>' }, other: undefined });
    expect(open().read('c1', 'reply').html).toBe('<p>one two</p>');

    // Told by the server, before the other tab has.
    const { here, there } = goneOn();
    there.meet('c1', 'reply', { draft: here.read('c1', 'reply'), version: 1 });
    expect(there.state('c1', 'reply')).toMatchObject({ version: 1, isSaved: false, other: undefined });
  });

  test('of the server take the place of a saved one, and wait beside one that is being written', () => {
    const store = open();
    const other = { ...whole, html: '<p>elsewhere</p>' };
    store.change('c1', 'reply', whole);
    store.saved('c1', 'reply', whole, 3);
    store.meet('c1', 'reply', { draft: other, version: 4 });
    expect(store.read('c1', 'reply').html).toBe('<p>elsewhere</p>');
    store.change('c1', 'reply', { html: '<p>mine</p>' });
    store.meet('c1', 'reply', { draft: { ...other, html: '<p>newer</p>' }, version: 5 });
    expect(store.state('c1', 'reply')).toMatchObject({ draft: { html: '<p>mine</p>' }, other: { version: 5 } });
    expect(store.choose('c1', 'reply', 'other')?.html).toBe('<p>mine</p>');
    expect(store.state('c1', 'reply')).toMatchObject({ draft: { html: '<p>newer</p>' }, version: 5, isSaved: false });
  });

  test('whose saving got no answer know their own text again', () => {
    const store = open();
    store.change('c1', 'reply', whole);
    store.saved('c1', 'reply', whole, 3);
    store.change('c1', 'reply', { html: '<p>on</p>' });
    store.meet('c1', 'reply', { draft: whole, version: 4 });
    expect(store.state('c1', 'reply')).toMatchObject({ draft: { html: '<p>on</p>' }, version: 4, other: undefined });
    store.meet('c1', 'reply', null);
    expect(store.state('c1', 'reply')).toMatchObject({ draft: { html: '<p>on</p>' }, version: 0, isSaved: false });
  });

  test('that were sent come back beside what was written since', () => {
    const store = open();
    store.change('c1', 'reply', { html: '<p>since</p>' });
    store.restore('c1', 'reply', { draft: whole, version: 9 });
    expect(store.read('c1', 'reply')).toEqual({ ...whole, attempt: null });
    expect(store.state('c1', 'reply').other).toMatchObject({ draft: { html: '<p>since</p>' }, isNewer: false });
  });

  test('a full storage is told, and the text stays on screen', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new Error('full');
      },
    };
    const store = createDraftStore({ storage: full, agent_id: 1, delayMs, onUnsaved });
    store.change('c1', 'reply', { html: '<p>a</p>' });
    store.flush();
    expect(onUnsaved).toHaveBeenCalledOnce();
    expect(store.read('c1', 'reply').html).toBe('<p>a</p>');
  });

  test('what is no draft under our key is passed over', () => {
    disk.set('bellhop.draft.1.c1.reply', '{"html":5}');
    disk.set('bellhop.draft.1.c2.reply', 'nonsense');
    expect([open().read('c1', 'reply').html, open().read('c2', 'reply').html]).toEqual(['', '']);
  });

  test('no word is lost, whatever happens in whatever order', () => {
    const step = fc.oneof(
      fc.stringMatching(/^[a-z]{1,6}$/).map((word) => ({ kind: 'write' as const, word })),
      fc.constantFrom('take', 'fail', 'flush').map((kind) => ({ kind: kind as 'take' | 'fail' | 'flush', word: '' })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        disk = new Map();
        const store = open();
        const words: string[] = [];
        let taken: Draft | undefined;
        for (const { kind, word } of steps) {
          if (kind === 'write') {
            words.push(word);
            store.change('c1', 'reply', { html: `${store.read('c1', 'reply').html}<p>${word}</p>` });
          } else if (kind === 'take' && !taken) {
            taken = store.take('c1', 'reply', 'first');
          } else if (kind === 'fail' && taken) {
            store.giveBack('c1', 'reply', taken);
            taken = undefined;
          } else if (kind === 'flush') {
            store.flush();
          }
        }
        if (taken) store.giveBack('c1', 'reply', taken);
        store.flush();
        expect(open().read('c1', 'reply').html).toBe(words.map((word) => `<p>${word}</p>`).join(''));
      }),
    );
  });
});

test.each([
  ['', true],
  ['<p></p>', true],
  ['<p>&nbsp;<br></p>', true],
  ['<p>a</p>', false],
  ['<p><img src="/uploads/x"></p>', false],
  ['<hr>', false],
])('%j is empty: %s', (html, isEmpty) => {
  expect(isEmptyHtml(html)).toBe(isEmpty);
});

test('empty lines at the end are left out, those within stay', () => {
  expect(withoutEmptyEnd('<ul><li>a</li></ul><p></p><p><br></p>')).toBe('<ul><li>a</li></ul>');
  expect(withoutEmptyEnd('<p>a</p><p></p><p>b</p>')).toBe('<p>a</p><p></p><p>b</p>');
});
