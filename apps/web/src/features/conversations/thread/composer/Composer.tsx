import type { Conversation } from '@bellhop/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { toApiError } from '../../../../lib/api.ts';
import { useHotkeys } from '../../../../lib/hotkeys.ts';
import { t } from '../../../../lib/i18n.ts';
import { openPalette } from '../../../../lib/palette-level.ts';
import { useCan } from '../../../../lib/session.ts';
import { Boundary } from '../../../../ui/Boundary.tsx';
import { ErrorPanel } from '../../../../ui/Void.tsx';
import { withServerDrafts } from '../../start-drafts.ts';
import { ComposerRest } from './ComposerRest.tsx';
import { closeComposer, dropFocusWish, openComposer, openForDraft, useComposerState } from './composer-state.ts';
import { loadForm } from './load-form.ts';
import './composer.css';

const lazyForm = () => lazy(async () => ({ default: (await loadForm()).ComposerForm }));
const firstForm = lazyForm();

/** Where replies and notes are written: a line until somebody writes. Left out for those who may not. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const { uuid } = conversation;
  const mayWrite = useCan('messages:write');
  const { mode, isOpen, asks } = useComposerState(uuid);
  useHotkeys(
    [
      { keys: 'r', label: 'hotkeys.reply', run: () => openComposer(uuid, 'reply') },
      { keys: 'n', label: 'hotkeys.note', run: () => openComposer(uuid, 'note') },
      { keys: 'm', label: 'hotkeys.macro', run: () => openPalette('apply-macro-to-existing-conversation') },
    ],
    mayWrite,
  );
  // One that could not be fetched would fail for ever.
  const [ComposerForm, setForm] = useState(() => firstForm);
  useEffect(() => dropFocusWish, []);
  useServerDraft(uuid, mayWrite);
  if (!mayWrite) return <p className="composer-none">{t('composer.not_allowed')}</p>;
  if (!isOpen) return <ComposerRest conversation={conversation} />;
  const tryAgain = () => {
    setForm(lazyForm);
    openComposer(uuid, mode);
  };
  return (
    // Nothing of one conversation or mode may stand in another: each has a form of its own.
    <Boundary
      key={`${uuid}.${mode}`}
      fallback={(error, retry) => (
        <div className="composer">
          <ErrorPanel
            title={t('errors.client.unknown')}
            message={toApiError(error).message}
            onRetry={() => {
              tryAgain();
              retry();
            }}
          />
        </div>
      )}
    >
      <Suspense fallback={<FormToCome />}>
        <ComposerForm conversation={conversation} mode={mode} asks={asks} onClose={() => closeComposer(uuid)} />
      </Suspense>
    </Boundary>
  );
}

/** A draft that was written elsewhere comes with the conversation; the composer opens for it, as for one of this device. */
function useServerDraft(uuid: string, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    withServerDrafts(async (sync) => {
      const [mode] = await sync.open(uuid);
      if (mode) openForDraft(uuid, mode);
    });
  }, [uuid, isWanted]);
}

function FormToCome() {
  return (
    <div className="composer">
      <div className="write-wait">{t('globals.terms.loading')}</div>
    </div>
  );
}
