import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Whose keys: one's own, or those of another agent by id. */
export type KeysOf = 'me' | number;

export const apiKeyQueries = {
  of: (whose: KeysOf) =>
    queryOptions({
      queryKey: ['api-keys', whose],
      queryFn: ({ signal }) =>
        whose === 'me'
          ? api('api_keys.list_mine', {}, { signal })
          : api('api_keys.list_of', { params: { id: whose } }, { signal }),
      // They are used without a word.
      staleTime: 0,
      meta: { silent: true },
    }),
};

/** Fetches the keys anew, whoever's they are. */
export function useRenewKeys(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['api-keys'] });
}

/** Revokes a key for good. */
export function revokeKey(whose: KeysOf, id: number): Promise<unknown> {
  return whose === 'me'
    ? api('api_keys.revoke', { params: { id } })
    : api('api_keys.revoke_of', { params: { id: whose, key_id: id } });
}
