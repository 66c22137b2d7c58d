import * as z from 'zod';
import { DraftContent } from '../drafts.ts';
import { optionalId, rowId } from '../primitives.ts';

export const AssigneeInput = z.object({ assignee_id: rowId });
export const PriorityInput = z.object({ priority: z.string().min(1) });

/**
 * `snoozed_until` is a Go duration such as 6h, or an RFC 3339 time (behaviour 3.1). Bellhop's client sends the duration of the
 * contract, whole hours from an hour on, and in `snoozed_until_at` the exact RFC 3339 time, which wins.
 */
export const StatusInput = z.object({
  status: z.string().min(1),
  snoozed_until: z.string().nullish(),
  snoozed_until_at: z.string().nullish(),
});
export type StatusInput = z.output<typeof StatusInput>;

/** Tag names; forms carry them as JSON text in one field (wire B 1.10). */
export const TagsInput = z.object({
  tags: z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'it must be a JSON array of tag names' });
      return z.NEVER;
    }
  }, z.array(z.string())),
});

/** Attribute values by key. */
export const AttributesInput = z.record(z.string(), z.unknown());

const text = (max: number) => z.string().trim().max(max);
/** Line breaks and other control characters become blanks: what is pasted may hold some, and the head of a mail may not. */
const line = (max: number) =>
  z
    .string()
    .overwrite((given) => given.replace(/\p{Cc}+/gu, ' '))
    .trim()
    .max(max);

/** Body of POST /conversations (wire B 1.4). */
export const CreateConversation = z.object({
  inbox_id: rowId,
  subject: line(998).min(1),
  content: z.string().min(1).max(2_000_000),
  contact_email: text(320).min(1),
  first_name: text(140).min(1),
  last_name: text(140).nullish(),
  agent_id: optionalId.optional(),
  team_id: optionalId.optional(),
  attachments: z
    .array(rowId)
    .nullish()
    .transform((list) => list ?? []),
  /** The sender's own name for it: what has been started under that name is answered and not started twice. */
  send_id: z.uuid().optional(),
  /** The dialog's exact content: kept as sent; the stored draft of a new conversation ends. */
  draft: DraftContent.optional(),
});
export type CreateConversation = z.output<typeof CreateConversation>;
