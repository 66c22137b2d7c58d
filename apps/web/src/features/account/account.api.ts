import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { setCurrentAgent } from '../../lib/session.ts';
import { agentQueries } from '../users/index.ts';

/** Replaces the own avatar or, without a file, removes it; the page shows what the server keeps. */
export function useSaveOwnAvatar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File | null) => {
      if (file) await api('agents.update_me', { body: {}, files: [file] });
      else await api('agents.remove_my_avatar');
      return api('agents.me');
    },
    onSuccess: (agent) => {
      setCurrentAgent(agent);
      void client.invalidateQueries(agentQueries.compact());
    },
  });
}

/** Changes the own password; its form shows a failure. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) => api('account.change_password', { body }),
    meta: { silent: true },
  });
}
