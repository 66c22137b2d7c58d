import { defaultStatusNames } from 'virtual:contract';
import type { Status } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleDashed, Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { fullDate } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { nameColumn } from '../../../ui/admin/columns.tsx';
import { DeleteRow, EditAndDelete } from '../../../ui/admin/DeleteRow.tsx';
import { Button } from '../../../ui/Button.tsx';
import { statusQueries } from '../statuses.api.ts';
import { categoryMeaning, categoryName } from './category-text.ts';
import { StatusDialog } from './StatusDialog.tsx';

const isFixed = ({ name }: Status) => (Object.values(defaultStatusNames) as string[]).includes(name);

const columns: readonly AdminColumn<Status>[] = [
  nameColumn(),
  {
    id: 'category',
    title: t('admin.statuses.category'),
    cell: ({ category }) => <span title={categoryMeaning(category)}>{categoryName(category)}</span>,
    sortBy: ({ category }) => categoryName(category),
  },
  {
    id: 'updated_at',
    title: t('globals.terms.updatedAt'),
    cell: (status) => (isFixed(status) ? t('admin.statuses.fixed') : fullDate(status.updated_at)),
    sortBy: (status) => (isFixed(status) ? '' : status.updated_at),
    isNumber: true,
    isMinor: true,
  },
];

/** Statuses: list, and a dialog for a new or changed one. The four that every desk has can't be changed. */
export function Component() {
  const client = useQueryClient();
  const query = useQuery(statusQueries.list());
  /** The one in the dialog, null for a new one; undefined while it is closed. */
  const [edited, setEdited] = useState<Status | null>();
  const [doomed, setDoomed] = useState<Status>();
  const renew = () => client.invalidateQueries({ queryKey: ['statuses'] });
  const add = (
    <Button tone="main" icon={<Plus aria-hidden />} onClick={() => setEdited(null)}>
      {t('globals.messages.new', { name: t('globals.terms.status', {}, 1) })}
    </Button>
  );
  return (
    <AdminPage title={plural('globals.terms.status')} actions={add} isWide>
      <AdminTable
        label={plural('globals.terms.status')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={setEdited}
        isFixed={isFixed}
        searchText={({ name, category }) => `${name} ${categoryName(category)}`}
        menu={(status) => <EditAndDelete onEdit={() => setEdited(status)} onDelete={() => setDoomed(status)} />}
        empty={{
          icon: <CircleDashed aria-hidden />,
          title: t('globals.messages.noResults', { name: plural('globals.terms.status') }),
          text: t('admin.conversationStatus.name.description'),
        }}
      />
      <StatusDialog status={edited} onClose={() => setEdited(undefined)} onSaved={renew} />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.statuses.deleteConfirmation')}
        entity="status"
        usage={(id, signal) => api('statuses.usage', { params: { id } }, { signal })}
        remove={(id) => api('statuses.remove', { params: { id } })}
        renews={['statuses']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
