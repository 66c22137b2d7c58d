import type { Message } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { toast } from '../../../ui/toast.ts';
import { fetchMessage, removeMessage } from '../conversations.cache.ts';
import { draftOf } from '../drafts/draft.ts';
import { serverDrafts } from '../drafts/server-drafts.ts';
import { drafts } from '../drafts.ts';
import { endPendingStatus } from '../pending-status.ts';
import { openComposer, setSendStatus } from './composer/composer-state.ts';

/** A reply of one's own that has not left yet. */
export interface UndoableSend {
  conversation_uuid: string;
  message_uuid: string;
  /** When it leaves, in milliseconds of the server's clock. */
  until: number;
  /** Whether its macro has done something that stays. */
  hasApplied?: boolean;
  /** Leads back to the conversation. */
  goTo?: () => void;
}

const known = new Map<string, UndoableSend>();

/** When a message may leave that the agent can still take back, in milliseconds of the server's clock. */
export function undoableUntil({ delivery, sender_id, type }: Message, agentId: number): number | undefined {
  if (type !== 'outgoing' || sender_id !== agentId || !delivery?.undo_until) return undefined;
  const until = Date.parse(delivery.undo_until);
  return until > serverNow() ? until : undefined;
}

/** Lets the key take it back as long as that is possible; what is known of it already stays. */
export function rememberUndoable(send: UndoableSend): void {
  for (const [uuid, { until }] of known) if (until <= serverNow()) known.delete(uuid);
  known.set(send.message_uuid, { ...known.get(send.message_uuid), ...send });
}

/** Takes back the last send that can still be; says so when there is none. */
export async function undoLast(client: QueryClient): Promise<void> {
  const open = [...known.values()].filter(({ until }) => until > serverNow());
  const last = open.sort((a, b) => b.until - a.until)[0];
  if (last) await undoSend(client, last);
  else toast.plain(t('undo.nothing'), { id: 'undo' });
}

/**
 * Takes a reply back before it leaves: its entry goes, and the composer holds exactly what was sent. What was written in
 * it since waits beside it. A mail that has left meanwhile stays, and a toast says so.
 */
export async function undoSend(client: QueryClient, send: UndoableSend): Promise<void> {
  const { conversation_uuid: uuid, message_uuid } = send;
  toast.dismiss(undoToast(message_uuid));
  known.delete(message_uuid);
  try {
    // What was written since is then among the versions, whatever becomes of this page.
    await serverDrafts().saveNow(uuid, 'reply');
    const { draft, set_status } = await api('messages.undo', { params: { uuid, message_uuid } });
    removeMessage(client, uuid, message_uuid);
    endPendingStatus(uuid, { isTakenBack: true });
    drafts().restore(uuid, 'reply', { draft: draftOf(draft.content), version: draft.version });
    setSendStatus(uuid, set_status);
    send.goTo?.();
    openComposer(uuid, 'reply');
    toast.plain(t('undo.done'), { id: 'undo', ...(send.hasApplied ? { description: t('undo.macro_stays') } : {}) });
  } catch (error) {
    toast.error(toApiError(error).message, { id: 'undo' });
    await fetchMessage(client, uuid, message_uuid);
  }
}

/** The toast that offers to undo a send. */
export function undoToast(messageUuid: string): string {
  return `undo-${messageUuid}`;
}
