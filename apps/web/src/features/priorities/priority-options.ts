import type { Priority } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../../ui/Combobox.tsx';
import { priorityQueries } from './priorities.api.ts';

/** Priorities to choose from, the most urgent first, and the function that finds one by its option. */
export function usePriorityOptions(): { options: readonly Option[]; find: (value: string) => Priority | undefined } {
  const { data } = useQuery(priorityQueries.list());
  return useMemo(() => {
    const sorted = (data ?? []).toSorted((a, b) => b.id - a.id);
    return {
      options: sorted.map(({ id, name }) => ({ value: String(id), label: name })),
      find: (value) => sorted.find(({ id }) => String(id) === value),
    };
  }, [data]);
}
