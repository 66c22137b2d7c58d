import type { ContactNote } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { toApiError } from '../../../lib/api.ts';
import { fullDate, fullName, relativeTime } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { useCan, useCurrentAgent } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { ComposedHtml } from '../../conversations/thread/letter/index.ts';
import { contactQueries, useDeleteNote } from '../contacts.api.ts';

const NoteEditor = lazy(() => import('./NoteEditor.tsx'));
const timePaceMs = 60_000;

/** What agents have written about the contact, newest first, and a way to add to it. */
export function ContactNotes({ id }: { id: number }) {
  const { data: notes, error, refetch } = useQuery(contactQueries.notes(id));
  const mayWrite = useCan('contact_notes:write');
  const [isWriting, setWriting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="contact-section" aria-labelledby="contact-notes">
      <div className="contact-section-head">
        <h2 id="contact-notes" ref={heading} tabIndex={-1}>
          {plural('globals.terms.note')}
        </h2>
        {mayWrite && !isWriting && (
          <Button size="s" icon={<Plus aria-hidden />} onClick={() => setWriting(true)}>
            {t('contacts.add_note')}
          </Button>
        )}
      </div>
      <p className="help">{t('contact.notes.help')}</p>
      {isWriting && (
        <Suspense fallback={<Skeleton width="100%" height="120px" />}>
          <NoteEditor
            contact_id={id}
            onClose={() => {
              setWriting(false);
              heading.current?.focus();
            }}
          />
        </Suspense>
      )}
      {error && !notes && (
        <ErrorPanel
          title={t('contacts.notes_failed')}
          message={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      )}
      {notes?.length === 0 && !isWriting && <p className="contact-none">{t('contact.notes.empty')}</p>}
      <NoteList id={id} notes={notes ?? []} onDeleted={() => heading.current?.focus()} />
    </section>
  );
}

function NoteList({ id, notes, onDeleted }: { id: number; notes: readonly ContactNote[]; onDeleted: () => void }) {
  const me = useCurrentAgent();
  const mayWrite = useCan('contact_notes:write');
  const mayDelete = useCan('contact_notes:delete');
  const [doomed, setDoomed] = useState<number>();
  const { mutate, isPending } = useDeleteNote(id);
  const now = useNow(timePaceMs);
  const confirm = () => {
    if (doomed === undefined || isPending) return;
    mutate(doomed, {
      onSuccess: () => {
        setDoomed(undefined);
        onDeleted();
      },
    });
  };
  return (
    <>
      <ul className="contact-notes">
        {notes.map((note) => (
          <li key={note.id}>
            <div className="contact-note-head">
              <Avatar {...note} size={20} isUs />
              <strong className="cut" dir="auto">
                {fullName(note)}
              </strong>
              <time className="muted" dateTime={note.created_at} title={fullDate(note.created_at)}>
                {relativeTime(note.created_at, now)}
              </time>
              {(mayDelete || (mayWrite && note.user_id === me.id)) && (
                <IconButton
                  size="s"
                  className="end"
                  label={t('contacts.delete_note', { name: fullName(note), time: relativeTime(note.created_at, now) })}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => setDoomed(note.id)}
                />
              )}
            </div>
            <ComposedHtml html={note.note} />
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t('contacts.delete_note_title')}
        description={t('contacts.delete_note_text')}
        footer={
          <>
            <Button tone="quiet" onClick={() => setDoomed(undefined)}>
              {t('globals.messages.cancel')}
            </Button>
            <Button tone="bad" aria-disabled={isPending} onClick={confirm}>
              {t('contacts.delete')}
            </Button>
          </>
        }
      />
    </>
  );
}
