import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ApiData, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { conversationQueries } from '../conversations.api.ts';
import { emlAddress } from './original.ts';
import './original.css';

interface OriginalDialogProps {
  conversation_uuid: string;
  message_uuid: string;
  onClose: () => void;
}

/** A mail as it travelled: its header fields, then its source. */
export function OriginalDialog({ conversation_uuid, message_uuid, onClose }: OriginalDialogProps) {
  const query = useQuery(conversationQueries.original(conversation_uuid, message_uuid));
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t('thread.original')}
      footer={
        query.data && (
          <a
            className={buttonClass()}
            href={emlAddress(conversation_uuid, message_uuid)}
            download={`${message_uuid}.eml`}
          >
            <Download aria-hidden />
            {t('thread.download_eml')}
          </a>
        )
      }
    >
      {query.data ? (
        <Original mail={query.data} />
      ) : query.isError ? (
        <ErrorPanel
          title={t('thread.could_not_fetch_original')}
          message={toApiError(query.error).message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="original-bones" role="status" aria-label={t('globals.terms.loading')}>
          {['62%', '88%', '74%', '96%', '81%', '40%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Original({ mail: { headers, source, is_cut } }: { mail: ApiData<'messages.original'> }) {
  return (
    <>
      <h3 className="original-title">{t('thread.original_headers')}</h3>
      <dl className="original-headers">
        {withKeys(headers).map(([key, { name, value }]) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="original-title">{t('thread.original_source')}</h3>
      {is_cut && <p className="original-cut">{t('thread.original_cut')}</p>}
      {/* A region that scrolls has to be reached by the keyboard. */}
      <section aria-label={t('thread.original_source')} className="original-source scroll" {...{ tabIndex: 0 }}>
        <pre>{source}</pre>
      </section>
    </>
  );
}

/** Fields may stand there twice; their place is their name. */
function withKeys<T>(items: readonly T[]): [string, T][] {
  return items.map((item, index) => [`${index}`, item]);
}
