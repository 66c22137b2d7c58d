import type { Conversation } from '@bellhop/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { ErrorPanel } from '../../../ui/Void.tsx';
import { loadWhyDialog } from '../../causes/index.ts';
import { conversationQueries } from '../conversations.api.ts';
import { Entries } from './Entries.tsx';
import { OpenOriginal, OpenThreading, OpenWhy } from './original.ts';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';

const OriginalDialog = lazy(() => import('./OriginalDialog.tsx'));
const ThreadingDialog = lazy(() => import('./ThreadingDialog.tsx'));
const WhyDialog = lazy(loadWhyDialog);

/** The entries of a conversation, or what stands in their place while they load or when they could not. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const query = useInfiniteQuery(conversationQueries.messages(conversation.uuid));
  const [originalUuid, openOriginal] = useState<string>();
  const [askedUuid, openThreading] = useState<string>();
  const [causeId, openWhy] = useState<number>();
  if (query.data) {
    return (
      <OpenOriginal value={openOriginal}>
        <OpenThreading value={openThreading}>
          <OpenWhy value={openWhy}>
            <Entries conversation={conversation} query={query} data={query.data} />
          </OpenWhy>
        </OpenThreading>
        {causeId !== undefined && (
          <Suspense>
            <WhyDialog conversation_uuid={conversation.uuid} cause_id={causeId} onClose={() => openWhy(undefined)} />
          </Suspense>
        )}
        {askedUuid !== undefined && (
          <Suspense>
            <ThreadingDialog
              conversation_uuid={conversation.uuid}
              message_uuid={askedUuid}
              onClose={() => openThreading(undefined)}
            />
          </Suspense>
        )}
        {originalUuid !== undefined && (
          <Suspense>
            <OriginalDialog
              conversation_uuid={conversation.uuid}
              message_uuid={originalUuid}
              onClose={() => openOriginal(undefined)}
            />
          </Suspense>
        )}
      </OpenOriginal>
    );
  }
  if (query.isError) {
    return (
      <ErrorPanel
        title={t('thread.could_not_fetch')}
        message={toApiError(query.error).message}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <ThreadSkeleton />;
}
