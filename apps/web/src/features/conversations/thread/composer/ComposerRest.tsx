import type { Conversation } from '@bellhop/contract';
import { Lock, Reply } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Kbd } from '../../../../ui/Kbd.tsx';
import { Tooltip } from '../../../../ui/Tooltip.tsx';
import { openComposer } from './composer-state.ts';
import { loadEditor } from './load-editor.ts';

const afterOpeningMs = 400;

/** The composer before anybody writes: one line that says what a click or a key begins. */
export function ComposerRest({ conversation: { uuid, contact } }: { conversation: Conversation }) {
  const name = contact.first_name || contact.email || t('globals.terms.contact');
  useEffect(fetchEditorSoon, []);
  return (
    <div className="composer-rest">
      <button type="button" className="rest-reply" onClick={() => openComposer(uuid, 'reply')}>
        <Reply className="flips" aria-hidden />
        <span className="cut">{t('composer.reply_to', { name })}</span>
        <Kbd keys="r" />
      </button>
      <Tooltip label={t('composer.note_help')} keys="n" side="top">
        <button type="button" className="rest-note" onClick={() => openComposer(uuid, 'note')}>
          <Lock aria-hidden />
          <span className="rest-note-text">{t('globals.terms.privateNote')}</span>
        </button>
      </Tooltip>
    </div>
  );
}

/** Once the conversation stands, the editor may come: it is wanted in most of them. */
function fetchEditorSoon(): () => void {
  const timer = setTimeout(() => void loadEditor(), afterOpeningMs);
  return () => clearTimeout(timer);
}
