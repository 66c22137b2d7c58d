/** How names are compared: case, accents and width make no difference. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What has every word of the query anywhere in its text; all of it without a query. */
export function containing<T>(things: readonly T[], query: string, textOf: (thing: T) => string): readonly T[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return things;
  return things.filter((thing) => {
    const text = plain(textOf(thing));
    return wanted.every((word) => text.includes(word));
  });
}

/** What has a name with a word that begins with each word of the query; a name said in full and gone on from is none. */
export function namedLike<T extends { name: string }>(things: readonly T[], query: string): readonly T[] {
  const wanted = wordsOf(query);
  return things.filter(({ name }) => {
    const words = plain(name).split(/[\s\p{P}]+/u);
    return wanted.every((word) => words.some((one) => one.startsWith(word)));
  });
}

function wordsOf(query: string): readonly string[] {
  return plain(query).split(/\s+/).filter(Boolean);
}
