import type { Tag } from '@bellhop/contract';
import { TagInput } from '@bellhop/contract/vocabulary';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../ui/admin/FormDialog.tsx';
import { TextField } from '../../../ui/admin/fields.tsx';

interface TagDialogProps {
  /** Null for a new one; the dialog is closed while undefined. */
  tag: Tag | null | undefined;
  onClose: () => void;
  onSaved: () => Promise<unknown>;
}

/** A tag's name, new or changed. */
export function TagDialog({ tag, onClose, onSaved }: TagDialogProps) {
  const term = t('globals.terms.tag', {}, 1);
  return (
    <FormDialog
      isOpen={tag !== undefined}
      onClose={onClose}
      title={tag ? t('globals.messages.edit', { name: term }) : t('globals.messages.new', { name: term })}
      description={tag ? t('admin.conversationTags.edit.description') : t('admin.conversationTags.new.description')}
      schema={TagInput}
      values={{ name: tag?.name ?? '' }}
      basedOn={tag?.updated_at}
      name={({ name }) => name}
      save={async (body) => {
        await (tag ? api('tags.update', { params: { id: tag.id }, body }) : api('tags.create', { body }));
        await onSaved();
      }}
    >
      <TextField name="name" label={t('globals.terms.name')} maxLength={140} data-autofocus />
    </FormDialog>
  );
}
