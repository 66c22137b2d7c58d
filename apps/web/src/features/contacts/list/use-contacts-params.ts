import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ContactListRequest } from '../contacts.api.ts';

/** Sorts of the list (wire A 15.1); the first is the default. */
export const contactSorts = {
  newest: { order_by: 'users.created_at', order: 'desc' },
  oldest: { order_by: 'users.created_at', order: 'asc' },
  email_asc: { order_by: 'users.email', order: 'asc' },
  email_desc: { order_by: 'users.email', order: 'desc' },
  updated: { order_by: 'users.updated_at', order: 'desc' },
} as const;
export type ContactSort = keyof typeof contactSorts;

/** Page sizes of wire A 15.1. */
export const pageSizes = [15, 30, 50, 100] as const;
/** Shortest text that is searched for. */
export const shortestSearch = 3;

export interface ContactsState {
  search: string;
  sort: ContactSort;
  page: number;
  size: number;
  /** JSON text of filter rows, '' for none. */
  filters: string;
  query: ContactListRequest;
  /** Changes some of it; everything but another page begins at the first. */
  change: (next: Partial<Record<'search' | 'sort' | 'page' | 'size' | 'filters', string>>) => void;
}

/** What the list shows, kept in the address. */
export function useContactsParams(): ContactsState {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const sort = params.get('sort') ?? '';
  const page = params.get('page') ?? '';
  const size = params.get('size') ?? '';
  const filters = params.get('filters') ?? '';
  return useMemo(() => {
    const known = Object.hasOwn(contactSorts, sort) ? (sort as ContactSort) : 'newest';
    const pageNumber = /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
    const pageSize = pageSizes.find((one) => String(one) === size) ?? pageSizes[0];
    return {
      search,
      sort: known,
      page: pageNumber,
      size: pageSize,
      filters,
      query: {
        page: pageNumber,
        page_size: pageSize,
        ...contactSorts[known],
        ...(isSearched(search) ? { search: search.trim() } : {}),
        ...(filters ? { filters } : {}),
      },
      change: (next) =>
        setParams(
          (present) => {
            const changed = new URLSearchParams(present);
            if (!('page' in next)) changed.delete('page');
            for (const [name, value] of Object.entries(next)) {
              if (value) changed.set(name, value);
              else changed.delete(name);
            }
            return changed;
          },
          { replace: true },
        ),
    };
  }, [search, sort, page, size, filters, setParams]);
}

/** Whether a text is long enough to be searched for. */
export function isSearched(text: string): boolean {
  return [...text.trim()].length >= shortestSearch;
}
