import { AppError } from '../../core/app-error.ts';

/** Where the next page of a search begins. */
export type SearchCursor =
  /** Newest messages: before this one. */
  | { by: 'message'; at_us: number; message_id: number }
  /** Conversations: behind this one. */
  | { by: 'conversation'; last_message_us: number; conversation_id: number }
  /** Best: the best of the messages before a place, without the first so many. Conversations with hits from there on were shown
   * before, if `is_further`; else that is the beginning. */
  | { by: 'rank'; at_us: number; message_id: number; shown: number; is_further: boolean };

/** Opaque text for a place in a search. */
export function writeCursor(cursor: SearchCursor): string {
  return Buffer.from(JSON.stringify(partsOf(cursor))).toString('base64url');
}

function partsOf(cursor: SearchCursor): (string | number)[] {
  switch (cursor.by) {
    case 'message':
      return ['m', cursor.at_us, cursor.message_id];
    case 'conversation':
      return ['c', cursor.last_message_us, cursor.conversation_id];
    case 'rank':
      return ['r', cursor.at_us, cursor.message_id, cursor.shown, cursor.is_further ? 1 : 0];
  }
}

/** Reads a cursor of any kind. Throws input.invalid naming `cursor` for any other text. */
export function readCursor(text: string): SearchCursor {
  return parse(text) ?? refuse();
}

/** A cursor that must be of one kind; null stays null. Throws input.invalid naming `cursor`. */
export function cursorBy<K extends SearchCursor['by']>(
  by: K,
  cursor: SearchCursor | null,
): Extract<SearchCursor, { by: K }> | null {
  if (cursor && cursor.by !== by) refuse();
  return cursor as Extract<SearchCursor, { by: K }> | null;
}

function refuse(): never {
  throw new AppError('input.invalid', { params: { field: 'cursor', reason: 'it does not belong to this search' } });
}

function parse(text: string): SearchCursor | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  const [kind, first, second, third, fourth] = Array.isArray(parts) ? parts : [];
  if (!isNumber(first) || !isNumber(second)) return null;
  switch (kind) {
    case 'm':
      return { by: 'message', at_us: first, message_id: second };
    case 'r':
      if (!isNumber(third)) return null;
      return { by: 'rank', at_us: first, message_id: second, shown: third, is_further: fourth === 1 };
    case 'c':
      return second < 2 ** 31 ? { by: 'conversation', last_message_us: first, conversation_id: second } : null;
    default:
      return null;
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 8e15;
}
