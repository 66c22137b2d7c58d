import type { Conversation } from '@bellhop/contract';
import { Lock, Reply } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Kbd } from '../../../../ui/Kbd.tsx';
import { Tooltip } from '../../../../ui/Tooltip.tsx';
import { type ComposeMode, isEmptyDraft } from '../../drafts/draft.ts';
import { useDraft } from '../../drafts.ts';
import { openComposer } from './composer-state.ts';
import { loadForm } from './load-form.ts';

const afterOpeningMs = 400;

/** The composer before anybody writes: one line that says what a click or a key begins. */
export function ComposerRest({ conversation: { uuid, contact } }: { conversation: Conversation }) {
  const name = contact.first_name || contact.email || t('globals.terms.contact');
  useEffect(fetchFormSoon, []);
  return (
    <div className="composer-rest">
      <button type="button" className="rest-reply" onClick={() => openComposer(uuid, 'reply')}>
        <Reply className="flips" aria-hidden />
        <DraftMark uuid={uuid} mode="reply" />
        <span className="cut">{t('composer.reply_to', { name })}</span>
        <Kbd keys="r" />
      </button>
      <Tooltip label={t('composer.note_help')} keys="n" side="top">
        <button type="button" className="rest-note" onClick={() => openComposer(uuid, 'note')}>
          <Lock aria-hidden />
          <DraftMark uuid={uuid} mode="note" />
          <span className="rest-note-text">{t('globals.terms.privateNote')}</span>
        </button>
      </Tooltip>
    </div>
  );
}

/** Folded, but not forgotten. */
function DraftMark({ uuid, mode }: { uuid: string; mode: ComposeMode }) {
  const draft = useDraft(uuid, mode);
  return isEmptyDraft(draft) ? null : <span className="mode-draft">{t('list.draft')}</span>;
}

/**
 * Once the conversation stands, form and editor may come: they are wanted in most of them. Without a connection they do not;
 * the composer asks again when it opens, and says so if that fails too.
 */
function fetchFormSoon(): () => void {
  const timer = setTimeout(() => loadForm().catch(() => undefined), afterOpeningMs);
  return () => clearTimeout(timer);
}
