/**
 * The addresses in what somebody typed or pasted: `a@x.example, "Reed, Ana" <ana@y.example>; b@z.example`. Names are
 * dropped, case is lowered, doubles go. What is no address comes back as it stands, to be marked and mended.
 */
export function parseAddresses(text: string): string[] {
  const found = pieces(text).flatMap((piece) => {
    const inBrackets = /<([^<>]*)>\s*$/.exec(piece)?.[1];
    const bare = (inBrackets ?? piece).trim().replace(/^mailto:/i, '');
    const words = bare.split(/\s+/).filter(Boolean);
    // A column of a sheet arrives with blanks between the addresses.
    return words.length > 1 && words.every((word) => word.includes('@')) ? words : [bare];
  });
  return [...new Set(found.map((address) => address.toLowerCase()))].filter(Boolean);
}

/** Splits at commas, semicolons and line ends, but not inside quotes. */
function pieces(text: string): string[] {
  const parts = [''];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (/[\r\n\t]/.test(character) || (!isQuoted && /[,;]/.test(character))) {
      isQuoted = false;
      parts.push('');
    } else {
      parts[parts.length - 1] += character;
    }
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
