import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { conversationQueries } from '../conversations.api.ts';
import { useListParams } from '../list/use-list-params.ts';
import { listPath } from '../paths.ts';

/** The open conversation: its head, from which the way back to the list leads where the two are steps. */
export function Component() {
  const { uuid = '' } = useParams();
  const navigate = useNavigate();
  const { params, search } = useListParams();
  const isStep = useMedia(screens.oneColumn);
  const { data, error, refetch } = useQuery(conversationQueries.detail(uuid));
  return (
    <section className="talk" aria-label={t('thread.label')}>
      <div className="bar">
        {isStep && (
          <IconButton
            label={t('list.back')}
            keys="u"
            icon={<ArrowLeft className="flips" aria-hidden />}
            onClick={() => void navigate(listPath(params.scope, search))}
          />
        )}
        {data ? (
          <h2 className="cut" dir="auto">
            {data.subject || t('list.no_subject')}
          </h2>
        ) : (
          <Skeleton width="240px" />
        )}
      </div>
      {error && !data && (
        <ErrorPanel
          title={t('conversation.couldNotFetch')}
          message={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
