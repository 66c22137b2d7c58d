import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** How often a simulation is looked at while it runs, in milliseconds. */
const paceMs = 700;

export const slaQueries = {
  /** All policies, latest update first; whoever may not manage them gets ids and names. */
  list: () =>
    queryOptions({
      queryKey: ['sla'],
      queryFn: ({ signal }) => api('sla.list', {}, { signal }),
      meta: { silent: true },
    }),
  /** One of them, for its form. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['sla', id],
      queryFn: ({ signal }) => api('sla.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
  /** A simulation and how far it is. */
  simulation: (id: number) =>
    queryOptions({
      queryKey: ['sla', 'simulation', id],
      queryFn: ({ signal }) => api('sla.simulation', { params: { id } }, { signal }),
      refetchInterval: ({ state: { data, status } }) =>
        status !== 'error' && (!data || data.state === 'queued' || data.state === 'running') ? paceMs : false,
      meta: { silent: true },
    }),
};
