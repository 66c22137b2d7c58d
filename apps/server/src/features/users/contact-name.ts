/** Storage limit of each part (wire A, appendix A). */
const longestPart = 140;

export interface ContactName {
  first_name: string;
  last_name: string;
  /** Made from the address; a name that somebody writes later replaces it. */
  name_is_derived: boolean;
}

/**
 * First word and all remaining words of a display name (behaviour 1.9). Without one, or when it only repeats the address, the
 * local part of the address is the first name.
 */
export function splitContactName(displayName: string, address: string): ContactName {
  const words = displayName.trim().split(/\s+/).filter(Boolean);
  const repeatsAddress = words.length === 1 && words[0]!.replace(/^<|>$/g, '').toLowerCase() === address.toLowerCase();
  if (words.length === 0 || repeatsAddress) {
    return { first_name: cut(address.split('@')[0] || address), last_name: '', name_is_derived: true };
  }
  const [first = '', ...rest] = words;
  return { first_name: cut(first), last_name: cut(rest.join(' ')), name_is_derived: false };
}

function cut(text: string): string {
  return [...text].slice(0, longestPart).join('');
}
