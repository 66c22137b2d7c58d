import { type Editor, useEditorState } from '@tiptap/react';
import { Table } from 'lucide-react';
import { t } from '../../../../lib/i18n.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/Menu.tsx';

/** Puts a table into the text; inside one, adds and removes its rows and columns. */
export function TableTool({ editor }: { editor: Editor }) {
  const isInside = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  const run = () => editor.chain().focus();
  return (
    <Menu
      side="top"
      label={t('composer.table')}
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
          <MenuItem onSelect={() => run().addRowAfter().run()}>{t('composer.add_row')}</MenuItem>
          <MenuItem onSelect={() => run().addColumnAfter().run()}>{t('composer.add_column')}</MenuItem>
          <MenuLine />
          <MenuItem onSelect={() => run().deleteRow().run()}>{t('composer.delete_row')}</MenuItem>
          <MenuItem onSelect={() => run().deleteColumn().run()}>{t('composer.delete_column')}</MenuItem>
          <MenuItem onSelect={() => run().deleteTable().run()}>{t('composer.delete_table')}</MenuItem>
        </>
      ) : (
        <MenuItem onSelect={() => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}>
          {t('composer.insert_table')}
        </MenuItem>
      )}
    </Menu>
  );
}
