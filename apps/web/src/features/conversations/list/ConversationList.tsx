import type { ConversationListItem } from '@bellhop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Inbox, Lock } from 'lucide-react';
import { type MouseEvent, type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { afterPaint } from '../../../lib/after-paint.ts';
import { toApiError } from '../../../lib/api.ts';
import { followLink } from '../../../lib/follow-link.ts';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { VirtualList, type VirtualListHandle } from '../../../ui/VirtualList.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/Void.tsx';
import { useAgents } from '../../users/index.ts';
import { prefetchConversation } from '../conversations.api.ts';
import { conversationPath, permissionOf } from '../paths.ts';
import { ConversationRow, rowName } from './ConversationRow.tsx';
import { RowTick } from './RowTick.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { useHasTicks } from './selection.ts';
import type { ConversationListQuery } from './use-conversation-list.ts';
import type { ListState } from './use-list-params.ts';

/** Row heights of the design, in px. */
const rowHeight = 76;
const rowHeightOnPhone = 80;
/** The pointer must rest this long before a conversation is fetched in advance. */
const hoverMs = 80;
/** "All loaded" is worth saying only after a longer list (specification 9). */
const allLoadedAfter = 10;

interface ConversationListProps {
  title: string;
  state: ListState;
  list: ConversationListQuery;
  cursorUuid: string | undefined;
  handle: Ref<VirtualListHandle>;
  /** Ticks every row from the last ticked one to this. */
  onExtend: (uuid: string) => void;
}

/** The rows, or what stands in their place: skeleton, error with retry, or what belongs here. */
export function ConversationList({ title, state, list, cursorUuid, handle, onExtend }: ConversationListProps) {
  const isPhone = useMedia(screens.phone);
  const approach = usePrefetchOnHover();
  const open = useOpenOnClick();
  const findAgent = useAgents();
  const hasTicks = useHasTicks();
  const { params, openUuid, search } = state;
  const { query } = list;
  const { rows, total } = useRowsAfterOpening(list, openUuid);
  const mayRead = useCan(permissionOf(params.scope));

  if (!mayRead)
    return (
      <EmptyState icon={<Lock aria-hidden />} title={t('list.not_allowed.title')} text={t('list.not_allowed.text')} />
    );
  if (query.isPending) return <SkeletonRows />;
  if (query.isError && rows.length === 0) {
    return (
      <ErrorPanel
        title={t('conversation.couldNotFetch')}
        message={toApiError(query.error).message}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (rows.length === 0) return <NoRows state={state} />;
  const hasAssignee = params.scope.kind === 'all' || params.scope.kind === 'view';
  return (
    <VirtualList
      key={list.memory}
      handle={handle}
      memory={list.memory}
      className={hasTicks ? 'rows has-ticks' : 'rows'}
      label={title}
      items={rows}
      getKey={uuidOf}
      rowHeight={isPhone ? rowHeightOnPhone : rowHeight}
      total={total}
      onEndReached={list.loadMore}
      renderRow={(row) => (
        <>
          <ConversationRow
            row={row}
            to={conversationPath(params.scope, row.uuid, search)}
            isOpen={row.uuid === openUuid}
            isCursor={row.uuid === cursorUuid}
            assignee={hasAssignee ? findAgent(row.assigned_user_id) : undefined}
            onApproach={approach}
            onOpen={open}
          />
          <RowTick list={list.memory} uuid={row.uuid} name={rowName(row)} onExtend={onExtend} />
        </>
      )}
      footer={<ListFooter list={list} />}
    />
  );
}

/**
 * The rows to draw, with their number. Where one leaves and the next conversation opens, as after resolving, the
 * conversation is on screen first and the rows close up behind it.
 */
function useRowsAfterOpening({ memory, rows, total }: ConversationListQuery, openUuid: string | undefined) {
  const present = useMemo(() => ({ memory, rows, total, openUuid }), [memory, rows, total, openUuid]);
  const [drawn, setDrawn] = useState(present);
  const newest = useRef(present);
  newest.current = present;
  useEffect(() => {
    // Not called off by the next key: with one held down the rows would stand still.
    if (drawn !== present) afterPaint(() => setDrawn(newest.current));
  }, [drawn, present]);
  const isOpening = openUuid !== undefined && openUuid !== drawn.openUuid;
  return isOpening && memory === drawn.memory ? drawn : present;
}

function ListFooter({ list: { query, rows, retryMore } }: { list: ConversationListQuery }) {
  if (query.isFetchNextPageError) {
    return (
      <p className="list-note" role="alert">
        {t('list.more_failed')}{' '}
        <Button size="s" onClick={retryMore}>
          {t('globals.terms.tryAgain')}
        </Button>
      </p>
    );
  }
  if (query.hasNextPage) return <p className="list-note">{t('globals.terms.loading')}</p>;
  return rows.length > allLoadedAfter ? <p className="list-note">{t('conversation.allLoaded')}</p> : null;
}

function NoRows({ state: { params, setStatus } }: { state: ListState }) {
  const action =
    params.status === null ? undefined : <Button onClick={() => setStatus(null)}>{t('list.show_all_statuses')}</Button>;
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title={t('conversation.noConversationsFound')}
      text={t('conversation.tryAdjustingFilters')}
      action={action}
    />
  );
}

function usePrefetchOnHover(): (uuid: string) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useCallback(
    (uuid) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => prefetchConversation(client, uuid), hoverMs);
    },
    [client],
  );
}

function useOpenOnClick(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback((event) => followLink(event, navigate), [navigate]);
}

function uuidOf(row: ConversationListItem): string {
  return row.uuid;
}
