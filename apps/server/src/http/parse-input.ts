import type { RouteSpec } from '@bellhop/contract';
import type * as z from 'zod';
import { AppError } from '../core/app-error.ts';
import { inputReason } from './input-reason.ts';

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Parses what came by the route's schemas. Throws `input.invalid` naming the first wrong member, with all of them in `data`
 * (field to reason); a wrong id in the path is `input.invalid_id`. A missing body is one without members where members are known
 * by name; it never stands for an empty set of attributes.
 */
export function parseInput(route: RouteSpec, raw: RawInput): RawInput {
  return {
    params: route.params ? parsePart(route.params, raw.params, 'input.invalid_id') : undefined,
    query: route.query ? parsePart(route.query, raw.query ?? {}, 'input.invalid') : undefined,
    body: route.body ? parsePart(route.body, raw.body ?? bodyWithout(route.body), 'input.invalid') : undefined,
  };
}

function parsePart(schema: z.ZodType, value: unknown, code: 'input.invalid' | 'input.invalid_id'): unknown {
  const parsed = schema.safeParse(value, { error: inputReason });
  if (parsed.success) {
    if (code === 'input.invalid') refuseUnstorable(parsed.data);
    return parsed.data;
  }
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const path = issue.path.join('.') || 'body';
    fields[path] ??= issue.message;
  }
  const [field, reason] = Object.entries(fields)[0] ?? ['body', 'invalid'];
  throw new AppError(code, { params: { field, reason }, data: fields });
}

function bodyWithout(schema: z.ZodType): object | undefined {
  return 'shape' in schema ? {} : undefined;
}

const deepest = 100;

/** No column can hold U+0000 or half a surrogate pair, and deep nesting ends in an overflow of whoever walks it with recursion. */
function refuseUnstorable(part: unknown): void {
  for (const [name, value] of Object.entries(part ?? {})) {
    const inName = unstorableText(name);
    const reason = inName ?? unstorableIn(value);
    const field = inName ? 'body' : name;
    if (reason) throw new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
  }
}

function unstorableIn(value: unknown): string | null {
  const open: [value: unknown, depth: number][] = [[value, 1]];
  for (;;) {
    const next = open.pop();
    if (!next) return null;
    const [found, depth] = next;
    const reason = typeof found === 'string' ? unstorableText(found) : null;
    if (reason) return reason;
    if (typeof found !== 'object' || found === null) continue;
    if (depth > deepest) return 'it is nested too deep';
    for (const [name, inner] of Object.entries(found)) {
      const inName = unstorableText(name);
      if (inName) return inName;
      open.push([inner, depth + 1]);
    }
  }
}

function unstorableText(text: string): string | null {
  if (text.includes('\u0000')) return 'it holds a NUL character';
  return text.isWellFormed() ? null : 'it holds half a character';
}
