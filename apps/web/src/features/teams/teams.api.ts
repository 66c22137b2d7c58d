import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const teamQueries = {
  /** Id, name and emoji of all teams, by name. Loaded at start, a failure is only logged (specification 8). */
  compact: () =>
    queryOptions({
      queryKey: ['teams', 'compact'],
      queryFn: ({ signal }) => api('teams.compact', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
  /** All teams with their settings, latest update first; for administrators. */
  list: () =>
    queryOptions({
      queryKey: ['teams', 'list'],
      queryFn: ({ signal }) => api('teams.list', {}, { signal }),
      meta: { silent: true },
    }),
  /** One of them, for its form. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['teams', id],
      queryFn: ({ signal }) => api('teams.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
  /** Names of the sets of business hours that a team can have. */
  businessHours: () =>
    queryOptions({
      queryKey: ['business-hours', 'names'],
      queryFn: ({ signal }) => api('business_hours.list', {}, { signal }),
    }),
  /** Names of the SLA policies that a team can have. */
  slaPolicies: () =>
    queryOptions({ queryKey: ['sla', 'names'], queryFn: ({ signal }) => api('sla.list', {}, { signal }) }),
};
