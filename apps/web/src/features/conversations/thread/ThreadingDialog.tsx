import type { Threading } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../../lib/api.ts';
import { fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { conversationQueries } from '../conversations.api.ts';
import './original.css';

interface ThreadingDialogProps {
  conversation_uuid: string;
  message_uuid: string;
  onClose: () => void;
}

/** Why a mail belongs to its conversation, in plain words. */
export function ThreadingDialog({ conversation_uuid, message_uuid, onClose }: ThreadingDialogProps) {
  const query = useQuery(conversationQueries.threading(conversation_uuid, message_uuid));
  return (
    <Dialog isOpen onClose={onClose} title={t('thread.why')}>
      {query.data ? (
        <Reasons threading={query.data} />
      ) : query.isError ? (
        <ErrorPanel
          title={t('thread.why.failed')}
          message={toApiError(query.error).message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton width="80%" />
      )}
    </Dialog>
  );
}

function Reasons({ threading }: { threading: Threading }) {
  const { inbox, source, received_at, evidence, continues_closed, warnings, left_behind } = threading;
  return (
    <div className="threading">
      <p>
        <strong>{reasonOf(threading)}</strong> {continues_closed && t('thread.why.continues')}
      </p>
      <p dir="auto">
        {t('thread.why.came', { inbox: inbox.name })}, {t(`thread.why.by_${source}`)}
        {' · '}
        <time dateTime={received_at}>{fullDate(received_at)}</time>
      </p>
      <dl className="original-headers">
        {evidence && <Line name={t('thread.why.evidence')} values={[evidence.value]} />}
        <Line name={t('thread.why.warnings')} values={warnings} />
        <Line name={t('thread.why.left_behind')} values={left_behind} />
      </dl>
    </div>
  );
}

function reasonOf({ evidence, opened }: Threading): string {
  if (evidence) return t(`thread.why.${evidence.kind}`);
  return t(opened ? 'thread.why.opened' : 'thread.why.unknown');
}

function Line({ name, values }: { name: string; values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{values.join(', ')}</dd>
    </div>
  );
}
