import * as z from 'zod';
import { outboundFetch } from '../../lib/outbound.ts';
import { isVersion } from '../../lib/semver.ts';
import { storable } from '../../lib/storable.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text), 'it must be a line of text');

/** What a release feed says: the newest release, and nothing else that we read. */
export const FeedRelease = z.object({
  version: line(100).refine(isVersion, 'it must be a version such as 1.2.3'),
  /** Where people read about it. */
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  notes: z
    .string()
    .max(10_000)
    .transform((text) => storable(text))
    .default(''),
  is_security: z.boolean().default(false),
  /** Day of the release. */
  date: z.iso.date().optional(),
});
export type FeedRelease = z.output<typeof FeedRelease>;

const mostBytes = 64 * 1024;
const limitMs = 10_000;

/**
 * Asks a release feed. It learns that somebody asked, and nothing of the desk: no version, no name, no cookie. Throws an error whose message
 * says in plain words what was wrong.
 */
export async function askReleaseFeed(address: string, limit = limitMs): Promise<FeedRelease> {
  const signal = AbortSignal.timeout(limit);
  const answer = await outboundFetch(
    address,
    // The operator has named it in the environment, a mirror in their own house perhaps.
    { allow_private: true, most_bytes: mostBytes },
    { headers: { accept: 'application/json', 'user-agent': 'Bellhop' }, signal },
  ).catch((error: Error) => {
    throw signal.aborted ? new Error(`it did not answer within ${limit / 1000} s`, { cause: error }) : error;
  });
  if (answer.status !== 200) throw new Error(`it answers with status ${answer.status}`);
  const text = await answer.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error('it is no JSON', { cause: error });
  }
  const parsed = FeedRelease.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.') || 'it'} is not as it must be: ${issue?.message}`);
}
