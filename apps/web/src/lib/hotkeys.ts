import { useEffect, useRef } from 'react';
import type { TextKey } from './i18n.ts';
import { presentKey } from './key-map.ts';
import { typeAhead } from './type-ahead.ts';

export interface Hotkey {
  /**
   * One key ("j", "Enter", "#"), a sequence ("g a") or a chord ("mod+b", "mod+Shift+Enter"). `mod` is Ctrl or Cmd, shown as the
   * one that the system is used to. Letters are lower case; a shifted letter is "Shift+u". These are the keys as they come (lib/key-map.ts); what
   * the agent has put in their place works instead.
   */
  keys: string | readonly string[];
  /** What it does, for the list of keys. Keys without a label are aliases and stay out of it. */
  label?: TextKey;
  /** It works with the focus in a field and under an open menu, too; a dialog still has the keyboard to itself. */
  isEverywhere?: true;
  run: (event: KeyboardEvent) => void;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const sequenceMs = 1200;
/** As many keys are kept for a screen that is still on its way, what is typed into it included. */
const mostKept = 60;
const layers: { current: readonly Hotkey[] }[] = [];
const kept: KeyboardEvent[] = [];
let waiting = 0;
let pending: { key: string; at: number } | undefined;

/**
 * Makes keys live while the component is mounted. They work only when no field has the focus and no menu or dialog is
 * open; of two claims on one key the later component wins.
 */
export function useHotkeys(hotkeys: readonly Hotkey[], isEnabled = true): void {
  const layer = useRef(hotkeys);
  layer.current = hotkeys;
  useEffect(() => {
    if (!isEnabled) return;
    listen();
    layers.push(layer);
    queueMicrotask(runKept);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isEnabled]);
}

/**
 * While `isWaiting`, keys that nobody takes are kept for the screen that is on its way and run once it takes them, in
 * their order: `r` right after Enter writes the reply. What it does not take either is dropped.
 */
export function useKeptHotkeys(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    listen();
    waiting += 1;
    return () => {
      waiting -= 1;
      // The next screen's effects run after this one; it may wait in its turn.
      setTimeout(() => {
        if (waiting === 0) kept.length = 0;
      });
    };
  }, [isWaiting]);
}

/** The labelled keys that are live now, as they come, in the order in which their components appeared. */
export function liveHotkeys(): { keys: readonly string[]; label: TextKey }[] {
  return layers
    .flatMap((layer) => layer.current)
    .flatMap(({ keys, label }) => (label ? [{ keys: [keys].flat(), label }] : []));
}

/** The caps of a key as this keyboard shows them: "mod+Shift+Enter" is ["⌘", "⇧", "↵"] on a Mac, ["Ctrl", "Shift", "Enter"] elsewhere. */
export function keyCaps(keys: string): string[] {
  return keys.split(' ').flatMap((stroke) => stroke.split(/\+(?=.)/).map(keyCap));
}

/** The pressed key in the notation of `Hotkey.keys`. On a keyboard without Latin letters the key's place counts. */
export function strokeOf(event: KeyboardEvent): string | undefined {
  if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Dead'].includes(event.key) || event.altKey) return undefined;
  // Both do it on every system (specification 2), but for the Mac's own Ctrl keys of a text field.
  const isOfField = isMac && !event.metaKey && isTyping(event.target);
  const isMod = event.metaKey || (event.ctrlKey && !isOfField);
  if (!isMod && event.ctrlKey) return undefined;
  const placed = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const isLetter = /^\p{L}$/u.test(event.key);
  const key =
    isLetter && !/^[a-z]$/i.test(event.key) && placed ? placed : isLetter ? event.key.toLowerCase() : event.key;
  const hasShift = event.shiftKey && (isLetter || key.length > 1);
  return `${isMod ? 'mod+' : ''}${hasShift ? 'Shift+' : ''}${key}`;
}

function keyCap(key: string): string {
  const caps: Record<string, string> = isMac
    ? { mod: '⌘', Shift: '⇧', Enter: '↵', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', Backspace: '⌫' }
    : { mod: 'Ctrl', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', Backspace: '⌫' };
  return caps[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

let isListening = false;

/** One listener for the life of the page. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('keydown', handle);
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const isBusy = isTyping(event.target) || hasOpenLayer();
  if (belongsToTarget(event)) return;
  const stroke = strokeOf(event);
  if (!stroke) return;
  const before = pending && event.timeStamp - pending.at < sequenceMs ? `${pending.key} ` : '';
  pending = undefined;
  const hit = (before && find(before + stroke)) || find(stroke);
  // What comes after a kept key comes after it: the rest of a word would press keys of the page.
  if (waiting > 0 && kept.length > 0 && !isBusy && isKeepable(event)) {
    keep(event);
  } else if (hit && (!isBusy || (hit.isEverywhere && !hasOpenDialog()))) {
    event.preventDefault();
    hit.run(event);
  } else if (isBusy) {
    return;
  } else if (startsSequence(stroke)) {
    pending = { key: stroke, at: event.timeStamp };
  } else if (waiting > 0 && isKeepable(event)) {
    keep(event);
  }
}

/** Reload, Tab, the browser's search and its scrolling work while a screen is on its way; after a kept key a blank is text. */
function isKeepable({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return false;
  if (['Enter', 'ArrowUp', 'ArrowDown'].includes(key)) return true;
  return kept.length > 0 ? key === 'Backspace' || [...key].length === 1 : [...key].length === 1 && key !== ' ';
}

function keep(event: KeyboardEvent): void {
  event.preventDefault();
  if (kept.length < mostKept) kept.push(event);
}

/** Keys that were pressed too early, as far as somebody takes them now. */
function runKept(): void {
  while (kept[0] && !hasOpenLayer()) {
    const hit = find(strokeOf(kept[0]) ?? '');
    if (!hit) return;
    hit.run(kept.shift()!);
    // What came after the key that begins a text belongs to the text.
    while (kept[0] && typeAhead(kept[0])) kept.shift();
  }
}

function find(keys: string): Hotkey | undefined {
  return layers
    .toReversed()
    .flatMap((layer) => layer.current)
    .find((hotkey) => presentKeys(hotkey).includes(keys));
}

function startsSequence(stroke: string): boolean {
  return layers.some((layer) =>
    layer.current.some((hotkey) => presentKeys(hotkey).some((one) => one.startsWith(`${stroke} `))),
  );
}

function presentKeys({ keys }: Hotkey): string[] {
  return [keys].flat().flatMap((one) => presentKey(one) ?? []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
}

/** Enter presses the focused button or link; arrows scroll where `data-own-arrows` says so. */
function belongsToTarget({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (key === 'Enter') return target.closest('a, button, summary, [role="button"]') !== null;
  return key.startsWith('Arrow') && target.closest('[data-own-arrows]') !== null;
}

/** A menu, list box or dialog on top has the keyboard to itself. */
function hasOpenLayer(): boolean {
  return hasOpenDialog() || isOpen('[role="menu"], [role="listbox"]');
}

function hasOpenDialog(): boolean {
  return isOpen('[role="dialog"], [role="alertdialog"]');
}

/** One that is fading away has no use for keys any more. */
function isOpen(layers: string): boolean {
  return [...document.querySelectorAll(layers)].some((layer) => !layer.closest('[data-state="closed"]'));
}
