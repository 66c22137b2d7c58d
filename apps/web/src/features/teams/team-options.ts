import type { CompactTeam } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../../ui/Combobox.tsx';
import { teamQueries } from './teams.api.ts';

/** A team by id; undefined for null, unknown ids and until the teams are loaded. */
export function useTeam(id: number | null): CompactTeam | undefined {
  const { data } = useQuery(teamQueries.compact());
  return id === null ? undefined : data?.find((team) => team.id === id);
}

/** All teams to choose from. */
export function useTeamOptions(): readonly Option[] {
  const { data } = useQuery(teamQueries.compact());
  return useMemo(
    () => (data ?? []).map(({ id, name, emoji }) => ({ value: String(id), label: name, lead: emoji ?? '' })),
    [data],
  );
}
