import type { ConversationPresence, FrameData, FrameType } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import {
  applyConversationProp,
  applyConversationTags,
  applyDraftChanged,
  applyMessageProp,
  applyMessageRemoved,
  applyNewMessage,
  applyPresence,
  applyReload,
  forgetPresence,
  speakPresence,
  startDrafts,
} from '../features/conversations/index.ts';
import { applyNotification, renewNotifications } from '../features/notifications/index.ts';
import { applyAvailability } from '../features/users/index.ts';
import { applyViewsChanged } from '../features/views/index.ts';
import { api } from '../lib/api.ts';
import { createSocket, type LiveSocket, type SocketFrame, type SocketState } from '../lib/socket.ts';
import { applyConfigChanged } from './config-changed.ts';
import { renewCurrentAgent } from './start.ts';

/** Each frame and the function that changes the cache for it. */
const appliers: { [T in FrameType]: (client: QueryClient, data: FrameData<T>, seq?: number) => void } = {
  new_message: applyNewMessage,
  message_prop_update: applyMessageProp,
  message_removed: applyMessageRemoved,
  draft_changed: applyDraftChanged,
  conversation_prop_update: applyConversationProp,
  conversation_tags_update: applyConversationTags,
  config_changed: applyConfigChanged,
  macros_changed: (client) => void client.invalidateQueries({ queryKey: ['macros'] }),
  agent_availability_update: applyAvailability,
  notification: applyNotification,
  views_changed: applyViewsChanged,
};

let socket: LiveSocket | undefined;
let state: SocketState = { name: 'idle', attempt: 0, lostAt: null };
const listeners = new Set<() => void>();

/** Opens the live connection; frames change the cache from now on. */
export function startRealtime(client: QueryClient): void {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  socket = createSocket({
    url: `${scheme}://${window.location.host}/ws`,
    onFrame: (frame) => applyFrame(client, frame),
    onState: (next) => {
      if (next.name === 'open') {
        catchUp(client, state.name === 'catching_up' || state.attempt > 0);
        speakPresence((message) => socket?.say(message) ?? false);
      } else {
        forgetPresence();
      }
      state = next;
      for (const listener of listeners) listener();
    },
    onSessionEnded: askForPassword,
  });
  socket.start();
}

/** Tries at once instead of waiting for the next turn. */
export function reconnectNow(): void {
  socket?.connectNow();
}

/** Where the live connection stands. */
export function useLiveState(): SocketState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/**
 * The connection stands. After a loss the server replays what was missed, and what failed meanwhile is asked for again.
 * The first time, whatever was fetched before frames could arrive is fetched anew.
 */
function catchUp(client: QueryClient, isReturn: boolean): void {
  if (isReturn) {
    void renewCurrentAgent();
    startDrafts();
    void client.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
  } else {
    const conversations = client.getQueryCache().findAll({ queryKey: ['conversations'] });
    if (conversations.some((query) => query.state.data)) void applyReload(client);
    renewNotifications(client);
  }
}

/** Any call that meets the 401 opens the password dialog; this one costs least. */
function askForPassword(): void {
  api('agents.my_teams').catch((error: unknown) => console.warn(error));
}

/** Unknown frames are logged and nothing else (specification 8). */
function applyFrame(client: QueryClient, { type, data, seq }: SocketFrame): void {
  if (type in appliers) appliers[type as FrameType](client, data as never, seq);
  else if (type === 'presence_update') applyPresence(data as ConversationPresence);
  else if (type === 'reload') {
    void applyReload(client);
    renewNotifications(client);
  } else if (type !== 'resumed') console.warn(`Unknown frame ${type}`, data);
}
