const longestName = 255;

/**
 * A file name for display: the name as given, in its own script, without folders, control and direction characters, at most
 * 255 characters with the extension kept (behaviour 1.6 names, which beats the narrower rule of wire A 14.1). The storage key
 * never comes from it. Without a name: `attachment`.
 */
export function displayFileName(name: string): string {
  const base = name
    .toWellFormed()
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\s+/g, ' ')
    .trim();
  if (base === '' || /^\.+$/.test(base)) return 'attachment';
  const letters = [...base];
  if (letters.length <= longestName) return base;
  const extension = /\.[^.]{1,20}$/.exec(base)?.[0] ?? '';
  return letters.slice(0, longestName - [...extension].length).join('') + extension;
}

/** The lower-cased extension without its dot, '' when there is none. */
export function extensionOf(name: string): string {
  return /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** `*` allows everything; an empty list nothing (wire A 14.1). */
export function isExtensionAllowed(name: string, allowed: readonly string[] | null): boolean {
  if (!allowed) return false;
  return allowed.includes('*') || allowed.some((extension) => extension.toLowerCase() === extensionOf(name));
}
