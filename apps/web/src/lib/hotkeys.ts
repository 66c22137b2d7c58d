import { useEffect, useRef } from 'react';
import type { TextKey } from './i18n.ts';

export interface Hotkey {
  /**
   * One key ("j", "Enter", "#"), a sequence ("g a") or a chord ("mod+b", "mod+Shift+Enter"). `mod` is Ctrl, on a Mac
   * Cmd. Letters are lower case; a shifted letter is "Shift+u".
   */
  keys: string | readonly string[];
  /** What it does, for the list of keys. Keys without a label are aliases and stay out of it. */
  label?: TextKey;
  run: (event: KeyboardEvent) => void;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const sequenceMs = 1200;
const layers: { current: readonly Hotkey[] }[] = [];
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
    if (layers.length === 0) window.addEventListener('keydown', handle);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', handle);
    };
  }, [isEnabled]);
}

/** The labelled keys that are live now, in the order in which their components appeared. */
export function liveHotkeys(): { keys: readonly string[]; label: TextKey }[] {
  return layers
    .flatMap((layer) => layer.current)
    .flatMap(({ keys, label }) => (label ? [{ keys: typeof keys === 'string' ? [keys] : keys, label }] : []));
}

/** The caps of a key as this keyboard shows them: "mod+Shift+Enter" is ["⌘", "⇧", "↵"] on a Mac, ["Ctrl", "Shift", "Enter"] elsewhere. */
export function keyCaps(keys: string): string[] {
  return keys.split(' ').flatMap((stroke) => stroke.split(/\+(?=.)/).map(keyCap));
}

function keyCap(key: string): string {
  const caps: Record<string, string> = isMac
    ? { mod: '⌘', Shift: '⇧', Enter: '↵', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }
    : { mod: 'Ctrl', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' };
  return caps[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target) || hasOpenLayer()) return;
  if (belongsToTarget(event)) return;
  const stroke = strokeOf(event);
  if (!stroke) return;
  const before = pending && event.timeStamp - pending.at < sequenceMs ? `${pending.key} ` : '';
  pending = undefined;
  const hit = (before && find(before + stroke)) || find(stroke);
  if (hit) {
    event.preventDefault();
    hit.run(event);
  } else if (startsSequence(stroke)) {
    pending = { key: stroke, at: event.timeStamp };
  }
}

function find(keys: string): Hotkey | undefined {
  return layers
    .toReversed()
    .flatMap((layer) => layer.current)
    .find((hotkey) => (typeof hotkey.keys === 'string' ? hotkey.keys === keys : hotkey.keys.includes(keys)));
}

function startsSequence(stroke: string): boolean {
  return layers.some((layer) =>
    layer.current.some(({ keys }) => [keys].flat().some((one) => one.startsWith(`${stroke} `))),
  );
}

/** The pressed key in the notation of `Hotkey.keys`. On a keyboard without Latin letters the key's place counts. */
function strokeOf(event: KeyboardEvent): string | undefined {
  if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Dead'].includes(event.key) || event.altKey) return undefined;
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  if (!isMod && (event.metaKey || event.ctrlKey)) return undefined;
  const placed = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase();
  const isLetter = /^\p{L}$/u.test(event.key);
  const key =
    isLetter && !/^[a-z]$/i.test(event.key) && placed ? placed : isLetter ? event.key.toLowerCase() : event.key;
  const hasShift = event.shiftKey && (isLetter || key.length > 1);
  return `${isMod ? 'mod+' : ''}${hasShift ? 'Shift+' : ''}${key}`;
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
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;
}
