import type { Macro } from '@bellhop/contract';
import { api } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { DeleteDialog } from '../../../ui/admin/DeleteDialog.tsx';

interface DeleteMacroProps {
  /** The dialog is open while it is there. */
  macro: Macro | undefined;
  /** After it was deleted on the server. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a macro is deleted, with how often it was used and how many drafts wait with it. */
export function DeleteMacro({ macro, onDelete, onClose, onDeleted }: DeleteMacroProps) {
  return (
    <DeleteDialog
      name={macro?.name}
      {...(macro && {
        text: t('macro_admin.used', { n: count(macro.usage_count) }, macro.usage_count),
        usage: {
          key: ['macro', macro.id],
          load: (signal: AbortSignal) => api('macros.usage', { params: { id: macro.id } }, { signal }),
        },
      })}
      onDelete={async () => {
        if (macro) await api('macros.remove', { params: { id: macro.id } });
        await onDelete();
      }}
      onClose={onClose}
      {...(onDeleted && { onDeleted })}
    />
  );
}
