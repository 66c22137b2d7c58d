import { ChevronDown, Ellipsis, Eye, History, Lock, Reply, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../../ui/Menu.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type ComposeMode, isEmptyDraft } from '../../drafts/draft.ts';
import { serverDrafts } from '../../drafts/server-drafts.ts';
import { drafts, useDraft, useDraftState } from '../../drafts.ts';
import { openComposer } from './composer-state.ts';
import { cancelUploads } from './uploads.ts';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'));
const VersionsDialog = lazy(() => import('./VersionsDialog.tsx'));

interface ComposerTopProps {
  uuid: string;
  mode: ComposeMode;
  onClose: () => void;
}

/** Above the text: reply or note, how the draft is kept, its look as a mail, its earlier versions, discarding and folding. */
export function ComposerTop({ uuid, mode, onClose }: ComposerTopProps) {
  const [hasVersions, setVersions] = useState(false);
  const [hasPreview, setPreview] = useState(false);
  const isEmpty = isEmptyDraft(useDraft(uuid, mode));
  const discard = () => {
    discardDraft(uuid, mode);
    onClose();
  };
  return (
    <div className="composer-top">
      <ModeButton uuid={uuid} isOn={mode === 'reply'} mode="reply" icon={<Reply className="flips" aria-hidden />} />
      <ModeButton uuid={uuid} isOn={mode === 'note'} mode="note" icon={<Lock aria-hidden />} />
      <span className="end" />
      {!isEmpty && (
        <>
          <DraftStatus uuid={uuid} mode={mode} />
          {mode === 'reply' && (
            <IconButton
              size="s"
              side="top"
              label={t('composer.preview')}
              icon={<Eye aria-hidden />}
              onClick={() => setPreview(true)}
            />
          )}
          <IconButton
            size="s"
            side="top"
            label={t('composer.discard')}
            icon={<Trash2 aria-hidden />}
            onClick={discard}
          />
        </>
      )}
      <Menu
        align="end"
        side="top"
        label={t('composer.more')}
        trigger={<IconButton size="s" side="top" label={t('composer.more')} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<History aria-hidden />} onSelect={() => setVersions(true)}>
          {t('versions.open')}
        </MenuItem>
      </Menu>
      <IconButton size="s" side="top" label={t('composer.fold')} icon={<ChevronDown aria-hidden />} onClick={onClose} />
      {hasPreview && (
        <Suspense>
          <PreviewDialog uuid={uuid} onClose={() => setPreview(false)} />
        </Suspense>
      )}
      {hasVersions && (
        <Suspense>
          <VersionsDialog uuid={uuid} mode={mode} onClose={() => setVersions(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Where what is written is safe by now. */
function DraftStatus({ uuid, mode }: { uuid: string; mode: ComposeMode }) {
  const { isSaved } = useDraftState(uuid, mode);
  const sync = serverDrafts();
  const isFailing = useSyncExternalStore(sync.subscribe, () => sync.isFailing(uuid, mode));
  return (
    <span className="composer-saved">
      {isSaved ? t('composer.saved') : isFailing ? t('composer.saved_here') : t('composer.saving')}
    </span>
  );
}

interface ModeButtonProps {
  uuid: string;
  mode: ComposeMode;
  isOn: boolean;
  icon: ReactNode;
}

/** Changes between reply and note; each keeps its own text, and shows that it has one. */
function ModeButton({ uuid, mode, isOn, icon }: ModeButtonProps) {
  const hasDraft = !isEmptyDraft(useDraft(uuid, mode));
  return (
    <button
      type="button"
      className={classNames('mode', isOn && 'is-on')}
      aria-pressed={isOn}
      onClick={() => openComposer(uuid, mode)}
    >
      {icon}
      {mode === 'reply' ? t('globals.terms.reply') : t('globals.terms.privateNote')}
      {hasDraft && !isOn && <span className="mode-draft">{t('list.draft')}</span>}
    </button>
  );
}

/** Throws a draft away, with a way back. */
export function discardDraft(uuid: string, mode: ComposeMode): void {
  const draft = drafts().read(uuid, mode);
  cancelUploads(uuid, mode);
  drafts().discard(uuid, mode);
  toast.plain(t('composer.discarded'), {
    id: `discarded-${uuid}-${mode}`,
    action: {
      label: t('composer.restore'),
      onClick: () => {
        drafts().replace(uuid, mode, draft);
        openComposer(uuid, mode);
      },
    },
  });
}
