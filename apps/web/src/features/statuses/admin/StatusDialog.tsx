import type { Status } from '@bellhop/contract';
import { StatusChange, statusCategories } from '@bellhop/contract/vocabulary';
import { useWatch } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/admin/FormDialog.tsx';
import { SelectField, TextField } from '../../../ui/admin/fields.tsx';
import { categoryMeaning, categoryName } from './category-text.ts';

interface StatusDialogProps {
  /** Null for a new one; the dialog is closed while undefined. */
  status: Status | null | undefined;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}

/** A status' name and category, new or changed. */
export function StatusDialog({ status, onClose, onSaved }: StatusDialogProps) {
  const term = t('globals.terms.status', {}, 1);
  return (
    <FormDialog
      isOpen={status !== undefined}
      onClose={onClose}
      title={status ? t('globals.messages.edit', { name: term }) : t('globals.messages.new', { name: term })}
      schema={StatusChange}
      values={{ name: status?.name ?? '', category: status?.category ?? 'open' }}
      basedOn={status?.updated_at}
      name={({ name }) => name}
      save={async (body) => {
        await (status ? api('statuses.update', { params: { id: status.id }, body }) : api('statuses.create', { body }));
        await onSaved();
      }}
    >
      <TextField
        name="name"
        label={t('globals.terms.name')}
        help={t('admin.conversationStatus.name.description')}
        maxLength={25}
        data-autofocus
      />
      <CategoryField />
    </FormDialog>
  );
}

function CategoryField() {
  const category = useWatch({ name: 'category' }) as Status['category'];
  return (
    <SelectField
      name="category"
      label={t('admin.statuses.category')}
      help={categoryMeaning(category)}
      options={statusCategories.map((value) => ({ value, label: categoryName(value) }))}
    />
  );
}
