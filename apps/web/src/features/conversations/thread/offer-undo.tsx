import type { Message } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../../lib/i18n.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { toast } from '../../../ui/toast.ts';
import { UndoLabel } from './UndoLabel.tsx';
import { rememberUndoable, undoableUntil, undoSend, undoToast } from './undo-send.ts';

interface SentMessage {
  conversation_uuid: string;
  message: Message;
  hasApplied: boolean;
  /** Leads back to the conversation. */
  goTo: () => void;
}

/** Says that a reply was sent, and offers to undo that until it leaves. */
export function offerUndo(client: QueryClient, { message, ...sent }: SentMessage): void {
  const until = undoableUntil(message, message.sender_id);
  if (until === undefined) return;
  const send = { ...sent, message_uuid: message.uuid, until };
  rememberUndoable(send);
  const id = undoToast(message.uuid);
  toast.plain(t('undo.sent'), {
    id,
    duration: Number.POSITIVE_INFINITY,
    action: { label: <UndoLabel until={until} />, onClick: () => void undoSend(client, send) },
  });
  setTimeout(() => toast.dismiss(id), until - serverNow());
}
