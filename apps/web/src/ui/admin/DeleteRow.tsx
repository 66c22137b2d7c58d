import type { ConfigEntity, Usage } from '@bellhop/contract';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { MenuItem } from '../Menu.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

interface DeleteRowProps<R extends { id: number }> {
  /** The row of a list that is to go; nothing is asked while there is none. */
  row: R | undefined;
  /** What people call it. */
  name: (row: R) => string;
  /** What follows from it. */
  text: string;
  entity: ConfigEntity;
  /** What uses it, where it can be used. */
  usage?: (id: number, signal: AbortSignal) => Promise<Usage>;
  remove: (id: number) => Promise<unknown>;
  /** Beginning of the query keys that are fetched anew afterwards. */
  renews: QueryKey;
  onClose: () => void;
}

/** `DeleteDialog` for a row of a list. */
export function DeleteRow<R extends { id: number }>(props: DeleteRowProps<R>) {
  const { row, name, text, entity, usage, remove, renews, onClose } = props;
  const client = useQueryClient();
  return (
    <DeleteDialog
      name={row && name(row)}
      text={text}
      {...(row && usage && { usage: { key: [entity, row.id], load: (signal) => usage(row.id, signal) } })}
      onDelete={async () => {
        if (!row) return;
        await remove(row.id);
        await client.invalidateQueries({ queryKey: renews });
      }}
      onClose={onClose}
    />
  );
}

/** The two entries that nearly every row's menu has. */
export function EditAndDelete({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => void }) {
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
        {t('globals.messages.edit')}
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={onDelete}>
        {t('globals.messages.delete')}
      </MenuItem>
    </>
  );
}
