import { ApiError } from '../../../lib/api.ts';

/** Members of a flat answer whose names begin so, without that beginning: a form takes dots for paths. */
export function withoutPrefix(prefix: string, values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

/** The other way, for the body of a call; what does not belong to the settings keeps its name. */
export function withPrefix(prefix: string, { based_on, ...values }: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(values).map(([name, value]) => [prefix + name, value]);
  return { ...Object.fromEntries(named), ...(based_on !== undefined && { based_on }) };
}

/** Calls the server; its refusals name the fields as the form does. */
export async function namedAsInForm<T>(prefix: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'input.invalid') throw error;
    const { message, error_type, status_code, code } = error;
    throw new ApiError({ message, error_type, status_code, code, data: withoutPrefix(prefix, Object(error.data)) });
  }
}
