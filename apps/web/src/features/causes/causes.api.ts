import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const causeQueries = {
  /** Why something happened in a conversation; `meta.cause_id` of its activity names the record. */
  one: (uuid: string, id: number) =>
    queryOptions({
      queryKey: ['causes', uuid, id],
      queryFn: ({ signal }) => api('causes.get', { params: { uuid, id } }, { signal }),
      // What it says stays; whether its rule still exists does not.
      staleTime: 60_000,
    }),
};
