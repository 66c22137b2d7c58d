import type { RouteSpec } from '@bellhop/contract';
import type * as z from 'zod';
import { AppError } from '../core/app-error.ts';

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Parses what came by the route's schemas. Throws `input.invalid` naming the first wrong member, with all of them in `data`
 * (field to reason); a wrong id in the path is `input.invalid_id`.
 */
export function parseInput(route: RouteSpec, raw: RawInput): RawInput {
  return {
    params: route.params ? parsePart(route.params, raw.params, 'input.invalid_id') : undefined,
    query: route.query ? parsePart(route.query, raw.query ?? {}, 'input.invalid') : undefined,
    body: route.body ? parsePart(route.body, raw.body ?? {}, 'input.invalid') : undefined,
  };
}

function parsePart(schema: z.ZodType, value: unknown, code: 'input.invalid' | 'input.invalid_id'): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const path = issue.path.join('.') || 'body';
    fields[path] ??= issue.message;
  }
  const [field, reason] = Object.entries(fields)[0] ?? ['body', 'invalid'];
  throw new AppError(code, { params: { field, reason }, data: fields });
}
