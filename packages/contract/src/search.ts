import * as z from 'zod';
import { FilterRow } from './conversations/lists.ts';
import { defineRoutes } from './define-route.ts';
import { fromDigits, nullableTime, time } from './primitives.ts';

/** Shortest query of the three plain searches, in characters after trimming (wire B 5, settled question 14). */
export const shortestSearch = 3;
/** Most rows that the plain searches answer (settled question 14). */
export const mostFound = { conversations: 50, messages: 50, contacts: 15 } as const;
/** Longest excerpt of a message in an answer, in code units (behaviour 13.3). */
export const longestSnippet = 200;

/** Query of the three plain searches. */
export const PlainSearch = z.object({
  query: z.preprocess(
    (text) => text ?? '',
    z
      .string()
      .trim()
      .max(500)
      .refine((text) => [...text].length >= shortestSearch, `it needs at least ${shortestSearch} characters`),
  ),
});
export type PlainSearch = z.output<typeof PlainSearch>;

/** Where a text shows a hit: first code unit and the one behind the last. In order, never touching each other. */
export const Marks = z.array(z.tuple([z.number(), z.number()]));
export type Marks = z.output<typeof Marks>;

/** The contract's members first, Bellhop's own after them (settled question 1). */
export const FoundConversation = z.object({
  created_at: time,
  uuid: z.string(),
  reference_number: z.string(),
  subject: z.string(),
  subject_marks: Marks,
  status: z.string(),
  contact: z.object({ first_name: z.string(), last_name: z.string(), email: z.string().nullable() }),
  last_message_at: time,
});
export type FoundConversation = z.output<typeof FoundConversation>;

export const FoundMessage = z.object({
  created_at: time,
  /** The part of the text with the first hit, at most 200 characters. */
  text_content: z.string(),
  conversation_created_at: time,
  conversation_uuid: z.string(),
  conversation_reference_number: z.string(),
  conversation_subject: z.string(),
  message_uuid: z.string(),
  text_marks: Marks,
  private: z.boolean(),
  /** Name of the writer. */
  sender: z.string(),
});
export type FoundMessage = z.output<typeof FoundMessage>;

export const FoundContact = z.object({
  created_at: time,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  id: z.number(),
  avatar_url: z.string().nullable(),
});
export type FoundContact = z.output<typeof FoundContact>;

/** Longest operator query; what is beyond is not read. */
const longestQuery = 1000;

/**
 * Query of the operator search; the grammar stands in the rules' `search-grammar.ts`. Nothing that is typed is refused; an
 * empty `q` finds nothing.
 */
export const OperatorSearch = z.object({
  q: z
    .string()
    .default('')
    .transform((text) => text.slice(0, longestQuery).replaceAll('\0', ' ')),
  sort: z.enum(['newest', 'best']).default('newest'),
  cursor: z.string().max(200).optional(),
  limit: z.preprocess(fromDigits, z.number().int().min(1).max(50)).default(20),
});
export type OperatorSearch = z.output<typeof OperatorSearch>;

/** One conversation with its best or newest matching message; without words in the query there is no such message. */
export const SearchHit = z.object({
  conversation: z.object({
    uuid: z.string(),
    reference_number: z.string(),
    subject: z.string(),
    status: z.string(),
    priority: z.string().nullable(),
    contact: z.object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string().nullable(),
      avatar_url: z.string().nullable(),
    }),
    assigned_user_id: z.number().nullable(),
    assigned_team_id: z.number().nullable(),
    inbox_name: z.string(),
    created_at: time,
    last_message_at: nullableTime,
  }),
  message_uuid: z.string().nullable(),
  /** Name of the message's writer. */
  sender: z.string().nullable(),
  /** Time of the message, or of the conversation's last one. */
  matched_at: time,
  subject_marks: Marks,
  /** At most 200 characters of the message, or of the conversation's last one. */
  snippet: z.string(),
  snippet_marks: Marks,
});
export type SearchHit = z.output<typeof SearchHit>;

export const SearchAnswer = z.object({
  results: z.array(SearchHit),
  next_cursor: z.string().nullable(),
  /** Not everything was looked at: the time was over, or best first ranked only the newest of many hits. */
  is_partial: z.boolean(),
  /** The query as rows of a view; null when it is empty or a term can't be one. */
  view_filters: z.array(FilterRow).nullable(),
  /** The terms that can't be part of a view, as they were typed. */
  view_blockers: z.array(z.string()),
});
export type SearchAnswer = z.output<typeof SearchAnswer>;

export const searchRoutes = defineRoutes({
  'search.conversations': {
    method: 'GET',
    path: '/api/v1/conversations/search',
    access: { permission: 'conversations:read' },
    encoding: 'none',
    query: PlainSearch,
    output: z.array(FoundConversation),
    summary: 'Visible conversations by a part of reference number, subject, contact or file name',
  },
  'search.messages': {
    method: 'GET',
    path: '/api/v1/messages/search',
    access: { permission: 'messages:read' },
    encoding: 'none',
    query: PlainSearch,
    output: z.array(FoundMessage),
    summary: 'Messages of visible conversations by words and beginnings of words, newest first',
  },
  'search.contacts': {
    method: 'GET',
    path: '/api/v1/contacts/search',
    access: { permission: 'contacts:read' },
    encoding: 'none',
    query: PlainSearch,
    output: z.array(FoundContact),
    summary: 'Contacts by a part of address or name',
  },
  'search.query': {
    method: 'GET',
    path: '/api/v1/search',
    access: { permission: 'messages:read' },
    encoding: 'none',
    query: OperatorSearch,
    output: SearchAnswer,
    summary: 'Visible conversations by words, phrases and operators, newest or best first',
  },
});
