/** Values that forms and query strings can carry. */
export type Fields = Record<string, unknown>;

/** `/conversations/:uuid` with its parameters filled in, each encoded. Throws when one is missing. */
export function fillPath(path: string, params: Fields = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new Error(`The path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** Query string with its question mark, or nothing. Undefined members are dropped, empty ones kept (wire A 1.2). */
export function encodeQuery(query: Fields = {}): string {
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) pairs.append(key, String(value));
  }
  const text = pairs.toString();
  return text ? `?${text}` : '';
}

/** Form body of wire A 1.2: null is empty, undefined absent, arrays get indexed brackets, blanks are %20. */
export function encodeForm(fields: Fields = {}): string {
  const pairs: string[] = [];
  const add = (key: string, value: unknown) =>
    pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (!Array.isArray(value)) add(key, value ?? '');
    else for (const [index, item] of value.entries()) add(`${key}[${index}]`, item);
  }
  return pairs.join('&');
}

/** Multipart body: plain fields, then each file as a part called `files` (settled question 22). */
export function encodeMultipart(fields: Fields = {}, files: readonly File[] = []): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(key, String(value));
  }
  for (const file of files) form.append('files', file, file.name);
  return form;
}
