import type { Editor } from '@tiptap/react';
import { Smile } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { t } from '../../../../../lib/i18n.ts';
import { loadPicker } from '../../../../emoji/index.ts';
import { ToolPopover } from './ToolPopover.tsx';
import './emoji-tool.css';

const EmojiPicker = lazy(async () => ({ default: (await loadPicker()).EmojiPicker }));

/** The emoji picker; what is chosen stands in the text as a letter among letters. */
export function EmojiTool({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const isChosen = useRef(false);
  return (
    <ToolPopover
      label={t('emoji.title')}
      icon={<Smile aria-hidden />}
      className="is-emoji"
      // Of specification 9.
      offset={6}
      isOpen={isOpen}
      onOpenChange={setOpen}
      onNear={() => void loadPicker().catch(() => undefined)}
      onCloseAutoFocus={(event) => {
        if (!isChosen.current) return;
        // Writing goes on.
        isChosen.current = false;
        event.preventDefault();
        editor.commands.focus();
      }}
    >
      <Suspense fallback={<div className="emoji-wait" aria-hidden="true" />}>
        <EmojiPicker
          onChoose={({ native }) => {
            isChosen.current = true;
            editor.commands.insertContent({ type: 'text', text: native });
            setOpen(false);
          }}
        />
      </Suspense>
    </ToolPopover>
  );
}
