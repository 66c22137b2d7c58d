import { defaultStatusNames } from 'virtual:contract';
import type { Conversation } from '@bellhop/contract';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { classNames } from '../../../../ui/class-names.ts';
import type { ComposeMode } from '../../drafts/draft.ts';
import { drafts, useDraft, useDraftRevision } from '../../drafts.ts';
import { noteWriting, stopWriting } from '../../presence-voice.ts';
import { focusThread } from '../thread-focus.ts';
import { CollisionPanel } from './CollisionPanel.tsx';
import { ComposerFiles } from './ComposerFiles.tsx';
import { ComposerTop, discardDraft } from './ComposerTop.tsx';
import { setCollision } from './collision.ts';
import { openComposer, useComposerState } from './composer-state.ts';
import { loadEditor } from './load-editor.ts';
import { MacroLine } from './MacroLine.tsx';
import { OtherDraftLine } from './OtherDraftLine.tsx';
import { NoteLine, RecipientLines } from './RecipientLines.tsx';
import { SendButtons } from './SendButtons.tsx';
import { SendWarnings } from './SendWarnings.tsx';
import { startUploads } from './uploads.ts';
import { useRecipients } from './use-recipients.ts';
import { type SendProblem, type SendWay, useSend } from './use-send.ts';
import { useReplyCheck } from './use-send-check.ts';

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
  const check = useReplyCheck(conversation, mode, recipients);
  const { holdsBack } = check;
  const sendNow = useSend({ conversation, mode, proposed: recipients.value, onProblem: setProblem, holdsBack });
  const { status } = useComposerState(uuid);
  const send = (way: SendWay = {}) => {
    const from = form.current;
    // The form goes with what it held; the keys go on in the thread.
    if (sendNow({ status, ...way })) focusThread(from);
  };
  const sendByKey = (isResolving?: boolean) => send(isResolving ? { status: defaultStatusNames.resolved } : {});
  useEffect(() => () => stopWriting(uuid), [uuid]);
  const label = isNote ? t('globals.terms.privateNote') : t('globals.terms.reply');
  const discard = () => {
    setCollision(uuid, undefined);
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
      <ComposerTop uuid={uuid} mode={mode} onClose={onClose} />
      {!isNote && (
        <CollisionPanel conversation={conversation} onSendAnyway={() => send({ isForced: true })} onDiscard={discard} />
      )}
      <OtherDraftLine uuid={uuid} mode={mode} />
      {isNote ? (
        <NoteLine />
      ) : (
        <RecipientLines
          conversation={conversation}
          recipients={recipients}
          onSend={sendByKey}
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
          files={
            <>
              <ComposerFiles uuid={uuid} mode={mode} />
              <SendWarnings
                check={check}
                onSend={(way) => send(way)}
                // The text takes the focus.
                onEdit={() => openComposer(uuid, mode)}
              />
            </>
          }
          send={<SendButtons uuid={uuid} mode={mode} onSend={(chosen = status) => send({ status: chosen })} />}
          onChange={(html) => {
            setProblem(undefined);
            drafts().change(uuid, mode, { html });
            noteWriting(uuid, mode);
          }}
          onFiles={(files) => startUploads(uuid, mode, files)}
          onSend={sendByKey}
        />
      </Suspense>
    </form>
  );
}
