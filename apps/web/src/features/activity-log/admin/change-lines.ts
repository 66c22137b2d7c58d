/** One value that is not the same before and after. Of lists of words it is told what was added and removed. */
export type ChangeLine = { path: readonly string[] } & (
  | { kind: 'value'; before: Scalar; after: Scalar }
  | { kind: 'list'; added: readonly Scalar[]; removed: readonly Scalar[] }
);
export type Scalar = string | number | boolean | null;

type Changes = Record<string, { before: unknown; after: unknown }>;

/** A change as lines to read: members of members stand by themselves, and what stayed the same is left out. */
export function changeLines(changes: Changes): ChangeLine[] {
  return Object.entries(changes).flatMap(([name, { before, after }]) => linesOf([name], before, after));
}

function linesOf(path: readonly string[], before: unknown, after: unknown): ChangeLine[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isList(before) && isList(after) && !(isBlank(before) && isBlank(after))) {
    const [was, is] = [before ?? [], after ?? []];
    const added = is.filter((one) => !was.includes(one));
    const removed = was.filter((one) => !is.includes(one));
    if (added.length + removed.length > 0) return [{ path, kind: 'list', added, removed }];
    // Only their order may be another one.
    return valueLine(path, was.join(', '), is.join(', '));
  }
  if (isGroup(before) || isGroup(after)) {
    const [was, is] = [membersOf(before), membersOf(after)];
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return names.flatMap((name) => linesOf([...path, name], was[name] ?? null, is[name] ?? null));
  }
  return valueLine(path, before, after);
}

function valueLine(path: readonly string[], before: unknown, after: unknown): ChangeLine[] {
  const line = { path, kind: 'value', before: scalarOf(before), after: scalarOf(after) } as const;
  return line.before === line.after ? [] : [line];
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** A list of scalars, or nothing at all where one may stand. */
function isList(value: unknown): value is Scalar[] | null | undefined {
  return isBlank(value) || (Array.isArray(value) && value.every(isScalar));
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Members by name; those of a list by their place, from 1 on. A single value has none. */
function membersOf(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return Object.fromEntries(value.map((one, index) => [String(index + 1), one]));
  return isGroup(value) ? (value as Record<string, unknown>) : {};
}

/** An empty text says as little as none. */
function scalarOf(value: unknown): Scalar {
  return isScalar(value) && value !== '' ? value : null;
}
