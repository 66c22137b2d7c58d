import { wordsOf } from '@bellhop/rules';

/** What of a thread entry search reads. */
export interface SearchableMessage {
  type: 'incoming' | 'outgoing' | 'activity';
  text_content: string;
  sender_id: number;
  meta: Record<string, unknown>;
  /** Of its conversation. */
  subject: string;
}

/** Words that lie further back in a message than this, in code units, are not found. */
const longestText = 200_000;
/** A tsvector holds 1 MB; entries that would pass this are left out. */
const mostBytes = 600_000;
/** PostgreSQL's own limits of places in a text and of places of one word. */
const lastPosition = 16_000;
const mostPositions = 100;
/** Between subject and text, so that no phrase runs from one into the other. */
const gap = 10;

/**
 * The entry's words as text of a `tsvector`: those of the subject (weight A) and of the text (D), and what operators ask for:
 * `by:<sender id>`, `to:` and `cc:` with each address, its domain and its parts. Null for activity, which is not searched. Surveys are
 * known by these alone: their text holds a link that opens them (behaviour B7.3).
 */
export function messageWords(message: SearchableMessage): string | null {
  if (message.type === 'activity') return null;
  const vector = createVector();
  vector.add(`by:${message.sender_id}`);
  for (const field of ['to', 'cc'] as const) {
    for (const address of addressesOf(message.meta[field])) {
      for (const part of addressParts(address)) vector.add(`${field}:${part}`);
    }
  }
  const subject = wordsOf(message.subject.slice(0, longestText));
  for (const { text, position } of subject) vector.add(text, `${position}A`, position);
  const offset = (subject.at(-1)?.position ?? 0) + gap;
  const text = message.meta.is_csat === true ? '' : message.text_content.slice(0, longestText);
  for (const word of wordsOf(text)) vector.add(word.text, String(offset + word.position), offset + word.position);
  return vector.text();
}

/** An address as it is compared. */
export function plainAddress(address: string): string {
  return address.normalize('NFKC').trim().toLowerCase().slice(0, 200).toWellFormed();
}

function addressesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((one): one is string => typeof one === 'string')
    .slice(0, 100)
    .map(plainAddress);
}

/** The whole, the domain, and each word: what the beginning of a search for it may be. */
function addressParts(address: string): Set<string> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return new Set([address, domain, ...wordsOf(address).map((word) => word.text)].filter(Boolean));
}

/** What stands twice within the quotes of a lexeme. */
const special = /['\\]/;

function createVector() {
  const places = new Map<string, string[]>();
  let bytes = 0;
  return {
    /** Adds a lexeme, at a place when it has one. */
    add(lexeme: string, place?: string, position = 0): void {
      const known = places.get(lexeme);
      if (!known) {
        const size = Buffer.byteLength(lexeme) + 8;
        if (bytes + size > mostBytes) return;
        bytes += size;
      }
      const list = known ?? [];
      if (!known) places.set(lexeme, list);
      if (place !== undefined && position < lastPosition && list.length < mostPositions && bytes < mostBytes) {
        list.push(place);
        bytes += 2;
      }
    },
    text() {
      let text = '';
      for (const [lexeme, list] of places) {
        const plain = special.test(lexeme) ? lexeme.replace(/['\\]/g, '$&$&') : lexeme;
        text += `${text === '' ? '' : ' '}'${plain}'`;
        if (list.length > 0) text += `:${list.length === 1 ? list[0] : list.join(',')}`;
      }
      return text;
    },
  };
}
