import { useQuery } from '@tanstack/react-query';
import { Trash2, Zap } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { openNewConversation } from '../../lib/new-conversation.ts';
import { openPalette } from '../../lib/palette-level.ts';
import { Button } from '../../ui/Button.tsx';
import { SendCap } from '../../ui/SendCap.tsx';
import { toast } from '../../ui/toast.ts';
import {
  ComposerFiles,
  cancelUploads,
  drafts,
  isEmptyDraft,
  loadEditor,
  MacroLine,
  newConversation,
  OtherDraftLine,
  SendWarnings,
  startUploads,
  useDraft,
  useDraftRevision,
  useUploads,
} from '../conversations/thread/composer/index.ts';
import { inboxQueries } from '../inboxes/index.ts';
import { NewConversationFields } from './NewConversationFields.tsx';
import { type FieldProblems, fieldsOf, type NewFields, problemsOf } from './new-conversation-draft.ts';
import { useChosenMacro } from './use-chosen-macro.ts';
import { useNewCheck } from './use-new-check.ts';
import { useStartConversation } from './use-start-conversation.ts';

const Editor = lazy(async () => ({ default: (await loadEditor()).Editor }));
const none: FieldProblems = {};

/** The fields and the text of a new conversation. All of it is a draft until it is sent or discarded. */
export function NewConversationForm({ onClose }: { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft(newConversation, 'reply');
  const revision = useDraftRevision(newConversation, 'reply');
  const { data: inboxes } = useQuery(inboxQueries.list());
  const offered = useMemo(() => (inboxes ?? []).filter(({ enabled }) => enabled), [inboxes]);
  const inboxIds = useMemo(() => offered.map(({ id }) => id), [offered]);
  const fields = fieldsOf(draft.fields, inboxIds);
  const [problems, setProblems] = useState(none);
  const { isSaving, start } = useStartConversation();
  const isUploading = useUploads(newConversation, 'reply').length > 0;
  const check = useNewCheck(fields);
  useChosenMacro();
  useEffect(() => {
    if (Object.keys(problems).length > 0) focusFirstProblem(form.current);
  }, [problems]);

  const change = (patch: Partial<NewFields>) => {
    setProblems(none);
    drafts().change(newConversation, 'reply', {
      fields: { ...drafts().read(newConversation, 'reply').fields, ...patch },
    });
  };
  const submit = async () => {
    if (isSaving || isUploading) return;
    const found = problemsOf(fields, draft, inboxIds);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (check.holdsBack({ to: [fields.contact_email.trim().toLowerCase()], cc: [], bcc: [] }, true)) return;
    if (await start(fields)) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    // The text has its own key for it.
    if (!isSend || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  const takeFiles = (files: readonly File[]) => void startUploads(newConversation, 'reply', files);
  const onDrop = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    takeFiles([...event.dataTransfer.files]);
  };
  return (
    <form
      ref={form}
      className="new-conversation"
      noValidate
      onKeyDown={onKeyDown}
      onDrop={onDrop}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <OtherDraftLine uuid={newConversation} mode="reply" />
      <NewConversationFields fields={fields} problems={problems} inboxes={offered} onChange={change} />
      {draft.macro && <MacroLine uuid={newConversation} mode="reply" macro={draft.macro} />}
      <div className="new-text">
        <Suspense fallback={<div className="write-wait">{t('globals.terms.loading')}</div>}>
          <Editor
            key={revision}
            uuid={newConversation}
            mode="reply"
            html={draft.html}
            asks={0}
            label={t('globals.terms.message')}
            placeholder={t('new_conversation.text_placeholder')}
            problem={problems.content && t(problems.content)}
            files={<ComposerFiles uuid={newConversation} mode="reply" />}
            send={null}
            onChange={(html) => {
              setProblems(none);
              drafts().change(newConversation, 'reply', { html });
            }}
            onFiles={takeFiles}
            onSend={() => void submit()}
          />
        </Suspense>
      </div>
      <SendWarnings check={check} onSend={() => void submit()} onEdit={() => focusText(form.current)} />
      <div className="new-foot">
        <Button tone="quiet" icon={<Zap aria-hidden />} onClick={() => openPalette('apply-macro-to-new-conversation')}>
          {t('palette.macro')}
        </Button>
        {!isEmptyDraft(draft) && (
          <Button tone="quiet" icon={<Trash2 aria-hidden />} onClick={() => discard(onClose)}>
            {t('composer.discard')}
          </Button>
        )}
        <span className="end" />
        <Button type="submit" tone="main" disabled={isSaving || isUploading}>
          {submitLabel(isSaving, isUploading)}
          {!isUploading && <SendCap />}
        </Button>
      </div>
    </form>
  );
}

function submitLabel(isSaving: boolean, isUploading: boolean): string {
  if (isUploading) return t('composer.uploading');
  return isSaving ? t('delivery.sending') : t('composer.send');
}

/** Throws the draft away, with a way back. */
function discard(onClose: () => void): void {
  const draft = drafts().read(newConversation, 'reply');
  cancelUploads(newConversation, 'reply');
  drafts().discard(newConversation, 'reply');
  onClose();
  toast.plain(t('composer.discarded'), {
    id: 'discarded-new-conversation',
    action: {
      label: t('composer.restore'),
      onClick: () => {
        drafts().replace(newConversation, 'reply', draft);
        openNewConversation();
      },
    },
  });
}

function focusFirstProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else focusText(form);
}

function focusText(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('.write')?.focus();
}
