import { type Editor, useEditorState } from '@tiptap/react';
import { Table } from 'lucide-react';
import { t } from '../../../../lib/i18n.ts';
import { type ToolItem, ToolMenu } from './editor/ToolMenu.tsx';

/** Puts a table into the text; inside one, adds and removes its rows and columns. */
export function TableTool({ editor }: { editor: Editor }) {
  const isInside = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  return (
    <ToolMenu
      editor={editor}
      label={t('composer.table')}
      icon={<Table aria-hidden />}
      isOn={isInside}
      items={isInside ? inside() : outside()}
    />
  );
}

function outside(): readonly (readonly ToolItem[])[] {
  const size = { rows: 3, cols: 3, withHeaderRow: true };
  return [[{ label: t('composer.insert_table'), onPick: (chain) => chain.insertTable(size).run() }]];
}

function inside(): readonly (readonly ToolItem[])[] {
  return [
    [
      { label: t('composer.add_row'), onPick: (chain) => chain.addRowAfter().run() },
      { label: t('composer.add_column'), onPick: (chain) => chain.addColumnAfter().run() },
    ],
    [
      { label: t('composer.delete_row'), onPick: (chain) => chain.deleteRow().run() },
      { label: t('composer.delete_column'), onPick: (chain) => chain.deleteColumn().run() },
      { label: t('composer.delete_table'), onPick: (chain) => chain.deleteTable().run() },
    ],
  ];
}
