import type { PresenceMessage, PresenceState } from '@bellhop/contract';
import { api, toApiError } from '../../lib/api.ts';
import type { ComposeMode } from './drafts/draft.ts';
import { applyPresence } from './presence.ts';

/** Settled contract of presence: said on each change and every 10 s; idle after a minute without a hand on the page. */
const paceMs = 10_000;
const idleAfterMs = 60_000;
/** Somebody who has not typed for so long looks at what stands there. */
const writingMs = 15_000;
/** Rows that come into view are asked about together. */
const askAfterMs = 300;
const mostAsked = 500;

type Say = (message: PresenceMessage) => boolean;

let say: Say = () => false;
let here: string | undefined;
let writing: { uuid: string; mode: ComposeMode; at: number } | undefined;
let touchedAt = Date.now();
let said = '';
let timer: ReturnType<typeof setInterval> | undefined;
const asked = new Set<string>();
const known = new Set<string>();
let isAsking = false;

/** Says who carries the words to the server. */
export function givePresenceVoice(voice: Say): void {
  say = voice;
}

/** The agent has a conversation open, until the answer is called. */
export function enterConversation(uuid: string): () => void {
  here = uuid;
  touchedAt = Date.now();
  if (!timer) {
    timer = setInterval(() => tell(true), paceMs);
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const) {
      window.addEventListener(name, touch, { passive: true, capture: true });
    }
    document.addEventListener('visibilitychange', () => tell());
  }
  tell();
  return () => {
    if (here !== uuid) return;
    here = undefined;
    tell();
  };
}

/** The agent has typed in a reply or note. */
export function noteWriting(uuid: string, mode: ComposeMode): void {
  writing = { uuid, mode, at: Date.now() };
  tell();
}

/** What was being written has been sent, folded or discarded. */
export function stopWriting(uuid: string): void {
  if (writing?.uuid === uuid) writing = undefined;
  tell();
}

/** The connection stands anew: the server has heard nothing of this page yet, and others may have come and gone. */
export function renewPresence(): void {
  said = '';
  tell();
  const before = [...known];
  known.clear();
  askPresence(before);
}

/**
 * Asks who is in conversations that come into view, each once: later changes come by themselves. Failures are only logged.
 */
export function askPresence(uuids: readonly string[]): void {
  for (const uuid of uuids) if (!known.has(uuid)) asked.add(uuid);
  if (asked.size === 0 || isAsking) return;
  isAsking = true;
  setTimeout(ask, askAfterMs);
}

function ask(): void {
  isAsking = false;
  const uuids = [...asked].slice(-mostAsked);
  asked.clear();
  for (const uuid of uuids) known.add(uuid);
  api('presence.list', { query: { uuids: uuids.join(',') } })
    .then((found) => {
      for (const one of found) applyPresence(one);
    })
    .catch((error: unknown) => {
      for (const uuid of uuids) known.delete(uuid);
      console.info(toApiError(error).message);
    });
}

function tell(isBeat = false): void {
  const data = here === undefined ? null : { conversation_uuid: here, state: stateOf(here) };
  const words = JSON.stringify(data);
  if (words === said && !(isBeat && data)) return;
  said = say({ type: 'presence', data }) ? words : '';
}

function stateOf(uuid: string): PresenceState {
  const now = Date.now();
  if (document.visibilityState === 'hidden' || now - touchedAt > idleAfterMs) return 'idle';
  if (writing?.uuid !== uuid || now - writing.at > writingMs) return 'viewing';
  return writing.mode === 'note' ? 'noting' : 'replying';
}

function touch(): void {
  const wasIdle = Date.now() - touchedAt > idleAfterMs;
  touchedAt = Date.now();
  if (wasIdle) tell();
}
