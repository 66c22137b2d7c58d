import * as z from 'zod';
import { Agent } from './agents.ts';
import { defineRoutes } from './define-route.ts';
import { emailText } from './format-schemas.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { formBoolean, idParams, nullableTime, ok, rowId, time } from './primitives.ts';

/** A contact (wire A 15): the shape of agents with empty roles, permissions and teams. `country` is Bellhop's addition. */
export const Contact = Agent.extend({
  type: z.literal('contact'),
  /** ISO 3166-1 alpha-2, in capitals. */
  country: z.string().nullable(),
});
export type Contact = z.output<typeof Contact>;

/** A row of the contact list; `total` is that of the whole list, as the wire has it. */
export const ContactListItem = z.object({
  id: z.number(),
  type: z.literal('contact'),
  created_at: time,
  updated_at: time,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number_calling_code: z.string().nullable(),
  phone_number: z.string().nullable(),
  avatar_url: z.string().nullable(),
  /** False: blocked. */
  enabled: z.boolean(),
  total: z.number(),
});
export type ContactListItem = z.output<typeof ContactListItem>;

/** What the contact list can be sorted by (wire A 15.1); the first is the default, descending. */
export const contactSortFields = ['users.created_at', 'users.email', 'users.updated_at'] as const;
export type ContactSortField = (typeof contactSortFields)[number];

/** Page sizes that the list offers (wire A 15.1). */
export const contactPageSizes = [15, 30, 50, 100] as const;

/** Query of the contact list; `filters` is JSON text; `search` (Bellhop's) is a part of a name or address, from 3 characters on. */
export const ContactListQuery = z.object({
  ...pageQuery(15),
  order_by: z.string().optional(),
  order: z.string().optional(),
  filters: z.string().optional(),
  search: z.string().trim().max(500).optional(),
});
export type ContactListQuery = z.output<typeof ContactListQuery>;

/** Empty text, and the words that a hand-built form makes of nothing (wire A 1.2): no value. */
const noneWords = ['', 'null', 'undefined'];
const orNone = (text: z.ZodType<string>) =>
  z.preprocess((value) => (noneWords.includes(String(value ?? '').trim()) ? null : value), text.nullable());

/**
 * Text parts of a contact's PUT (wire A 15.3). An empty or absent `avatar_url` removes the avatar, any other keeps it; a file part
 * becomes the new one. An absent `country` keeps the stored one.
 */
export const ContactFields = z.object({
  first_name: z.string().trim().min(1).max(140),
  last_name: z
    .preprocess((value) => (value === 'undefined' || value === 'null' ? '' : value), z.string().trim().max(140))
    .default(''),
  email: emailText.toLowerCase(),
  phone_number: orNone(
    z
      .string()
      .trim()
      .regex(/^[\d\s().-]+$/)
      .max(20),
  ),
  phone_number_calling_code: orNone(
    z
      .string()
      .trim()
      .regex(/^\+\d{1,4}(-\d{1,4})?$/)
      .max(10),
  ),
  avatar_url: orNone(z.string().max(1000)),
  country: orNone(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/),
  ).optional(),
});
export type ContactFields = z.output<typeof ContactFields>;

/** Longest note, in code units of its HTML. */
const longestNote = 100_000;

export const ContactNote = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  contact_id: z.number(),
  /** Sanitised HTML. */
  note: z.string(),
  /** Its writer, with the present name and avatar. */
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
});
export type ContactNote = z.output<typeof ContactNote>;

/** A conversation in a contact's history. */
export const ContactConversation = z.object({
  uuid: z.string(),
  reference_number: z.string(),
  subject: z.string(),
  status: z.string(),
  inbox_name: z.string(),
  assigned_user_id: z.number().nullable(),
  assigned_team_id: z.number().nullable(),
  created_at: time,
  last_message: z.string().nullable(),
  last_message_at: nullableTime,
});
export type ContactConversation = z.output<typeof ContactConversation>;

export const contactRoutes = defineRoutes({
  'contacts.list': {
    method: 'GET',
    path: '/api/v1/contacts',
    access: { permission: 'contacts:read_all' },
    encoding: 'none',
    query: ContactListQuery,
    output: pageOf(ContactListItem),
    summary: 'Contacts with an address, blocked ones included, a page at a time',
  },
  'contacts.get': {
    method: 'GET',
    path: '/api/v1/contacts/:id',
    access: { permission: 'contacts:read' },
    encoding: 'none',
    params: idParams,
    output: Contact,
    summary: 'One contact',
  },
  'contacts.update': {
    method: 'PUT',
    path: '/api/v1/contacts/:id',
    access: { permission: 'contacts:write' },
    encoding: 'multipart',
    file_parts: ['files'],
    params: idParams,
    body: ContactFields,
    output: ok,
    summary: 'Changes a contact and, by the part `files`, its avatar',
  },
  'contacts.merge_attributes': {
    method: 'PATCH',
    path: '/api/v1/contacts/:id/custom-attributes',
    access: { permission: 'contacts:write' },
    encoding: 'json',
    params: idParams,
    body: z.record(z.string(), z.unknown()),
    output: ok,
    summary: "Merges values into a contact's custom attributes; null removes one",
  },
  'contacts.block': {
    method: 'PUT',
    path: '/api/v1/contacts/:id/block',
    access: { permission: 'contacts:block' },
    encoding: 'form',
    params: idParams,
    body: z.object({ enabled: formBoolean.default(false) }),
    output: ok,
    summary: 'Blocks a contact (`enabled` false), whose mail is then dropped on receipt, or unblocks it',
  },
  'contacts.conversations': {
    method: 'GET',
    path: '/api/v1/contacts/:id/conversations',
    access: { permission: 'contacts:read' },
    encoding: 'none',
    params: idParams,
    query: z.object({ cursor: z.string().max(200).optional() }),
    output: z.object({ results: z.array(ContactConversation), next_cursor: z.string().nullable() }),
    summary: 'Conversations of a contact that the caller may read, newest first, 20 at a time',
  },
  'contact_notes.list': {
    method: 'GET',
    path: '/api/v1/contacts/:id/notes',
    access: { permission: 'contact_notes:read' },
    encoding: 'none',
    params: idParams,
    output: z.array(ContactNote),
    summary: 'Notes on a contact, newest first',
  },
  'contact_notes.create': {
    method: 'POST',
    path: '/api/v1/contacts/:id/notes',
    access: { permission: 'contact_notes:write' },
    encoding: 'form',
    params: idParams,
    body: z.object({ note: z.string().min(1).max(longestNote) }),
    output: ok,
    summary: 'Adds a note to a contact',
  },
  'contact_notes.delete': {
    method: 'DELETE',
    path: '/api/v1/contacts/:id/notes/:note_id',
    access: { any_of: ['contact_notes:write', 'contact_notes:delete'] },
    encoding: 'none',
    params: z.object({ id: rowId, note_id: rowId }),
    output: ok,
    summary: "Deletes a note: one's own, or anybody's with `contact_notes:delete`",
  },
});
