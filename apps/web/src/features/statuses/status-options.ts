import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../../ui/Combobox.tsx';
import { statusQueries } from './statuses.api.ts';

/** All statuses to choose from, in their order. */
export function useStatusOptions(): readonly Option[] {
  const { data } = useQuery(statusQueries.list());
  return useMemo(() => (data ?? []).map(({ name }) => ({ value: name, label: name })), [data]);
}
