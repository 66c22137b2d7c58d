import type { GeneralSettings } from '@bellhop/contract';
import * as z from 'zod';
import { compareVersions, isPrerelease } from '../../lib/semver.ts';
import { FeedRelease } from './release-feed.ts';

/** The setting under which is kept what the release feed said last. */
export const releaseKey = 'releases.latest';

export const KnownRelease = z.object({
  /** When the feed was last asked, whatever came of it. */
  asked_at: z.iso.datetime(),
  /** Why nothing came of that; null when it answered. */
  error: z.string().nullable(),
  /** What it said last; a day is noted when it names none. */
  release: FeedRelease.extend({ date: z.iso.date() }).nullable(),
});
export type KnownRelease = z.output<typeof KnownRelease>;

/** What the banner shows (wire A 10.1); null where the feed is not asked or has never answered. */
export function updateInfo(known: KnownRelease | null, version: string): GeneralSettings['app.update'] {
  const release = known?.release;
  if (!release) return null;
  const { url, notes, is_security, date } = release;
  const number = release.version.replace(/^v/, '');
  // Who runs what is finished does not hear of what is not.
  const is_new = compareVersions(number, version) > 0 && (isPrerelease(version) || !isPrerelease(number));
  return { update: { release_version: number, release_date: date, url, description: notes, is_new, is_security } };
}
