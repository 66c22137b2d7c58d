import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Whose sessions: one's own, or those of another agent by id. */
export type SessionsOf = 'me' | number;

export const sessionQueries = {
  of: (whose: SessionsOf) =>
    queryOptions({
      queryKey: ['sessions', whose],
      queryFn: ({ signal }) =>
        whose === 'me'
          ? api('sessions.mine', {}, { signal })
          : api('sessions.list', { params: { id: whose } }, { signal }),
      // Others come and go without a word.
      staleTime: 0,
      meta: { silent: true },
    }),
};

/** Ends one session by its id, or without one all but the present. */
export function useEndSessions(whose: SessionsOf) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session_id: string | null) => {
      if (whose === 'me') {
        return session_id === null ? api('sessions.end_others') : api('sessions.end_mine', { params: { session_id } });
      }
      return session_id === null
        ? api('sessions.end_all', { params: { id: whose } })
        : api('sessions.end', { params: { id: whose, session_id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionQueries.of(whose).queryKey }),
  });
}
