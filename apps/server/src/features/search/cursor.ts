import { AppError } from '../../core/app-error.ts';

/** Where the next page of a search begins. */
export type SearchCursor =
  /** Newest messages: below this message. */
  | { by: 'message'; below: number }
  /** Conversations: behind this one. */
  | { by: 'conversation'; last_message_us: number; conversation_id: number }
  /** Best: the best of the messages below an id, without those shown before. */
  | { by: 'rank'; below: number; shown: number };

/** Opaque text for a place in a search. */
export function writeCursor(cursor: SearchCursor): string {
  return Buffer.from(JSON.stringify(partsOf(cursor))).toString('base64url');
}

function partsOf(cursor: SearchCursor): (string | number)[] {
  switch (cursor.by) {
    case 'message':
      return ['m', cursor.below];
    case 'conversation':
      return ['c', cursor.last_message_us, cursor.conversation_id];
    case 'rank':
      return ['r', cursor.below, cursor.shown];
  }
}

/** Reads a cursor of that kind. Throws input.invalid naming `cursor` for any other text. */
export function readCursor<K extends SearchCursor['by']>(by: K, text: string): Extract<SearchCursor, { by: K }> {
  const cursor = parse(text);
  if (cursor?.by !== by) {
    throw new AppError('input.invalid', { params: { field: 'cursor', reason: 'it does not belong to this search' } });
  }
  return cursor as Extract<SearchCursor, { by: K }>;
}

function parse(text: string): SearchCursor | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  const [kind, first, second] = Array.isArray(parts) ? parts : [];
  if (!isNumber(first)) return null;
  if (kind === 'm') return { by: 'message', below: first };
  if (kind === 'r' && isNumber(second)) return { by: 'rank', below: first, shown: second };
  if (kind === 'c' && isNumber(second) && second < 2 ** 31) {
    return { by: 'conversation', last_message_us: first, conversation_id: second };
  }
  return null;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
