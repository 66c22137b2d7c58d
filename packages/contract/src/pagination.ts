import * as z from 'zod';
import { fromDigits } from './primitives.ts';

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
  const whole = z.number().int().min(1);
  const size = clampAt ? whole.transform((n) => Math.min(n, clampAt)) : whole.max(100);
  return {
    page: z.preprocess(fromDigits, whole.max(1_000_000)).default(1),
    page_size: z.preprocess(fromDigits, size).default(defaultSize),
  };
}
