/** What stands for personal data while it is away: what a provider of AI gets holds placeholders, and its answer gets the data back. */
export interface PersonalDataMask {
  /** The text with a placeholder for each thing found; the same thing has the same placeholder in every text. */
  mask(text: string): string;
  /** The text with what its placeholders stand for; others stay as they are. */
  unmask(text: string): string;
  /** How many different things were found so far. */
  count(): number;
}

/** Takes a text in pieces of any size and gives it on, changed, as early as it can. */
export interface TextFilter {
  push(piece: string): string;
  /** What was held back until it was clear what it was. */
  end(): string;
}

/** What a placeholder may say that it stands for. `TEXT`: what looked like a placeholder itself. */
const kinds = ['EMAIL', 'IBAN', 'CARD', 'PHONE', 'NAME', 'TEXT'] as const;
type Kind = (typeof kinds)[number];

const placeholder = `\\[(?:${kinds.join('|')})_\\d{1,6}\\]`;
const email = String.raw`[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,252}[\p{L}\p{N}])?`;
const iban = String.raw`(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![\p{L}\p{N}])`;
/** Seven digits and more, with what people write between them. */
const digits = String.raw`(?<!\p{Nd})\+?\p{Nd}(?:[ ().\/\u00a0\u2010-\u2015-]{0,3}\p{Nd}){6,24}`;

const day = '(?:0?[1-9]|[12][0-9]|3[01])';
const month = '(?:0?[1-9]|1[0-2])';
const year = '(?:19|20)[0-9]{2}';
/** A date is nobody's number, and a text without its dates is hard to answer. */
const date = new RegExp(`^(?:${year}([-./])${month}\\1${day}|${day}([-./])${month}\\2${year})(?!\\d)`);

/** Cards have 13 digits and more; telephone numbers rarely. */
const shortestCard = 13;
const mostNames = 50;
const longestName = 140;

/**
 * A mask for mail addresses, telephone, card and account numbers, and the names that are given. It rather takes a number too many: what it
 * takes comes back. `unmask(mask(text))` is the text, whatever it is.
 */
export function maskPersonalData(names: readonly string[] = []): PersonalDataMask {
  const placeholders = new Map<string, string>();
  const originals = new Map<string, string>();
  const found = new RegExp(
    [
      `(?<TEXT>${placeholder})`,
      `(?<EMAIL>${email})`,
      `(?<IBAN>${iban})`,
      `(?<PHONE>${digits})`,
      ...namePatterns(names),
    ].join('|'),
    'giu',
  );
  const placeholderOf = (kind: Kind, original: string): string => {
    const known = placeholders.get(original);
    if (known !== undefined) return known;
    const made = `[${kind}_${originals.size + 1}]`;
    placeholders.set(original, made);
    originals.set(made, original);
    return made;
  };
  return {
    mask: (text) =>
      text.replace(found, (...match) => {
        const original = match[0] as string;
        const groups = match.at(-1) as Record<string, string | undefined>;
        const kind = kinds.find((one) => groups[one] !== undefined) ?? 'NAME';
        if (kind !== 'PHONE') return placeholderOf(kind, original);
        const number = kindOfNumber(original);
        return number === null ? original : placeholderOf(number, original);
      }),
    unmask: (text) => text.replace(anyPlaceholder, (one) => originals.get(one.toUpperCase()) ?? one),
    count: () => originals.size,
  };
}

const anyPlaceholder = new RegExp(placeholder, 'gi');

/** Null for a date, with or without a few digits behind it, such as those of a time. */
function kindOfNumber(text: string): Kind | null {
  const rest = text.replace(date, '');
  const count = (rest.match(/\p{Nd}/gu) ?? []).length;
  if (rest !== text && count < 7) return null;
  return count >= shortestCard && !text.startsWith('+') ? 'CARD' : 'PHONE';
}

/** One alternative for each name, the longest first; in scripts without blanks a name ends where it ends. */
function namePatterns(names: readonly string[]): string[] {
  const known = [...new Set(names.map((name) => name.trim().replace(/\s+/g, ' ')))]
    .filter((name) => name.length >= 2 && name.length <= longestName && /\p{L}/u.test(name))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostNames);
  return known.map((name) => {
    const pattern = name.replace(/[.*+?^${}()|[\]\\/]/g, (sign) => `\\${sign}`).replaceAll(' ', '\\s{1,3}');
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(name))
      return pattern;
    return `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
  });
}

/** The beginning of a placeholder at the end of a text, whose rest may come with the next piece. */
const begun = /\[[a-z]{0,6}(?:_\d{0,6})?$/i;

/** Puts the data back into an answer that comes in pieces, wherever a placeholder is cut through. */
export function streamUnmask({ unmask }: Pick<PersonalDataMask, 'unmask'>): TextFilter {
  let held = '';
  return {
    push(piece) {
      const text = held + piece;
      const at = begun.exec(text)?.index ?? text.length;
      held = text.slice(at);
      return unmask(text.slice(0, at));
    },
    end() {
      const rest = unmask(held);
      held = '';
      return rest;
    },
  };
}
