import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/Void.tsx';
import { causeQueries } from './causes.api.ts';
import { TraceView } from './trace/index.ts';

interface WhyDialogProps {
  conversation_uuid: string;
  cause_id: number;
  onClose: () => void;
}

/** Why something happened that nobody did by hand: what began it, what was compared, what was done, and what led to it. */
export function WhyDialog({ conversation_uuid, cause_id, onClose }: WhyDialogProps) {
  const { data, error, refetch } = useQuery(causeQueries.one(conversation_uuid, cause_id));
  return (
    <Dialog isOpen isWide isKept onClose={onClose} title={t('causes.title')}>
      {data ? (
        <TraceView cause={data} parents={data.parents} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="trace-bones" role="status" aria-label={t('globals.terms.loading')}>
          {['46%', '72%', '88%', '64%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { code, message } = toApiError(error);
  if (code === 'cause.not_found')
    return <EmptyState icon={<Hourglass aria-hidden />} title={message} text={t('causes.kept')} />;
  return <ErrorPanel title={t('causes.failed')} message={message} onRetry={onRetry} />;
}
