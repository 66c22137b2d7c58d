import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from '../ui/toast.ts';
import { toApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
  }
}

interface CallMeta extends Record<string, unknown> {
  /** True: a failure is only logged, or its screen shows it (specification 8). Default: a toast with the message. */
  silent?: boolean;
}

/** The client's cache of calls. Failures show a toast unless the call is silent. */
export function createQueryClient(): QueryClient {
  const report = (thrown: unknown, meta: CallMeta | undefined) => {
    const error = toApiError(thrown);
    if (meta?.silent) console.warn(error.message);
    else toast.error(error.message);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutateResult, mutation) => report(error, mutation.meta),
    }),
    defaultOptions: {
      // Live frames keep what is on screen fresh; a failed call is told at once instead of after silent retries.
      queries: {
        retry: false,
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
