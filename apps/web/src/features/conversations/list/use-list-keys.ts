import type { ConversationListItem } from '@bellhop/contract';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useHotkeys } from '../../../lib/hotkeys.ts';
import type { VirtualListHandle } from '../../../ui/VirtualList.tsx';
import { conversationPath, listPath } from '../paths.ts';
import type { ListState } from './use-list-params.ts';

/**
 * The keys of a list (interface, "Keys"): j, k and arrows move, Enter and o open, u goes back. With a conversation open
 * beside the list, moving opens the neighbour. Answers the row that the keys are at.
 */
export function useListKeys(
  state: ListState,
  rows: readonly ConversationListItem[],
  list: React.RefObject<VirtualListHandle | null>,
) {
  const { params, openUuid, search } = state;
  const navigate = useNavigate();
  const [cursorUuid, setCursorUuid] = useState<string>();
  const place = useRef(0);

  useEffect(() => setCursorUuid(openUuid), [openUuid]);
  const at = rows.findIndex((row) => row.uuid === (openUuid ?? cursorUuid));
  if (at >= 0) place.current = at;

  const open = (row: ConversationListItem | undefined, replace = false) => {
    if (row) void navigate(conversationPath(params.scope, row.uuid, search), { replace });
  };
  const move = (step: 1 | -1) => {
    // A row that has left the list leaves its place to the next one.
    const from = at >= 0 ? at : step === 1 ? place.current - 1 : place.current;
    const hasCursor = openUuid !== undefined || cursorUuid !== undefined;
    const to = hasCursor ? Math.max(0, Math.min(rows.length - 1, from + step)) : 0;
    const row = rows[to];
    if (!row) return;
    list.current?.scrollTo(to);
    setCursorUuid(row.uuid);
    if (openUuid) open(row, true);
    else requestAnimationFrame(() => document.getElementById(`row-${row.uuid}`)?.focus({ preventScroll: true }));
  };
  const cursorRow = rows.find((row) => row.uuid === cursorUuid);

  useHotkeys([
    { keys: ['j', 'ArrowDown'], label: 'hotkeys.next', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: 'hotkeys.previous', run: () => move(-1) },
    { keys: ['Enter', 'o'], label: 'hotkeys.open', run: () => open(cursorRow) },
  ]);
  useHotkeys(
    [{ keys: 'u', label: 'hotkeys.back', run: () => void navigate(listPath(params.scope, search)) }],
    openUuid !== undefined,
  );
  return cursorUuid;
}
