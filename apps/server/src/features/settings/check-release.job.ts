import type { Deps } from '../../core/deps.ts';
import { loadSettings, renewSettings } from './load-settings.ts';
import { type KnownRelease, releaseKey } from './release.ts';
import { askReleaseFeed, type FeedRelease } from './release-feed.ts';
import { deleteSetting, writeSettings } from './settings.queries.ts';

const hourMs = 3_600_000;
/** A little less than a day: the clock's job comes by once an hour. */
const askedEveryMs = 23.5 * hourMs;

/**
 * Job `releases.check`: once a day has the release feed asked, at a moment of the next hour that is nobody else's, so that the desks of the
 * world don't ask at once. Without a feed what an earlier one said is forgotten.
 */
export async function planReleaseCheck(deps: Deps): Promise<void> {
  const known = (await loadSettings(deps.db))[releaseKey];
  if (deps.config.release_feed === undefined) {
    if (known) await keep(deps, null);
    return;
  }
  const now = deps.clock.now().getTime();
  const age = known ? now - Date.parse(known.asked_at) : Number.POSITIVE_INFINITY;
  // An asking in the time to come is the clock's fault, which was set back.
  if (age >= 0 && age < askedEveryMs) return;
  const run_at = new Date(Date.now() + Math.random() * hourMs);
  await deps.work(deps.system, (uow) =>
    uow.enqueue('releases.ask', {}, { key: 'releases.ask', run_at, max_attempts: 3 }),
  );
}

/** Job `releases.ask`: asks the feed and keeps what it says. One that fails is asked again tomorrow; what is known stays. */
export async function askForRelease(deps: Deps): Promise<void> {
  const { release_feed } = deps.config;
  if (release_feed === undefined) return;
  const former = (await loadSettings(deps.db))[releaseKey]?.release ?? null;
  const asked_at = deps.clock.now().toISOString();
  try {
    const release = await askReleaseFeed(release_feed);
    await keep(deps, { asked_at, error: null, release: dated(release, former, asked_at.slice(0, 10)) });
  } catch (error) {
    const reason = (error as Error).message.slice(0, 500);
    deps.log.warn({ err: reason }, 'the release feed could not be read');
    await keep(deps, { asked_at, error: reason, release: former });
  }
}

/** A release whose day is not told counts from the day on which it was first heard of. */
function dated(release: FeedRelease, former: KnownRelease['release'], today: string): KnownRelease['release'] {
  const heard = former?.version === release.version ? former.date : today;
  return { ...release, date: release.date ?? heard };
}

async function keep(deps: Deps, known: KnownRelease | null): Promise<void> {
  await deps.work(deps.system, async (uow) => {
    if (known) await writeSettings(uow.db, { [releaseKey]: known }, uow.now);
    else await deleteSetting(uow.db, releaseKey);
    uow.wake('bellhop_settings');
  });
  await renewSettings(deps.db);
}
