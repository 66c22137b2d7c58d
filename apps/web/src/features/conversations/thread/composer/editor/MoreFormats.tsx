import { type Editor, useEditorState } from '@tiptap/react';
import { Heading, SquareCode, Strikethrough, Type, Underline } from 'lucide-react';
import { t } from '../../../../../lib/i18n.ts';
import { type ToolItem, ToolMenu } from './ToolMenu.tsx';

/** What is wanted less often than the tools beside it. */
export function MoreFormats({ editor }: { editor: Editor }) {
  const isOn = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      ['underline', 'strike', 'codeBlock', 'heading'].some((name) => current.isActive(name)),
  });
  return (
    <ToolMenu
      editor={editor}
      label={t('composer.more_formats')}
      icon={<Type aria-hidden />}
      isOn={isOn}
      items={[formats()]}
    />
  );
}

function formats(): readonly ToolItem[] {
  return [
    {
      label: t('composer.underline'),
      icon: <Underline aria-hidden />,
      keys: 'mod+u',
      onPick: (chain) => chain.toggleUnderline().run(),
    },
    {
      label: t('composer.strike'),
      icon: <Strikethrough aria-hidden />,
      keys: 'mod+Shift+s',
      onPick: (chain) => chain.toggleStrike().run(),
    },
    {
      label: t('composer.heading'),
      icon: <Heading aria-hidden />,
      onPick: (chain) => chain.toggleHeading({ level: 2 }).run(),
    },
    {
      label: t('composer.code_block'),
      icon: <SquareCode aria-hidden />,
      onPick: (chain) => chain.toggleCodeBlock().run(),
    },
  ];
}
