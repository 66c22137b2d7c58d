import type { ChainedCommands } from '@tiptap/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { Table } from 'lucide-react';
import { type TextKey, t } from '../../../../lib/i18n.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/Menu.tsx';
import { useAfterClose } from '../use-after-close.ts';

/** Puts a table into the text; inside one, adds and removes its rows and columns. */
export function TableTool({ editor }: { editor: Editor }) {
  const isInside = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  const afterClose = useAfterClose();
  const item = (label: TextKey, change: (chain: ChainedCommands) => ChainedCommands) => (
    <MenuItem onSelect={() => afterClose.afterwards(() => change(editor.chain().focus()).run())}>{t(label)}</MenuItem>
  );
  return (
    <Menu
      side="top"
      label={t('composer.table')}
      onCloseAutoFocus={afterClose.onCloseAutoFocus}
      trigger={
        <IconButton
          size="s"
          side="top"
          label={t('composer.table')}
          icon={<Table aria-hidden />}
          aria-pressed={isInside}
        />
      }
    >
      {isInside ? (
        <>
          {item('composer.add_row', (chain) => chain.addRowAfter())}
          {item('composer.add_column', (chain) => chain.addColumnAfter())}
          <MenuLine />
          {item('composer.delete_row', (chain) => chain.deleteRow())}
          {item('composer.delete_column', (chain) => chain.deleteColumn())}
          {item('composer.delete_table', (chain) => chain.deleteTable())}
        </>
      ) : (
        item('composer.insert_table', (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }))
      )}
    </Menu>
  );
}
