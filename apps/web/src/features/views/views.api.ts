import type { View, ViewInput } from '@bellhop/contract';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.ts';

export const viewQueries = {
  /** The agent's own views by name; none without view:manage. A failure shows a toast (specification 8). */
  mine: () =>
    queryOptions({
      queryKey: ['views'],
      queryFn: ({ signal }) => api('views.list_mine', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** One of the agent's views; undefined for null, unknown ids and until the views are loaded. */
export function useView(id: number | null): View | undefined {
  const { data } = useQuery(viewQueries.mine());
  return id === null ? undefined : data?.find((view) => view.id === id);
}

/** Saves a view, a new one when `id` is null; answers it as the server has it now. */
export function useSaveView(id: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ViewInput): Promise<View | undefined> => {
      if (id === null) await api('views.create', { body });
      else await api('views.update', { params: { id }, body });
      const views = await client.fetchQuery({ ...viewQueries.mine(), staleTime: 0 });
      return views
        .filter((view) => (id === null ? view.name === body.name : view.id === id))
        .reduce<View | undefined>((newest, view) => (newest && newest.id > view.id ? newest : view), undefined);
    },
  });
}

/** Deletes a view and says so (specification 8). */
export function useDeleteView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('views.remove', { params: { id } }),
    onSuccess: (_data, id) => {
      client.setQueryData(viewQueries.mine().queryKey, (views) => views?.filter((view) => view.id !== id));
      toast.success(t('globals.messages.deletedSuccessfully', { name: t('globals.terms.view') }));
    },
  });
}

/** How many conversations of the whole desk the filters let through; `isCapped` when it is more than that. */
export async function countMatching(filters: ViewInput['filters']): Promise<{ total: number; isCapped: boolean }> {
  const query = { page: 1, page_size: 1, filters: JSON.stringify(filters) };
  const { total, total_capped } = await api('conversations.all', { query });
  return { total, isCapped: total_capped ?? false };
}

/** Frame `views_changed`: another tab has changed them. */
export function applyViewsChanged(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: viewQueries.mine().queryKey });
}
