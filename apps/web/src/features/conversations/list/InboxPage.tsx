import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Outlet } from 'react-router';
import { afterPaint } from '../../../lib/after-paint.ts';
import { useTitle } from '../../../lib/title.ts';
import type { VirtualListHandle } from '../../../ui/VirtualList.tsx';
import { prefetchConversation } from '../conversations.api.ts';
import { trimThreads } from '../conversations.cache.ts';
import { withPresence } from '../load-presence.ts';
import { useMarkSeen } from '../mark-seen.ts';
import { ActionMenus } from './ActionMenus.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ConversationList } from './ConversationList.tsx';
import { ListHeader } from './ListHeader.tsx';
import { useScopeTitle } from './scope-title.ts';
import { useTicks } from './selection.ts';
import { type ConversationListQuery, useConversationList } from './use-conversation-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListParams } from './use-list-params.ts';
import './list.css';

/** So many conversations after the open one are fetched before they are opened. */
const fetchedAhead = 3;

/** A list with the open conversation beside it; below 1024 px they are two steps. All inbox routes show it. */
export function Component() {
  const handle = useRef<VirtualListHandle>(null);
  const state = useListParams();
  const { params, openUuid } = state;
  const title = useScopeTitle(params.scope);
  const list = useConversationList(params);
  const { cursorUuid, extend } = useListKeys(state, list, handle);
  const ticks = useTicks(list.memory);
  const ticked = useMemo(() => list.rows.filter(({ uuid }) => ticks.has(uuid)), [list.rows, ticks]);
  const cursorRow = openUuid ? undefined : list.rows.find(({ uuid }) => uuid === cursorUuid);
  const atKeys = useMemo(() => (cursorRow ? [cursorRow] : []), [cursorRow]);
  useTitle(title);
  useMarkSeen(openUuid);
  useFetchedAhead(list, openUuid, cursorUuid);
  useEffect(
    () => afterPaint(() => withPresence((voice) => voice.askPresence(list.rows.map(({ uuid }) => uuid)))),
    [list.rows],
  );

  return (
    <div className="work" data-step={openUuid ? 'conversation' : 'list'}>
      <section className="list" aria-label={title}>
        {ticked.length > 0 ? (
          <BulkBar title={title} list={list.memory} rows={list.rows} ticked={ticked} />
        ) : (
          <>
            <ListHeader title={title} state={state} total={list.total} isCapped={list.isCapped} />
            <div className="list-menus">
              <ActionMenus list={list.memory} targets={atKeys} isHidden />
            </div>
          </>
        )}
        <ConversationList
          title={title}
          state={state}
          list={list}
          cursorUuid={cursorUuid}
          handle={handle}
          onExtend={extend}
        />
      </section>
      <Outlet />
    </div>
  );
}

/** Fetches what probably comes next, and keeps no more than a hundred threads. */
function useFetchedAhead(
  { rows }: ConversationListQuery,
  openUuid: string | undefined,
  cursorUuid: string | undefined,
): void {
  const client = useQueryClient();
  const currentUuid = openUuid ?? cursorUuid;
  const at = currentUuid === undefined ? -1 : rows.findIndex(({ uuid }) => uuid === currentUuid);
  const next = at < 0 ? [] : rows.slice(at + 1, at + 1 + fetchedAhead).map(({ uuid }) => uuid);
  const key = next.join(' ');
  useEffect(
    () =>
      // The conversation that was just opened comes first.
      afterPaint(() => {
        for (const uuid of key.split(' ').filter(Boolean)) prefetchConversation(client, uuid);
        trimThreads(client, openUuid);
      }),
    [client, key, openUuid],
  );
}
