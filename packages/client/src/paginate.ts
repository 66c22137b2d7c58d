import type { CallOptions } from './api.gen.ts';

/** A page as lists answer it. */
export interface Paged<T> {
  results: T[];
  next_cursor?: string | number | null | undefined;
  page?: number;
  total_pages?: number;
}

/** A call whose answer is a page: `client.contacts.list`, `client.conversations.all`. */
export type PagedCall<I, T> = (input: I, options?: CallOptions) => Promise<Paged<T>>;

/**
 * All rows of a list, page by page as they are wanted. Goes on by `next_cursor` where the list answers one (as `after`, or as `cursor`
 * where `by` says so): then no row comes twice or is missed when others come meanwhile. Else by page number.
 */
export async function* paginate<I extends object, T>(
  list: PagedCall<I, T>,
  input: I,
  options: CallOptions & { by?: 'after' | 'cursor' } = {},
): AsyncGenerator<T, void> {
  const { by = 'after', ...callOptions } = options;
  let next: object = {};
  for (;;) {
    const page = await list({ ...input, ...next }, callOptions);
    yield* page.results;
    if (page.next_cursor !== undefined && page.next_cursor !== null) next = { [by]: page.next_cursor };
    else if (page.next_cursor === null || page.page === undefined || page.page >= (page.total_pages ?? 0)) return;
    else next = { page: page.page + 1 };
  }
}
