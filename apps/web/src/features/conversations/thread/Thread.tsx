import type { Conversation } from '@bellhop/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { ErrorPanel } from '../../../ui/Void.tsx';
import { conversationQueries } from '../conversations.api.ts';
import { Entries } from './Entries.tsx';
import { Ask, type Asked } from './original.ts';
import { ThreadSkeleton } from './ThreadSkeleton.tsx';

const AskedDialog = lazy(() => import('./AskedDialog.tsx'));

/** The entries of a conversation, or what stands in their place while they load or when they could not. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const query = useInfiniteQuery(conversationQueries.messages(conversation.uuid));
  const [asked, ask] = useState<Asked>();
  if (query.data) {
    return (
      <Ask value={ask}>
        <Entries conversation={conversation} query={query} data={query.data} />
        {asked && (
          <Suspense>
            <AskedDialog conversation_uuid={conversation.uuid} asked={asked} onClose={() => ask(undefined)} />
          </Suspense>
        )}
      </Ask>
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
