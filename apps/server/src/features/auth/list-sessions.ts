import type { Session } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Places } from '../../lib/places.ts';
import { readUserAgent } from '../../lib/user-agent.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { loadSettings } from '../settings/index.ts';
import { listSessionRows } from './sessions.queries.ts';

/** Where an agent is signed in, last used first; `current` is the hash of the session that asks. */
export async function listSessions(
  { db, clock, places }: Pick<Deps, 'db' | 'clock'> & { places: Places },
  userId: number,
  current: Buffer,
): Promise<Session[]> {
  const rows = await listSessionRows(db, userId, clock.now());
  const language = (await loadSettings(db))['app.lang'];
  return Promise.all(
    rows.map(async ({ id_hash, ip, user_agent, ...row }) => ({
      ...wireTimes(row),
      ...readUserAgent(user_agent ?? ''),
      is_current: id_hash.equals(current),
      ip: ip ?? '',
      place: ip === null ? null : await places.find(ip, language),
      user_agent: user_agent ?? '',
    })),
  );
}
