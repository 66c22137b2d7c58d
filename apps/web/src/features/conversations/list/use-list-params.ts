import { defaultStatusNames, sortOptions } from 'virtual:contract';
import type { SortOption } from '@bellhop/contract';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { ListParams } from '../conversations.api.ts';
import { scopeOf } from '../paths.ts';

export interface ListState {
  params: ListParams;
  /** uuid of the conversation that is open beside the list. */
  openUuid: string | undefined;
  /** Query string that keeps status and sort, '' for the defaults. */
  search: string;
  setStatus: (status: string | null) => void;
  setSort: (sort: SortOption) => void;
}

/**
 * What the address says about the list: the route names its scope, `?status=` (empty for every status) and `?sort=` the
 * rest. Defaults are Open and newest (specification 4). A view has its own filters and no status (specification 2).
 */
export function useListParams(): ListState {
  const routeParams = useParams();
  const [searchParams, setSearchParams] = useSearchParams();
  const { type, teamID, viewID, uuid } = routeParams;
  const status = searchParams.get('status');
  const sort = searchParams.get('sort');
  const params = useMemo<ListParams>(() => {
    const scope = scopeOf({ type, teamID, viewID }) ?? { kind: 'assigned' };
    return {
      scope,
      status: scope.kind === 'view' ? null : statusOf(status),
      sort: sort !== null && Object.hasOwn(sortOptions, sort) ? (sort as SortOption) : 'newest',
    };
  }, [type, teamID, viewID, status, sort]);
  const change = (key: string, value: string, initial: string) => {
    setSearchParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === initial) after.delete(key);
        else after.set(key, value);
        return after;
      },
      { replace: true },
    );
  };
  return {
    params,
    openUuid: uuid,
    search: searchKept(searchParams),
    setStatus: (next) => change('status', next ?? '', defaultStatusNames.open),
    setSort: (next) => change('sort', next, 'newest'),
  };
}

/** The whole query string but `message`, which names a place in the one conversation that is open (thread/use-jump.ts). */
function searchKept(searchParams: URLSearchParams): string {
  // Many components ask with every conversation that opens, and most addresses have nothing to keep.
  if (searchParams.size === 0) return '';
  const kept = new URLSearchParams(searchParams);
  kept.delete('message');
  const search = kept.toString();
  return search && `?${search}`;
}

function statusOf(asked: string | null): string | null {
  if (asked === null) return defaultStatusNames.open;
  return asked === '' ? null : asked;
}
