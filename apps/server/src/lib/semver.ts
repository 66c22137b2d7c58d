const shape = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

export function isVersion(text: string): boolean {
  return shape.test(text);
}

/** Whether a version says of itself that it is not finished, as `1.2.0-beta.1` does. */
export function isPrerelease(version: string): boolean {
  return shape.exec(version)?.[4] !== undefined;
}

/** Which of two versions comes later, by the rules of semver.org 2.0.0: below 0 for the second. Throws for what is no version. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parts(one), parts(other)];
  for (const [index, number] of a.numbers.entries()) {
    if (number !== b.numbers[index]) return number - b.numbers[index]!;
  }
  // What is finished comes after all that led to it.
  if (a.before.length === 0 || b.before.length === 0) return b.before.length - a.before.length;
  for (const [index, word] of a.before.entries()) {
    const against = b.before[index];
    if (against === undefined) return 1;
    if (word !== against) return compareWords(word, against);
  }
  return a.before.length - b.before.length;
}

function parts(version: string): { numbers: number[]; before: string[] } {
  const found = shape.exec(version);
  if (!found) throw new Error(`${JSON.stringify(version)} is no version`);
  return { numbers: found.slice(1, 4).map(Number), before: found[4]?.split('.') ?? [] };
}

/** Numbers count as numbers, and come before words. */
function compareWords(one: string, other: string): number {
  const [a, b] = [one, other].map((word) => (/^\d+$/.test(word) ? Number(word) : null));
  if (a != null && b != null) return a - b;
  if (a != null || b != null) return a != null ? -1 : 1;
  return one < other ? -1 : 1;
}
