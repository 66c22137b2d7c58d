import type { UseQueryResult } from '@tanstack/react-query';
import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, MoreHorizontal, Search } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { toApiError } from '../../lib/api.ts';
import { count } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../Button.tsx';
import { classNames } from '../class-names.ts';
import { Input } from '../Field.tsx';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../Void.tsx';
import './admin.css';

/** One column. `sortBy` makes it sortable, numbers by size and texts as the language orders them. */
export interface AdminColumn<R> {
  id: string;
  title: string;
  cell: (row: R) => ReactNode;
  sortBy?: (row: R) => string | number;
  /** Figures and times: tabular, at the end of the cell. */
  isNumber?: boolean;
  /** Left out on a phone. */
  isMinor?: boolean;
  /** Beside the title, such as a button that says what the column means. */
  note?: ReactNode;
}

interface AdminTableProps<R extends object> {
  /** What the rows are, such as "Tags". */
  label: string;
  query: UseQueryResult<readonly R[]>;
  columns: readonly AdminColumn<R>[];
  rowId: (row: R) => string | number;
  /** What people call a row: names its menu. */
  rowName: (row: R) => string;
  /** Where a row leads: its first cell is then a link. Or `onOpen` for what opens in a dialog. */
  rowPath?: (row: R) => string;
  onOpen?: (row: R) => void;
  /** Rows that nobody can change: they neither open nor have a menu. */
  isFixed?: (row: R) => boolean;
  /** Text of a row that the search looks at; without it there is no search. */
  searchText?: (row: R) => string;
  /** Beside the search, such as a menu that narrows; the page filters `query` by itself. */
  filters?: ReactNode;
  /** Beside the search, too, but narrowing nothing: a table without rows is empty all the same. */
  tools?: ReactNode;
  /** What all rows are together, and what that is called; whoever searches sees rows alone. */
  total?: { name: ReactNode; row: R };
  /** Every column on a phone, too: the table goes sideways under its first one, which stays. */
  isWide?: boolean;
  /** Items of a row's menu; null for a row without. */
  menu?: (row: R) => ReactNode;
  /** What stands there while nothing exists. */
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode };
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});
const none: never[] = [];
const pageSize = 50;

/** A list of things that administrators set up: search, sort, pages of 50, and its loading, empty and failed states. */
export function AdminTable<R extends object>(props: AdminTableProps<R>) {
  const { label, query, columns, rowId, searchText, filters, tools, total, empty } = props;
  const [search, setSearch] = useState('');
  const data = query.data as R[] | undefined;
  const shown = useMemo(() => columns.map((column) => definition(column)), [columns]);
  const table = useTable({
    features,
    columns: shown,
    data: data ?? none,
    getRowId: (row: R) => String(rowId(row)),
    state: { globalFilter: search },
    globalFilterFn: (row: { original: R }) => matches(searchText?.(row.original) ?? '', search),
    getColumnCanGlobalFilter: () => true,
    initialState: { pagination: { pageIndex: 0, pageSize } },
    autoResetPageIndex: false,
    enableMultiSort: false,
  });
  if (query.isError && !data) {
    return (
      <ErrorPanel
        title={t('admin.list.failed', { name: label })}
        message={toApiError(query.error).message}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (data?.length === 0 && !filters) return <EmptyState {...empty} />;
  const rows = table.getRowModel().rows;
  const found = table.getFilteredRowModel().rows.length;
  return (
    <div className="admin-list">
      {(searchText || filters || tools) && (
        <div className="admin-tools">
          {searchText && (
            <div className="admin-search">
              <Search aria-hidden />
              <Input
                type="search"
                value={search}
                aria-label={t('globals.messages.search', { name: label })}
                placeholder={t('globals.messages.search', { name: label })}
                onChange={(event) => {
                  setSearch(event.target.value);
                  table.setPageIndex(0);
                }}
              />
            </div>
          )}
          {filters}
          {tools}
        </div>
      )}
      <div className={props.isWide ? 'admin-across' : undefined}>
        <table className="admin-table" aria-label={label} aria-busy={query.isPending}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header, index) => (
                  <HeaderCell
                    key={header.id}
                    column={columns[index]!}
                    sorted={header.column.getIsSorted()}
                    onSort={() => header.column.toggleSorting()}
                  />
                ))}
                {props.menu && (
                  <th className="is-end">
                    <span className="vh">{t('globals.terms.action', {}, 2)}</span>
                  </th>
                )}
              </tr>
            ))}
          </thead>
          <tbody>
            {query.isPending ? (
              <Bones columns={columns} hasMenu={Boolean(props.menu)} />
            ) : (
              rows.map((row) => <TableRow key={row.id} row={row.original} {...props} />)
            )}
          </tbody>
          {total && found > 0 && found === data?.length && <Total {...total} columns={columns} />}
        </table>
      </div>
      {data && (
        <Foot
          found={found}
          total={data.length}
          page={table.state.pagination.pageIndex}
          onPage={(page) => table.setPageIndex(page)}
        />
      )}
    </div>
  );
}

