import { GeneralSettings, OwnSettings } from '@bellhop/contract';
import * as z from 'zod';
import type { Reader } from '../../db/types.ts';
import { createCache } from '../../lib/cached.ts';
import { KnownRelease, releaseKey } from './release.ts';
import { readSettings } from './settings.queries.ts';

export const Settings = z.object({
  ...GeneralSettings.omit({ 'app.update': true, 'app.version': true }).shape,
  ...OwnSettings.shape,
});
/** With what is kept beside them that nobody sets by hand; a spoilt one counts as none. */
const Stored = Settings.extend({ [releaseKey]: KnownRelease.nullable().default(null).catch(null) });
export type Settings = z.output<typeof Stored>;

const cache = createCache(30_000, async (db: Reader) => Stored.parse(await readSettings(db)));

/**
 * The settings, remembered for half a minute per reader; the channel `bellhop_settings` drops them. Throws when a key that the
 * first start seeds is missing or of a wrong type.
 */
export async function loadSettings(db: Reader): Promise<Settings> {
  return cache.get(db);
}

/** The settings as they were read last, for callers that cannot wait; undefined before the first read. */
export function lastSettings(db: Reader): Settings | undefined {
  return cache.peek(db);
}

/**
 * Reads the settings of a reader anew; called when they were changed, here or in another process. Whoever cannot wait sees the new
 * ones once this resolves.
 */
export async function renewSettings(db: Reader): Promise<void> {
  cache.drop(db);
  await cache.get(db);
}
