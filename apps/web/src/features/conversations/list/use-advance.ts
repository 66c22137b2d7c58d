import type { ConversationListItem } from '@bellhop/contract';
import { useEffect, useRef } from 'react';
import { autoAdvance } from '../../../lib/auto-advance.ts';
import { findCurrentAgent } from '../../../lib/session.ts';
import type { ListParams } from '../conversations.api.ts';
import { isPutAside, onOwnChange } from '../list-cache.ts';
import type { OwnChange } from '../list-counts.ts';
import { belongs } from '../list-rows.ts';

interface Advance {
  params: ListParams;
  rows: readonly ConversationListItem[];
  /** The conversation that is open, else the row that the keys are at. */
  currentUuid: string | undefined;
  /** Whether it is open; else the keys only stand at it. */
  isOpen: boolean;
  /** Called with the row to go to, undefined when none is left. `isBack`: to go to in the list, without opening it. */
  onAdvance: (next: ConversationListItem | undefined, isBack: boolean) => void;
}

/**
 * After resolve, snooze or assign-away the next row's turn comes: the one below, at the end of the list the one
 * above, or as the agent has set it (lib/auto-advance.ts). Without an open conversation the keys move on whenever their row
 * leaves, also by taking it oneself. Only changes made here count; what others do moves nobody. A conversation that has left the list before, taken from
 * Unassigned for instance, has kept its place; one that never stood in it, opened by a link, stays open.
 */
export function useAdvance(advance: Advance): void {
  const latest = useRef(advance);
  latest.current = advance;
  const place = useRef<{ uuid: string; at: number }>(undefined);
  const { rows: present, currentUuid: uuidNow } = advance;
  const atNow = uuidNow === undefined ? -1 : present.findIndex(({ uuid }) => uuid === uuidNow);
  if (uuidNow !== undefined && atNow >= 0) place.current = { uuid: uuidNow, at: atNow };
  useEffect(
    () =>
      onOwnChange((changes) => {
        const { params, rows, currentUuid, isOpen, onAdvance } = latest.current;
        const me = findCurrentAgent()?.id ?? 0;
        const away = new Set(
          changes.filter((change) => isAway(change, params, me, isOpen)).map(({ before }) => before.uuid),
        );
        if (currentUuid === undefined || !away.has(currentUuid)) return;
        if (place.current?.uuid !== currentUuid) return;
        const stays = ({ uuid }: ConversationListItem) => !away.has(uuid);
        const { at } = place.current;
        const [below, above] = [rows.slice(at).find(stays), rows.slice(0, at).findLast(stays)];
        const wanted = autoAdvance();
        onAdvance(wanted === 'previous' ? (above ?? below) : (below ?? above), wanted === 'list');
      }),
    [],
  );
}

/** Done with, put off, or given to somebody else. */
function isAway({ before, after }: OwnChange, params: ListParams, me: number, isOpen: boolean): boolean {
  if (before.status !== after.status) return isPutAside(after.status);
  const hasLeft = belongs(before, params, me) && !belongs(after, params, me);
  if (!isOpen && hasLeft) return true;
  if (after.assigned_user_id === me) return false;
  const isGivenAway = before.assigned_user_id === me && after.assigned_user_id !== me;
  return isGivenAway || hasLeft;
}
