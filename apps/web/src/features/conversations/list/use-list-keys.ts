import type { ConversationListItem } from '@bellhop/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useHotkeys } from '../../../lib/hotkeys.ts';
import { t } from '../../../lib/i18n.ts';
import { announce } from '../../../ui/announce.ts';
import { useFocusHome } from '../../../ui/focus-home.ts';
import type { VirtualListHandle } from '../../../ui/VirtualList.tsx';
import { conversationPath, listPath } from '../paths.ts';
import { focusRow, rowElement } from './focus-row.ts';
import { dropTicks, extendTicks, tickedIn, toggleTick, useHasTicks } from './selection.ts';
import { useAdvance } from './use-advance.ts';
import type { ConversationListQuery } from './use-conversation-list.ts';
import type { ListState } from './use-list-params.ts';

/**
 * The keys of a list (interface, "Keys"): j, k and arrows move, Enter and o open, u goes back, x ticks, Shift+x ticks a range,
 * Escape unticks. With a conversation open beside the list, moving opens the neighbour. Answers the row that the keys are at.
 */
export function useListKeys(
  state: ListState,
  { rows, memory }: ConversationListQuery,
  list: React.RefObject<VirtualListHandle | null>,
) {
  const { params, openUuid, search } = state;
  const navigate = useNavigate();
  const [cursorUuid, setCursorUuid] = useState<string>();
  const place = useRef(0);

  // Back in the list the keys go on from the conversation that was open.
  if (openUuid && cursorUuid !== openUuid) setCursorUuid(openUuid);
  // Ticks are for the rows before the eyes.
  useEffect(() => () => dropTicks([...tickedIn(memory)]), [memory]);
  const currentUuid = openUuid ?? cursorUuid;
  const at = rows.findIndex((row) => row.uuid === currentUuid);
  if (at >= 0) place.current = at;

  const open = (row: ConversationListItem | undefined, replace = false) => {
    // At once: the next key may come before an ordinary render and has to find what this one did.
    if (row) void navigate(conversationPath(params.scope, row.uuid, search), { replace, flushSync: true });
  };
  const goTo = (row: ConversationListItem, isBack = false) => {
    list.current?.scrollTo(rows.indexOf(row));
    if (openUuid && !isBack) {
      open(row, true);
      return;
    }
    if (openUuid) void navigate(listPath(params.scope, search), { flushSync: true });
    flushSync(() => setCursorUuid(row.uuid));
    focusRow(row.uuid);
  };
  const move = (step: 1 | -1) => {
    // A row that has left the list leaves its place to the next one.
    const from = at >= 0 ? at : step === 1 ? place.current - 1 : place.current;
    const to = currentUuid === undefined ? 0 : Math.max(0, Math.min(rows.length - 1, from + step));
    const row = rows[to];
    if (row) goTo(row);
  };
  useAdvance({
    params,
    rows,
    currentUuid,
    isOpen: openUuid !== undefined,
    onAdvance: (next, isBack) => {
      if (next) goTo(next, isBack);
      else if (openUuid) void navigate(listPath(params.scope, search));
    },
  });
  // A row that is gone leaves the focus to the one that took its place; beside or instead of the list stands the thread.
  useFocusHome(() => {
    const thread = document.querySelector<HTMLElement>('.talk .thread');
    // Of an open conversation that is no row here, found by the search for instance, a row would be another one: Enter would open it.
    if (openUuid && at < 0) return [thread];
    const present = rows[at >= 0 ? at : Math.min(place.current, rows.length - 1)];
    return [present && rowElement(present.uuid), thread];
  });
  // The same function while rows come and go: each row has it, and would be drawn anew.
  const latest = useRef(rows);
  latest.current = rows;
  const extend = useCallback(
    (uuid: string) => {
      extendTicks(
        memory,
        latest.current.map((row) => row.uuid),
        uuid,
      );
      announceTicks(memory);
    },
    [memory],
  );
  const tick = () => {
    if (currentUuid === undefined || at < 0) return;
    toggleTick(memory, currentUuid);
    announceTicks(memory);
  };
  const cursorRow = rows.find((row) => row.uuid === cursorUuid);

  useHotkeys([
    { keys: ['j', 'ArrowDown'], label: 'hotkeys.next', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: 'hotkeys.previous', run: () => move(-1) },
    { keys: ['Enter', 'o'], label: 'hotkeys.open', run: () => open(cursorRow) },
    { keys: 'x', label: 'hotkeys.tick', run: tick },
    {
      keys: 'Shift+x',
      label: 'hotkeys.tick_range',
      run: () => currentUuid !== undefined && at >= 0 && extend(currentUuid),
    },
  ]);
  useHotkeys([{ keys: 'Escape', label: 'hotkeys.untick', run: () => dropTicks() }], useHasTicks());
  const goBack = () => {
    void navigate(listPath(params.scope, search), { flushSync: true });
    if (openUuid) focusRow(openUuid);
  };
  useHotkeys([{ keys: 'u', label: 'hotkeys.back', run: goBack }], openUuid !== undefined);
  return { cursorUuid, extend };
}

function announceTicks(memory: string): void {
  const n = tickedIn(memory).size;
  announce(t('selection.count', { n }, n));
}
