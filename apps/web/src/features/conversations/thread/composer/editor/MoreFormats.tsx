import type { ChainedCommands } from '@tiptap/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { Heading, SquareCode, Strikethrough, Type, Underline } from 'lucide-react';
import type { ReactNode } from 'react';
import { type TextKey, t } from '../../../../../lib/i18n.ts';
import { IconButton } from '../../../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../../../ui/Menu.tsx';
import { useAfterClose } from '../../use-after-close.ts';

/** What is wanted less often than the tools beside it. */
export function MoreFormats({ editor }: { editor: Editor }) {
  const isOn = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      ['underline', 'strike', 'codeBlock', 'heading'].some((name) => current.isActive(name)),
  });
  const afterClose = useAfterClose();
  const item = (
    label: TextKey,
    icon: ReactNode,
    change: (chain: ChainedCommands) => ChainedCommands,
    keys?: string,
  ) => (
    <MenuItem
      icon={icon}
      {...(keys ? { keys } : {})}
      onSelect={() => afterClose.afterwards(() => change(editor.chain().focus()).run())}
    >
      {t(label)}
    </MenuItem>
  );
  return (
    <Menu
      side="top"
      label={t('composer.more_formats')}
      onCloseAutoFocus={afterClose.onCloseAutoFocus}
      trigger={
        <IconButton
          size="s"
          side="top"
          label={t('composer.more_formats')}
          icon={<Type aria-hidden />}
          aria-pressed={isOn}
        />
      }
    >
      {item('composer.underline', <Underline aria-hidden />, (chain) => chain.toggleUnderline(), 'mod+u')}
      {item('composer.strike', <Strikethrough aria-hidden />, (chain) => chain.toggleStrike(), 'mod+Shift+s')}
      {item('composer.heading', <Heading aria-hidden />, (chain) => chain.toggleHeading({ level: 2 }))}
      {item('composer.code_block', <SquareCode aria-hidden />, (chain) => chain.toggleCodeBlock())}
    </Menu>
  );
}
