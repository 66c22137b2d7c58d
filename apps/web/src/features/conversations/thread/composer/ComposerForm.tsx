import type { Conversation } from '@bellhop/contract';
import { ChevronDown, Lock, Reply, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { type ComposeMode, isEmptyDraft } from '../../drafts/draft.ts';
import { drafts, useDraft, useDraftRevision } from '../../drafts.ts';
import { focusThread } from '../thread-focus.ts';
import { ComposerFiles } from './ComposerFiles.tsx';
import { openComposer } from './composer-state.ts';
import { loadEditor } from './load-editor.ts';
import { MacroLine } from './MacroLine.tsx';
import { NoteLine, RecipientLines } from './RecipientLines.tsx';
import { SendButtons } from './SendButtons.tsx';
import { cancelUploads, startUploads } from './uploads.ts';
import { useRecipients } from './use-recipients.ts';
import { type SendProblem, useSend } from './use-send.ts';

const Editor = lazy(async () => ({ default: (await loadEditor()).Editor }));

interface ComposerFormProps {
  conversation: Conversation;
  mode: ComposeMode;
  /** Counts the wishes to write; each new one moves the focus into the text. */
  asks: number;
  onClose: () => void;
}

/** A reply or note while it is written. All of it is a draft: kept with every change until it is sent or discarded. */
export function ComposerForm({ conversation, mode, asks, onClose }: ComposerFormProps) {
  const { uuid } = conversation;
  const isNote = mode === 'note';
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<SendProblem>();
  const draft = useDraft(uuid, mode);
  const revision = useDraftRevision(uuid, mode);
  const recipients = useRecipients(conversation);
  const sendNow = useSend({ conversation, mode, proposed: recipients.value, onProblem: setProblem });
  const send = (isResolving?: boolean) => {
    const from = form.current;
    // The form goes with what it held; the keys go on in the thread.
    if (sendNow(isResolving)) focusThread(from);
  };
  const label = isNote ? t('globals.terms.privateNote') : t('globals.terms.reply');
  const discard = () => {
    discardDraft(uuid, mode);
    onClose();
  };
  return (
    <form
      ref={form}
      className={classNames('composer', isNote && 'is-note')}
      aria-label={label}
      noValidate
      onChange={() => setProblem(undefined)}
      onKeyDown={(event) => {
        // An Escape from a menu of the form has closed that, and only that.
        const isInLayer = (event.target as Element).closest('[role="menu"], [role="dialog"]') !== null;
        if (event.key === 'Escape' && !isInLayer) focusThread(form.current);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="composer-top">
        <ModeButton uuid={uuid} isOn={!isNote} mode="reply" icon={<Reply className="flips" aria-hidden />} />
        <ModeButton uuid={uuid} isOn={isNote} mode="note" icon={<Lock aria-hidden />} />
        <span className="end" />
        {!isEmptyDraft(draft) && (
          <>
            <span className="composer-saved">{t('composer.saved')}</span>
            <IconButton
              size="s"
              side="top"
              label={t('composer.discard')}
              icon={<Trash2 aria-hidden />}
              onClick={discard}
            />
          </>
        )}
        <IconButton
          size="s"
          side="top"
          label={t('composer.fold')}
          icon={<ChevronDown aria-hidden />}
          onClick={onClose}
        />
      </div>
      {isNote ? (
        <NoteLine />
      ) : (
        <RecipientLines
          conversation={conversation}
          recipients={recipients}
          onSend={send}
          problem={problem?.field === 'recipients' ? problem.text : undefined}
        />
      )}
      {draft.macro && <MacroLine uuid={uuid} mode={mode} macro={draft.macro} />}
      <Suspense fallback={<div className="write-wait">{t('globals.terms.loading')}</div>}>
        <Editor
          key={revision}
          uuid={uuid}
          mode={mode}
          html={draft.html}
          asks={asks}
          label={label}
          placeholder={isNote ? t('composer.note_placeholder') : t('composer.reply_placeholder')}
          problem={problem?.field === 'text' ? problem.text : undefined}
          files={<ComposerFiles uuid={uuid} mode={mode} />}
          send={<SendButtons uuid={uuid} mode={mode} onSend={send} />}
          onChange={(html) => {
            setProblem(undefined);
            drafts().change(uuid, mode, { html });
          }}
          onFiles={(files) => startUploads(uuid, mode, files)}
          onSend={send}
        />
      </Suspense>
    </form>
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
function discardDraft(uuid: string, mode: ComposeMode): void {
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
