import type { Conversation } from '@bellhop/contract';
import { lazy, Suspense, useEffect } from 'react';
import { useHotkeys } from '../../../../lib/hotkeys.ts';
import { t } from '../../../../lib/i18n.ts';
import { openPalette } from '../../../../lib/palette-level.ts';
import { useCan } from '../../../../lib/session.ts';
import { ComposerRest } from './ComposerRest.tsx';
import { closeComposer, dropFocusWish, openComposer, useComposerState } from './composer-state.ts';
import { loadForm } from './load-form.ts';
import './composer.css';

const ComposerForm = lazy(async () => ({ default: (await loadForm()).ComposerForm }));

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
  useEffect(() => dropFocusWish, []);
  if (!mayWrite) return <p className="composer-none">{t('composer.not_allowed')}</p>;
  if (!isOpen) return <ComposerRest conversation={conversation} />;
  return (
    <Suspense fallback={<FormToCome />}>
      {/* Nothing of one conversation or mode may stand in another: each has a form of its own. */}
      <ComposerForm
        key={`${uuid}.${mode}`}
        conversation={conversation}
        mode={mode}
        asks={asks}
        onClose={() => closeComposer(uuid)}
      />
    </Suspense>
  );
}

function FormToCome() {
  return (
    <div className="composer">
      <div className="write-wait">{t('globals.terms.loading')}</div>
    </div>
  );
}
