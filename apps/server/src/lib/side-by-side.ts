/**
 * Does `body` for each of `items`, in their order, `width` of them at a time. The first that fails lets no further one begin; it is thrown once
 * those under way have ended.
 */
export async function sideBySide<T>(
  items: Iterable<T>,
  width: number,
  body: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let isBroken = false;
  const lane = async () => {
    for (let next = rest.next(); !next.done && !isBroken; next = rest.next()) {
      try {
        await body(next.value);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** The pieces of a list, none longer than `size`. */
export function* inPieces<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
