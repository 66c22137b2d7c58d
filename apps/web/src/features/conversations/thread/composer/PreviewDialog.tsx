import { useQuery } from '@tanstack/react-query';
import { api, toApiError } from '../../../../lib/api.ts';
import { t } from '../../../../lib/i18n.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Letter } from '../../../../ui/Letter.tsx';
import { ErrorPanel, Skeleton } from '../../../../ui/Void.tsx';
import { drafts } from '../../drafts.ts';

/** The reply that is being written, as a mail in the desk's default template. */
export default function PreviewDialog({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const message = drafts().read(uuid, 'reply').html;
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', 'reply', uuid, message],
    queryFn: ({ signal }) => api('messages.preview_reply', { params: { uuid }, body: { message } }, { signal }),
    gcTime: 0,
    meta: { silent: true },
  });
  return (
    <Dialog
      isOpen
      isWide
      isKept
      onClose={onClose}
      title={t('composer.preview')}
      description={t('composer.preview_description')}
    >
      {data ? (
        <Letter title={t('composer.preview')} html={data.html} />
      ) : error ? (
        <ErrorPanel
          title={t('composer.preview_failed')}
          message={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label={t('globals.terms.loading')}>
          <Skeleton width="100%" height="280px" />
        </div>
      )}
    </Dialog>
  );
}
