import type { DraftVersion } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { api, toApiError } from '../../../../lib/api.ts';
import { cutPreview } from '../../../../lib/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { EmptyState, ErrorPanel } from '../../../../ui/Void.tsx';
import { FileChip } from '../../../media/index.ts';
import { type ComposeMode, draftOf, isEmptyDraft } from '../../drafts/draft.ts';
import { serverDrafts } from '../../drafts/server-drafts.ts';
import { drafts } from '../../drafts.ts';
import { ComposedHtml } from '../letter/ComposedHtml.tsx';
import { dayAndTime } from '../message-time.ts';
import { openComposer } from './composer-state.ts';
import { offerBack } from './OtherDraftLine.tsx';

/** A region that scrolls takes the focus. */
const scrollsByKeyboard = { tabIndex: 0 };

interface VersionsDialogProps {
  uuid: string;
  mode: ComposeMode;
  onClose: () => void;
}

/** The last 20 states of a reply or note, of sent and discarded ones too: looked at, and taken back. */
export default function VersionsDialog({ uuid, mode, onClose }: VersionsDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['drafts', 'versions', uuid, mode],
    queryFn: async ({ signal }) => {
      // What is being written counts, too.
      await serverDrafts().saveNow(uuid, mode);
      return api('drafts.versions', { params: { uuid, kind: mode } }, { signal });
    },
    staleTime: 0,
    gcTime: 0,
    meta: { silent: true },
  });
  const [chosenId, setChosen] = useState<number>();
  const chosen = data?.find(({ id }) => id === chosenId) ?? data?.[0];
  const restore = async () => {
    if (!chosen) return;
    const before = drafts().read(uuid, mode);
    // What goes is among the versions then, too.
    await serverDrafts().saveNow(uuid, mode);
    drafts().replace(uuid, mode, draftOf(chosen.content));
    onClose();
    openComposer(uuid, mode);
    if (!isEmptyDraft(before)) offerBack(uuid, mode, before);
  };
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t('versions.title')}
      description={t('versions.help')}
      footer={
        <>
          <Button onClick={onClose}>{t('globals.messages.cancel')}</Button>
          <Button tone="main" aria-disabled={!chosen} onClick={() => void restore()}>
            {t('versions.restore')}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorPanel title={t('versions.failed')} message={toApiError(error).message} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className="versions-wait">{t('globals.terms.loading')}</p>
      ) : !chosen ? (
        <EmptyState icon={<History aria-hidden />} title={t('versions.none')} text={t('versions.none_help')} />
      ) : (
        <div className="versions">
          <ul aria-label={t('versions.title')}>
            {data.map((version) => (
              <li key={version.id}>
                <VersionButton
                  version={version}
                  isChosen={version.id === chosen.id}
                  onChoose={() => setChosen(version.id)}
                />
              </li>
            ))}
          </ul>
          <VersionText version={chosen} />
        </div>
      )}
    </Dialog>
  );
}

interface VersionButtonProps {
  version: DraftVersion;
  isChosen: boolean;
  onChoose: () => void;
}

function VersionButton({ version, isChosen, onChoose }: VersionButtonProps) {
  const now = useNow(60_000);
  const { saved_at, reason, content } = version;
  const kind = { saved: t('versions.saved'), sent: t('versions.sent'), discarded: t('versions.discarded') }[reason];
  return (
    <button
      type="button"
      className={classNames('version', isChosen && 'is-on')}
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
    >
      <time dateTime={saved_at}>{dayAndTime(new Date(saved_at), now)}</time>
      <span className="version-kind">{kind}</span>
      <span className="version-begin cut" dir="auto">
        {cutPreview(textOf(content.html))}
      </span>
    </button>
  );
}

function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}

function VersionText({ version: { content } }: { version: DraftVersion }) {
  const { recipients, files } = content;
  const people = recipients ? [...recipients.to, ...recipients.cc, ...recipients.bcc] : [];
  return (
    <section className="version-text scroll" aria-label={t('versions.preview')} {...scrollsByKeyboard}>
      {people.length > 0 && (
        <p className="version-to" dir="auto">
          {people.join(', ')}
        </p>
      )}
      <ComposedHtml html={content.html} />
      {files.length > 0 && (
        <ul className="file-row">
          {files.map((file) => (
            <li key={file.uuid}>
              <FileChip name={file.filename} size={file.size} content_type={file.content_type} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
