import { Placeholder } from '@tiptap/extensions';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Bold, Italic, List, ListOrdered } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { LeaveQuestion } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useUnsaved } from '../../../ui/unsaved.tsx';
import { useAddNote } from '../contacts.api.ts';

interface NoteEditorProps {
  contact_id: number;
  /** After saving and after giving up. */
  onClose: () => void;
}

/** Writes a note on a contact. Loaded on demand: most visits only read. */
export default function NoteEditor({ contact_id, onClose }: NoteEditorProps) {
  const { mutate, isPending } = useAddNote(contact_id);
  const [isEmpty, setEmpty] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: false,
        horizontalRule: false,
        link: { openOnClick: false, defaultProtocol: 'https' },
      }),
      Placeholder.configure({ placeholder: t('contacts.note_placeholder') }),
    ],
    autofocus: 'end',
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: 'write letter',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('globals.terms.note'),
        dir: 'auto',
      },
      handleKeyDown: (_view, event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return false;
        save();
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => setEmpty(changed.getText().trim() === ''),
  });
  useUnsaved(!isEmpty);
  const save = () => {
    if (isPending || editor.getText().trim() === '') return;
    mutate(editor.getHTML(), { onSuccess: onClose });
  };
  return (
    <div className="contact-note-editor">
      <EditorContent editor={editor} className="contact-note-text scroll" />
      <div className="contact-note-tools">
        <Tools editor={editor} />
        <Button size="s" tone="quiet" className="end" onClick={() => (isEmpty ? onClose() : setAsking(true))}>
          {t('globals.messages.cancel')}
        </Button>
        <Button size="s" tone="main" aria-disabled={isPending || isEmpty} onClick={save}>
          {isPending ? t('globals.messages.saving') : t('contacts.save_note')}
        </Button>
      </div>
      <LeaveQuestion isOpen={isAsking} onStay={() => setAsking(false)} onLeave={onClose} />
    </div>
  );
}

const tools: readonly [mark: string, label: TextKey, icon: ReactNode, run: (editor: Editor) => void][] = [
  ['bold', 'composer.bold', <Bold key="bold" aria-hidden />, (editor) => editor.chain().focus().toggleBold().run()],
  [
    'italic',
    'composer.italic',
    <Italic key="italic" aria-hidden />,
    (editor) => editor.chain().focus().toggleItalic().run(),
  ],
  [
    'bulletList',
    'composer.bullets',
    <List key="bullets" aria-hidden />,
    (editor) => editor.chain().focus().toggleBulletList().run(),
  ],
  [
    'orderedList',
    'composer.numbers',
    <ListOrdered key="numbers" aria-hidden />,
    (editor) => editor.chain().focus().toggleOrderedList().run(),
  ],
];

function Tools({ editor }: { editor: Editor }) {
  const active = useEditorState({ editor, selector: ({ editor: now }) => tools.map(([mark]) => now.isActive(mark)) });
  return tools.map(([mark, label, icon, run], index) => (
    <IconButton
      key={mark}
      size="s"
      side="top"
      label={t(label)}
      icon={icon}
      aria-pressed={active[index] ?? false}
      onClick={() => run(editor)}
    />
  ));
}
