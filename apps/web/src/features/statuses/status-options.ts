import { defaultStatusNames } from 'virtual:contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../../ui/Combobox.tsx';
import { statusQueries } from './statuses.api.ts';

/** Statuses to choose from. Snoozed is not among them: it needs a time and has a menu of its own. */
export function useStatusOptions(): readonly Option[] {
  const { data } = useQuery(statusQueries.list());
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ name }) => name !== defaultStatusNames.snoozed)
        .map(({ name }) => ({ value: name, label: name })),
    [data],
  );
}
