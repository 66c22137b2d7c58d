import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Outlet } from 'react-router';
import { useTitle } from '../../../lib/title.ts';
import type { VirtualListHandle } from '../../../ui/VirtualList.tsx';
import { prefetchConversation } from '../conversations.api.ts';
import { trimThreads } from '../conversations.cache.ts';
import { useMarkSeen } from '../mark-seen.ts';
import { ConversationList } from './ConversationList.tsx';
import { ListHeader } from './ListHeader.tsx';
import { useScopeTitle } from './scope-title.ts';
import { useConversationList } from './use-conversation-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListParams } from './use-list-params.ts';
import './list.css';

/** A list with the open conversation beside it; below 1024 px they are two steps. Both inbox routes show it. */
export function Component() {
  const client = useQueryClient();
  const handle = useRef<VirtualListHandle>(null);
  const state = useListParams();
  const { params, openUuid } = state;
  const title = useScopeTitle(params.scope);
  const list = useConversationList(params);
  const cursorUuid = useListKeys(state, list.rows, handle);
  useTitle(title);
  useMarkSeen(openUuid);

  const nextUuid = openUuid && list.rows[list.rows.findIndex((row) => row.uuid === openUuid) + 1]?.uuid;
  useEffect(() => {
    if (nextUuid) prefetchConversation(client, nextUuid);
    trimThreads(client);
  }, [client, nextUuid]);

  return (
    <div className="work" data-step={openUuid ? 'conversation' : 'list'}>
      <section className="list" aria-label={title}>
        <ListHeader title={title} state={state} total={list.total} isCapped={list.isCapped} />
        <ConversationList title={title} state={state} list={list} cursorUuid={cursorUuid} handle={handle} />
      </section>
      <Outlet />
    </div>
  );
}
