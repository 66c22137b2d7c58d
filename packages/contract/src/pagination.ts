import * as z from 'zod';

/** The paged shape of wire B 0.5; `next_cursor` and `total_capped` are Bellhop's additions (settled 11, 12). */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    results: z.array(item),
    total: z.number(),
    per_page: z.number(),
    total_pages: z.number(),
    page: z.number(),
    next_cursor: z.string().nullable().optional(),
    total_capped: z.boolean().optional(),
  });
}

/** `page` and `page_size` with a default; anything but 1.. and 1..100 is refused with the name of the member. */
export function pageQuery(defaultSize: number, clampAt?: number) {
  const size = z.coerce.number().int().min(1);
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: (clampAt ? size.transform((n) => Math.min(n, clampAt)) : size.max(100)).default(defaultSize),
  };
}
