import type { Tag } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Tag as TagIcon } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { nameColumn, updatedAtColumn } from '../../../ui/admin/columns.tsx';
import { DeleteRow, EditAndDelete } from '../../../ui/admin/DeleteRow.tsx';
import { Button } from '../../../ui/Button.tsx';
import { tagQueries } from '../tags.api.ts';
import { TagDialog } from './TagDialog.tsx';

const columns: readonly AdminColumn<Tag>[] = [nameColumn(), updatedAtColumn()];

/** Tags: list, and a dialog for a new or renamed one. */
export function Component() {
  const client = useQueryClient();
  const query = useQuery(tagQueries.list());
  /** The one in the dialog, null for a new one; undefined while it is closed. */
  const [edited, setEdited] = useState<Tag | null>();
  const [doomed, setDoomed] = useState<Tag>();
  const renew = () => client.invalidateQueries({ queryKey: ['tags'] });
  const add = (
    <Button tone="main" icon={<Plus aria-hidden />} onClick={() => setEdited(null)}>
      {t('globals.messages.new', { name: t('globals.terms.tag', {}, 1) })}
    </Button>
  );
  return (
    <AdminPage title={plural('globals.terms.tag')} actions={add} isWide>
      <AdminTable
        label={plural('globals.terms.tag')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={setEdited}
        searchText={({ name }) => name}
        menu={(tag) => <EditAndDelete onEdit={() => setEdited(tag)} onDelete={() => setDoomed(tag)} />}
        empty={{
          icon: <TagIcon aria-hidden />,
          title: t('admin.tags.empty'),
          text: t('admin.conversationTags.new.description'),
        }}
      />
      <TagDialog tag={edited} onClose={() => setEdited(undefined)} onSaved={renew} />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.tags.deleteConfirmation')}
        entity="tag"
        usage={(id, signal) => api('tags.usage', { params: { id } }, { signal })}
        remove={(id) => api('tags.remove', { params: { id } })}
        renews={['tags']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
