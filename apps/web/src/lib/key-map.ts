import { useSyncExternalStore } from 'react';
import type { TextKey } from './i18n.ts';
import { findCurrentAgent } from './session.ts';

export type KeyGroup = 'conversation' | 'list' | 'go' | 'writing' | 'desk';

export interface KeyAction {
  /** The key as it comes, in the notation of lib/hotkeys.ts; it names the action in what is stored. */
  keys: string;
  /** Further keys that always do the same. */
  also?: readonly string[];
  label: TextKey;
  group: KeyGroup;
  /** Chords and keys of the editor: they stay what they are. */
  isFixed?: true;
}

/** Every key of the desk (interface "Keys", settled question 39); a test holds it against what the screens bind. */
export const keyActions: readonly KeyAction[] = [
  { keys: 'r', label: 'hotkeys.reply', group: 'conversation' },
  { keys: 'n', label: 'hotkeys.note', group: 'conversation' },
  { keys: 'e', label: 'hotkeys.resolve', group: 'conversation' },
  { keys: 'h', label: 'hotkeys.snooze', group: 'conversation' },
  { keys: 'm', label: 'hotkeys.macro', group: 'conversation' },
  { keys: 'a', label: 'hotkeys.agent', group: 'conversation' },
  { keys: 'i', label: 'hotkeys.assign_me', group: 'conversation' },
  { keys: 't', label: 'hotkeys.team', group: 'conversation' },
  { keys: 'p', label: 'hotkeys.priority', group: 'conversation' },
  { keys: 'l', label: 'hotkeys.tags', group: 'conversation' },
  { keys: '#', label: 'hotkeys.close', group: 'conversation' },
  { keys: 'Shift+u', label: 'hotkeys.unread', group: 'conversation' },
  { keys: 'j', also: ['ArrowDown'], label: 'hotkeys.next', group: 'list' },
  { keys: 'k', also: ['ArrowUp'], label: 'hotkeys.previous', group: 'list' },
  { keys: 'o', also: ['Enter'], label: 'hotkeys.open', group: 'list' },
  { keys: 'u', label: 'hotkeys.back', group: 'list' },
  { keys: 'x', label: 'hotkeys.tick', group: 'list' },
  { keys: 'Shift+x', label: 'hotkeys.tick_range', group: 'list' },
  { keys: 'Escape', label: 'hotkeys.untick', group: 'list', isFixed: true },
  { keys: 'c', label: 'hotkeys.new_conversation', group: 'go' },
  { keys: '/', label: 'hotkeys.search', group: 'go' },
  { keys: 'g a', label: 'hotkeys.my_inbox', group: 'go' },
  { keys: 'g u', label: 'hotkeys.unassigned', group: 'go' },
  { keys: 'g l', label: 'hotkeys.all', group: 'go' },
  { keys: 'g n', label: 'hotkeys.notifications', group: 'go' },
  { keys: 'mod+Enter', label: 'hotkeys.send', group: 'writing', isFixed: true },
  { keys: 'mod+Shift+Enter', label: 'hotkeys.send_and_resolve', group: 'writing', isFixed: true },
  { keys: 'mod+b', label: 'hotkeys.bold', group: 'writing', isFixed: true },
  { keys: 'mod+i', label: 'hotkeys.italic', group: 'writing', isFixed: true },
  { keys: 'mod+Shift+f', label: 'hotkeys.full_screen', group: 'writing', isFixed: true },
  { keys: ';', also: ['/'], label: 'hotkeys.insert_macro', group: 'writing', isFixed: true },
  { keys: 'mod+k', label: 'hotkeys.palette', group: 'desk', isFixed: true },
  { keys: 'mod+b', label: 'hotkeys.sidebar', group: 'desk', isFixed: true },
  { keys: 'z', label: 'hotkeys.undo', group: 'desk' },
  { keys: '?', label: 'hotkeys.list', group: 'desk' },
];

/** What somebody changed: by the action's own key the key that does it now, or null for none. */
export interface KeyChanges {
  /** Keys without Ctrl or Cmd are off altogether (WCAG 2.1.4). */
  isOff: boolean;
  changed: Readonly<Record<string, string | null>>;
}

export const noKeyChanges: KeyChanges = { isOff: false, changed: {} };

let loaded: { storageKey: string; changes: KeyChanges } | undefined;
const listeners = new Set<() => void>();

/** Keeps the keys of the signed-in agent on this device. */
export function saveKeys(changes: KeyChanges): void {
  const storageKey = ownStorageKey();
  const isPlain = !changes.isOff && Object.keys(changes.changed).length === 0;
  if (isPlain) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, JSON.stringify(changes));
  put({ storageKey, changes });
}

/** What the signed-in agent has changed on this device. */
export function keyChanges(): KeyChanges {
  const storageKey = ownStorageKey();
  if (loaded?.storageKey !== storageKey) loaded = { storageKey, changes: parse(localStorage.getItem(storageKey)) };
  return loaded.changes;
}

/** `keyChanges`, rendered anew when they change, in another tab too. */
export function useKeyChanges(): KeyChanges {
  return useSyncExternalStore(subscribe, keyChanges);
}

/** The key that does now what this key does as it comes; undefined when it is switched off. */
export function presentKey(keys: string, { isOff, changed }: KeyChanges = keyChanges()): string | undefined {
  const now = keys in changed ? changed[keys] : keys;
  return now === null || now === undefined || (isOff && isCharacterKey(now)) ? undefined : now;
}

/** `presentKey`, rendered anew when keys are changed. */
export function usePresentKey(keys: string | undefined): string | undefined {
  const now = useKeyChanges();
  return keys === undefined ? undefined : presentKey(keys, now);
}

/** Letters, digits and signs; arrows, Enter and chords are none. */
function isCharacterKey(keys: string): boolean {
  return !keys.includes('mod+') && keys.split(' ').every((stroke) => stroke.replace('Shift+', '').length === 1);
}

function parse(text: string | null): KeyChanges {
  if (!text) return noKeyChanges;
  try {
    const { isOff, changed } = JSON.parse(text) as Partial<KeyChanges>;
    const known = Object.entries(changed ?? {}).filter(
      ([keys, now]) =>
        (now === null || typeof now === 'string') &&
        keyActions.some((action) => action.keys === keys && !action.isFixed),
    );
    return { isOff: isOff === true, changed: Object.fromEntries(known) };
  } catch (error) {
    console.warn(error);
    return noKeyChanges;
  }
}

function ownStorageKey(): string {
  return `bellhop.keys.${findCurrentAgent()?.id ?? 0}`;
}

function put(next: typeof loaded): void {
  loaded = next;
  for (const listener of listeners) listener();
}

function onStorage({ key }: StorageEvent): void {
  if (key === null || key === loaded?.storageKey) put(undefined);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}
