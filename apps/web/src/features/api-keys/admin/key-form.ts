import { ApiKeyCreate, suggestedKeyDays } from '@bellhop/contract/api-keys';
import * as z from 'zod';

const dayMs = 86_400_000;
/** Lives on offer, in days. */
export const keyLives = [30, suggestedKeyDays, 365] as const;

/** A key's life as the form holds it: days from now, never, or a day of choice. */
export const KeyForm = ApiKeyCreate.omit({ expires_at: true })
  .extend({ life: z.string(), until: z.string() })
  .refine(({ life, until }) => life !== 'date' || endOfDay(until).getTime() > Date.now(), {
    path: ['until'],
    error: 'it must be a day that is not over',
    params: { key: 'api_keys.until.future' },
  });

/** When a key ends that is made now; null for never. */
export function endOfLife({ life, until }: { life: string; until: string }): string | null {
  if (life === 'never') return null;
  return (life === 'date' ? endOfDay(until) : afterDays(Number(life))).toISOString();
}

export function afterDays(days: number): Date {
  return new Date(Date.now() + days * dayMs);
}

/** The last moment of a day (`2027-03-31`) where the reader is; an invalid date for anything else. */
function endOfDay(day: string): Date {
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T23:59:59` : Number.NaN);
}