function definition<R extends object>({ id, sortBy }: AdminColumn<R>): ColumnDef<typeof features, R> {
  return {
    id,
    accessorFn: (row: R) => sortBy?.(row) ?? '',
    enableSorting: sortBy !== undefined,
    sortFn: (one, other) => compare(sortBy?.(one.original) ?? '', sortBy?.(other.original) ?? ''),
  };
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), document.documentElement.lang, { numeric: true });
}

/** Every word somewhere in the text, without regard to case and marks. */
function matches(text: string, search: string): boolean {
  const plain = (part: string) => part.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const held = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => held.includes(word));
}

function cellClass({ isNumber, isMinor }: { isNumber?: boolean; isMinor?: boolean }): string | undefined {
  return classNames(isNumber && 'num', isMinor && 'is-minor') || undefined;
}

function HeaderCell<R>(props: { column: AdminColumn<R>; sorted: false | 'asc' | 'desc'; onSort: () => void }) {
  const { column, sorted, onSort } = props;
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none';
  if (!column.sortBy) {
    return (
      <th className={cellClass(column)}>
        {column.title}
        {column.note}
      </th>
    );
  }
  return (
    <th className={cellClass(column)} aria-sort={order}>
      <button type="button" className="admin-sort" onClick={onSort}>
        {column.title}
        {sorted === 'asc' && <ArrowUp aria-hidden />}
        {sorted === 'desc' && <ArrowDown aria-hidden />}
      </button>
      {column.note}
    </th>
  );
}

function TableRow<R extends object>(props: AdminTableProps<R> & { row: R }) {
  const { row, columns, rowName, rowPath, onOpen, menu } = props;
  const isFixed = props.isFixed?.(row) ?? false;
  const items = isFixed ? null : menu?.(row);
  return (
    <tr>
      {columns.map((column, index) => (
        <td key={column.id} className={cellClass(column)}>
          {index > 0 ? (
            column.cell(row)
          ) : isFixed ? (
            <span className="admin-open is-fixed">{column.cell(row)}</span>
          ) : rowPath ? (
            <Link className="admin-open" to={rowPath(row)}>
              {column.cell(row)}
            </Link>
          ) : onOpen ? (
            <button type="button" className="admin-open" onClick={() => onOpen(row)}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {menu && (
        <td className="is-end">
          {items && (
            <Menu
              align="end"
              label={t('admin.list.more', { name: rowName(row) })}
              trigger={
                <IconButton
                  size="s"
                  label={t('admin.list.more', { name: rowName(row) })}
                  icon={<MoreHorizontal aria-hidden />}
                />
              }
            >
              {items}
            </Menu>
          )}
        </td>
      )}
    </tr>
  );
}

function Total<R>({ name, row, columns }: { name: ReactNode; row: R; columns: readonly AdminColumn<R>[] }) {
  return (
    <tfoot>
      <tr>
        {columns.map((column, index) =>
          index === 0 ? (
            <th key={column.id} scope="row">
              {name}
            </th>
          ) : (
            <td key={column.id} className={cellClass(column)}>
              {column.cell(row)}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}

function Bones<R>({ columns, hasMenu }: { columns: readonly AdminColumn<R>[]; hasMenu: boolean }) {
  return [1, 2, 3, 4, 5].map((line) => (
    <tr key={line}>
      {columns.map((column, index) => (
        <td key={column.id} className={cellClass(column)}>
          <Skeleton width={index === 0 ? `${30 + line * 8}%` : '64px'} />
        </td>
      ))}
      {hasMenu && <td />}
    </tr>
  ));
}

function Foot(props: { found: number; total: number; page: number; onPage: (page: number) => void }) {
  const { found, total, page, onPage } = props;
  const pages = Math.max(1, Math.ceil(found / pageSize));
  const from = Math.min(page, pages - 1) * pageSize + 1;
  const text =
    found === 0
      ? t('admin.list.none_found')
      : pages > 1
        ? t('admin.list.range', {
            from: count(from),
            to: count(Math.min(found, from + pageSize - 1)),
            total: count(found),
          })
        : found < total
          ? t('admin.list.found', { n: count(found), total: count(total) })
          : t('admin.list.all', { n: count(total) });
  return (
    <div className="admin-foot">
      <span role="status" className="num">
        {text}
      </span>
      {pages > 1 && (
        <>
          <Button size="s" tone="quiet" aria-disabled={page <= 0} onClick={() => page > 0 && onPage(page - 1)}>
            {t('admin.list.previous')}
          </Button>
          <Button
            size="s"
            tone="quiet"
            aria-disabled={page >= pages - 1}
            onClick={() => page < pages - 1 && onPage(page + 1)}
          >
            {t('admin.list.next')}
          </Button>
        </>
      )}
    </div>
  );
}
