import type { ConversationListItem } from '@bellhop/contract';
import { useEffect, useRef } from 'react';
import { findCurrentAgent } from '../../../lib/session.ts';
import type { ListParams } from '../conversations.api.ts';
import { isPutAside, type OwnChange, onOwnChange } from '../list-cache.ts';
import { belongs } from '../list-rows.ts';

interface Advance {
  params: ListParams;
  rows: readonly ConversationListItem[];
  /** The conversation that is open, else the row that the keys are at. */
  currentUuid: string | undefined;
  /** Called with the row to go to, undefined when none is left. */
  onAdvance: (next: ConversationListItem | undefined) => void;
}

/**
 * After resolve, snooze or assign-away the next row's turn comes (issue 3): the one below, at the end of the list the one
 * above. Only changes made here count; what others do moves nobody.
 */
export function useAdvance(advance: Advance): void {
  const latest = useRef(advance);
  latest.current = advance;
  useEffect(
    () =>
      onOwnChange((changes) => {
        const { params, rows, currentUuid, onAdvance } = latest.current;
        const me = findCurrentAgent()?.id ?? 0;
        const away = new Set(changes.filter((change) => isAway(change, params, me)).map(({ before }) => before.uuid));
        if (currentUuid === undefined || !away.has(currentUuid)) return;
        const at = rows.findIndex(({ uuid }) => uuid === currentUuid);
        const stays = ({ uuid }: ConversationListItem) => !away.has(uuid);
        onAdvance(rows.slice(at + 1).find(stays) ?? rows.slice(0, Math.max(0, at)).findLast(stays));
      }),
    [],
  );
}

/** Done with, put off, or given to somebody else. */
function isAway({ before, after }: OwnChange, params: ListParams, me: number): boolean {
  if (before.status !== after.status) return isPutAside(after.status);
  if (after.assigned_user_id === me) return false;
  const isGivenAway = before.assigned_user_id === me && after.assigned_user_id !== me;
  return isGivenAway || (belongs(before, params, me) && !belongs(after, params, me));
}
