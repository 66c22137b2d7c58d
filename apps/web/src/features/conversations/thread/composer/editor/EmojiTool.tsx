import type { Editor } from '@tiptap/react';
import { Smile } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { lazy, Suspense, useRef, useState } from 'react';
import { t } from '../../../../../lib/i18n.ts';
import { IconButton } from '../../../../../ui/IconButton.tsx';
import { loadPicker } from '../../../../emoji/index.ts';
import './emoji-tool.css';

const EmojiPicker = lazy(async () => ({ default: (await loadPicker()).EmojiPicker }));

/** The emoji picker; what is chosen stands in the text as a letter among letters. */
export function EmojiTool({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const isChosen = useRef(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          size="s"
          side="top"
          label={t('emoji.title')}
          icon={<Smile aria-hidden />}
          onPointerEnter={() => void loadPicker().catch(() => undefined)}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu is-emoji"
          side="top"
          align="start"
          // Offset of specification 9.
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('emoji.title')}
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
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
