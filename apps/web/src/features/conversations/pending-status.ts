import type { ConversationListItem } from '@bellhop/contract';

export interface PendingStatus {
  status: string;
  /** Shows the conversation as it was before. */
  takeBack: () => void;
}

/**
 * Statuses that conversations get when a mail begins to leave. Until then the server still knows the old ones; what it
 * answers meanwhile is shown as it is going to be.
 */
const pending = new Map<string, PendingStatus>();

export function setPendingStatus(uuid: string, change: PendingStatus): void {
  pending.set(uuid, change);
}

/** The status has come, or something else has; with `isTakenBack` it never will. With `only` nothing but that change ends. */
export function endPendingStatus(uuid: string, { isTakenBack = false, only }: EndOptions = {}): void {
  const change = pending.get(uuid);
  if (!change || (only && only !== change)) return;
  pending.delete(uuid);
  if (isTakenBack) change.takeBack();
}

interface EndOptions {
  isTakenBack?: boolean;
  only?: PendingStatus;
}

/** A row, or a conversation, as it is going to be. */
export function withPendingStatus<T extends ConversationListItem>(row: T): T {
  const status = pending.get(row.uuid)?.status;
  return status === undefined ? row : { ...row, status };
}
