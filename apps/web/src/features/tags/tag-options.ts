import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../../ui/Combobox.tsx';
import { tagQueries } from './tags.api.ts';

/** Tags by name to choose from, those already chosen first. */
export function useTagOptions(chosen: readonly string[]): readonly Option[] {
  const { data } = useQuery(tagQueries.list());
  return useMemo(() => {
    const names = new Set([...chosen, ...(data ?? []).map((tag) => tag.name)]);
    return [...names].map((name) => ({ value: name, label: name }));
  }, [data, chosen]);
}
