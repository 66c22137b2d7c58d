import { fullDate } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import type { AdminColumn } from './AdminTable.tsx';

/** What people call a row, with its description below where rows of the kind have one. */
export function nameColumn(): AdminColumn<{ name: string; description?: string }> {
  return {
    id: 'name',
    title: t('globals.terms.name'),
    cell: ({ name, description }) => (
      <>
        <span dir="auto">{name}</span>
        {description !== undefined && <small dir="auto">{description}</small>}
      </>
    ),
    sortBy: ({ name }) => name,
  };
}

/** When a row was last changed. */
export function updatedAtColumn(): AdminColumn<{ updated_at: string }> {
  return {
    id: 'updated_at',
    title: t('globals.terms.updatedAt'),
    cell: ({ updated_at }) => fullDate(updated_at),
    sortBy: ({ updated_at }) => updated_at,
    isNumber: true,
    isMinor: true,
  };
}

/** What programs call a row. */
export function keyColumn(title: string): AdminColumn<{ key: string }> {
  return { id: 'key', title, cell: ({ key }) => <code>{key}</code>, sortBy: ({ key }) => key, isMinor: true };
}
