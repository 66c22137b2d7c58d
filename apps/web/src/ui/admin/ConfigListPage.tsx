import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { buttonClass } from '../Button.tsx';
import { AdminPage } from './AdminPage.tsx';
import { type AdminColumn, AdminTable } from './AdminTable.tsx';
import { DeleteRow, EditAndDelete } from './DeleteRow.tsx';

interface ConfigListPageProps<R extends { id: number }> {
  /** What the rows are, such as "SLA policies". */
  title: string;
  parent?: ComponentProps<typeof AdminPage>['parent'];
  /** What a new one is called on its button. */
  one: string;
  /** Address of the list; a row is edited at `<path>/<id>/edit`, a new one at `<path>/new`. */
  path: string;
  query: UseQueryResult<readonly R[]>;
  columns: readonly AdminColumn<R>[];
  /** What people call a row. */
  name: (row: R) => string;
  /** Text of a row that the search looks at; without it there is no search. */
  searchText?: (row: R) => string;
  /** What stands there while nothing exists. */
  empty: ComponentProps<typeof AdminTable>['empty'];
  deletion: Pick<ComponentProps<typeof DeleteRow>, 'text' | 'entity' | 'usage' | 'remove' | 'renews'>;
}

/** The list of things that have a page each to be edited on: opened, added and deleted from here. */
export function ConfigListPage<R extends { id: number }>(props: ConfigListPageProps<R>) {
  const { title, parent, one, path, query, columns, name, searchText, empty, deletion } = props;
  const navigate = useNavigate();
  const [doomed, setDoomed] = useState<R>();
  const rowPath = ({ id }: R) => `${path}/${id}/edit`;
  const add = (
    <Link className={buttonClass({ tone: 'main' })} to={`${path}/new`}>
      <Plus aria-hidden />
      {t('globals.messages.new', { name: one })}
    </Link>
  );
  return (
    <AdminPage title={title} {...(parent && { parent })} actions={add} isWide>
      <AdminTable
        label={title}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={name}
        rowPath={rowPath}
        {...(searchText && { searchText })}
        menu={(row) => <EditAndDelete onEdit={() => void navigate(rowPath(row))} onDelete={() => setDoomed(row)} />}
        empty={empty}
      />
      <DeleteRow row={doomed} name={name} {...deletion} onClose={() => setDoomed(undefined)} />
    </AdminPage>
  );
}
