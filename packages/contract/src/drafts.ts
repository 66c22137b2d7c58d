import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { MacroAction } from './macros.ts';
import { ok, rowId, time, uuidParams } from './primitives.ts';

/** What a draft is going to be. A conversation has a reply and a note of each agent at most, an agent one new conversation. */
export const DraftKind = z.enum(['reply', 'note', 'new_conversation']);
export type DraftKind = z.output<typeof DraftKind>;

/** Bytes of a draft's content as JSON; more is refused with draft.too_large. */
export const largestDraft = 2 * 1024 * 1024;

const line = z.string().max(100_000);
const addressList = z.array(z.string().max(1000)).max(2000);

/** An uploaded file of a draft, as `media.upload` answered it. */
export const DraftFile = z.object({
  id: rowId,
  uuid: z.string().max(64),
  filename: z.string().max(1000),
  size: z.number().nonnegative(),
  content_type: z.string().max(255),
});
export type DraftFile = z.output<typeof DraftFile>;

/** A macro that is chosen and will be applied with the send. */
export const DraftMacro = z.object({ id: rowId, name: z.string().max(1000), actions: z.array(MacroAction).max(100) });
export type DraftMacro = z.output<typeof DraftMacro>;

/** What only the dialog for a new conversation has. */
export const DraftFields = z.object({
  subject: line.optional(),
  inbox_id: z.number().nullish(),
  contact_email: line.optional(),
  first_name: line.optional(),
  last_name: line.optional(),
  team_id: z.number().nullish(),
  agent_id: z.number().nullish(),
});
export type DraftFields = z.output<typeof DraftFields>;

/** Everything that a composer holds, exactly: what is saved, what a send archives and what undoing it puts back. */
export const DraftContent = z.object({
  /** As the editor gives it, pictures by their address here. */
  html: z.string().max(2_000_000),
  /** Null while the composer computes them. */
  recipients: z.object({ to: addressList, cc: addressList, bcc: addressList }).nullable().default(null),
  files: z.array(DraftFile).max(200).default([]),
  macro: DraftMacro.nullable().default(null),
  /** What stands in a recipient field and is no address yet. */
  typed: z.object({ to: line.optional(), cc: line.optional(), bcc: line.optional() }).default({}),
  fields: DraftFields.nullable().default(null),
});
export type DraftContent = z.output<typeof DraftContent>;

/** A draft as listed; `conversation_uuid` is null for a new conversation. */
export const DraftHead = z.object({
  conversation_uuid: z.string().nullable(),
  kind: DraftKind,
  /** Grows with every change, and is never given out twice. */
  version: z.number(),
  updated_at: time,
});
export type DraftHead = z.output<typeof DraftHead>;

export const Draft = DraftHead.extend({ content: DraftContent });
export type Draft = z.output<typeof Draft>;

/** An earlier state of a draft; the last 20 are kept for 30 days, those of sent and discarded drafts as well. */
export const DraftVersion = z.object({
  id: z.number(),
  version: z.number(),
  saved_at: time,
  reason: z.enum(['saved', 'sent', 'discarded']),
  content: DraftContent,
});
export type DraftVersion = z.output<typeof DraftVersion>;

/** `base_version` is the version that the content grew from, 0 where no draft was known. */
export const SaveDraft = z.object({ base_version: z.number().int().min(0).max(2147483647), content: DraftContent });
export type SaveDraft = z.output<typeof SaveDraft>;

export const SavedDraft = z.object({ version: z.number(), updated_at: time });
export type SavedDraft = z.output<typeof SavedDraft>;

const draftParams = uuidParams.extend({ kind: z.enum(['reply', 'note']) });

/**
 * Drafts are their writer's alone. A save whose `base_version` is not the stored one is refused with 409 draft.newer_exists, whose
 * `data` is the stored draft, or null when it was sent or discarded meanwhile.
 */
export const draftRoutes = defineRoutes({
  'drafts.list_mine': {
    method: 'GET',
    path: '/api/v1/drafts/me',
    access: 'session',
    encoding: 'none',
    output: z.array(DraftHead),
    summary: "The caller's drafts in conversations that the caller can see, latest first, without their contents",
  },
  'drafts.get_new': {
    method: 'GET',
    path: '/api/v1/drafts/me/new-conversation',
    access: 'session',
    encoding: 'none',
    output: Draft.nullable(),
    summary: "The caller's draft of a new conversation, or null",
  },
  'drafts.save_new': {
    method: 'PUT',
    path: '/api/v1/drafts/me/new-conversation',
    access: 'session',
    encoding: 'json',
    body: SaveDraft,
    output: SavedDraft,
    summary: "Saves the caller's draft of a new conversation",
  },
  'drafts.discard_new': {
    method: 'DELETE',
    path: '/api/v1/drafts/me/new-conversation',
    access: 'session',
    encoding: 'none',
    output: ok,
    summary: "Ends the caller's draft of a new conversation; it stays among the versions",
  },
  'drafts.versions_new': {
    method: 'GET',
    path: '/api/v1/drafts/me/new-conversation/versions',
    access: 'session',
    encoding: 'none',
    output: z.array(DraftVersion),
    summary: 'Earlier states of the draft of a new conversation, latest first',
  },
  'drafts.get': {
    method: 'GET',
    path: '/api/v1/conversations/:uuid/drafts/:kind',
    access: { permission: 'conversations:read' },
    encoding: 'none',
    params: draftParams,
    output: Draft.nullable(),
    summary: "The caller's reply or note under way, or null",
  },
  'drafts.save': {
    method: 'PUT',
    path: '/api/v1/conversations/:uuid/drafts/:kind',
    access: { permission: 'conversations:read' },
    encoding: 'json',
    params: draftParams,
    body: SaveDraft,
    output: SavedDraft,
    summary: "Saves the caller's reply or note under way",
  },
  'drafts.discard': {
    method: 'DELETE',
    path: '/api/v1/conversations/:uuid/drafts/:kind',
    access: { permission: 'conversations:read' },
    encoding: 'none',
    params: draftParams,
    output: ok,
    summary: "Ends the caller's draft; it stays among the versions",
  },
  'drafts.versions': {
    method: 'GET',
    path: '/api/v1/conversations/:uuid/drafts/:kind/versions',
    access: { permission: 'conversations:read' },
    encoding: 'none',
    params: draftParams,
    output: z.array(DraftVersion),
    summary: "Earlier states of the caller's reply or note, sent and discarded ones too, latest first",
  },
});
