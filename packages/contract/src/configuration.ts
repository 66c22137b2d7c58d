import * as z from 'zod';
import { time } from './primitives.ts';

/** What an administrator sets up; the word stands in frames, in the activity log and in what says where something is used. */
export const configEntities = [
  'agent',
  'team',
  'role',
  'inbox',
  'business_hours',
  'sla',
  'tag',
  'status',
  'macro',
  'custom_attribute',
  'automation',
  'template',
  'oidc',
  'webhook',
  'setting',
  'notification_settings',
  'ai_settings',
  'ai_prompt',
] as const;
export const ConfigEntity = z.enum(configEntities);
export type ConfigEntity = z.output<typeof ConfigEntity>;

/**
 * What uses something, asked before it is deleted: `used_by` names the first 50, `total` counts all of them, `conversations` counts
 * the conversations that carry it, at most 10,000; `contacts` does the same for what contacts carry.
 */
export const Usage = z.object({
  used_by: z.array(z.object({ entity: ConfigEntity, id: z.number(), name: z.string() })),
  total: z.number(),
  conversations: z.number(),
  contacts: z.number().optional(),
});
export type Usage = z.output<typeof Usage>;

/**
 * Member of every body that changes configuration: `updated_at` of what was loaded. When somebody else has saved it since, the
 * change is refused with `config.changed_meanwhile`; without it nothing is compared, as other clients expect.
 */
export const basedOn = { based_on: time.optional() };

/** What turns the reading direction, breaks the line or cannot be seen: in a name it would make it look like another one. */
const disguises = /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/u;

/** A name of one line, `least` to `most` characters long after trimming, without control characters and turned directions. */
export function nameText(most: number, least = 1) {
  return z
    .string()
    .trim()
    .min(least)
    .max(most)
    .refine((text) => !disguises.test(text), {
      error: 'it holds characters that cannot be seen',
      params: { key: 'form.error.invisible' },
    });
}
