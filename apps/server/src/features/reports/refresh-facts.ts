import type { Transaction } from '../../db/types.ts';
import type { Calendar } from '../business-hours/index.ts';
import { findSlaHours } from '../sla/index.ts';
import { deleteFacts, insertFacts, listFacts } from './facts.queries.ts';
import { type Fact, isDuration } from './facts.ts';
import { addToSums } from './rollups.queries.ts';
import { listSourceFacts, type SourceFact } from './sources.queries.ts';

/**
 * Makes the facts of some conversations what their rows say, and the roll-ups with them; answers how many were otherwise. Doing it twice
 * changes nothing. The state's row is locked. The open time of a duration is worked out once, by the hours of then, and kept.
 */
export async function refreshFacts(db: Transaction, ids: readonly number[], zone: string): Promise<number> {
  if (ids.length === 0) return 0;
  const sources = await listSourceFacts(db, ids);
  const had = new Map((await listFacts(db, ids)).map((fact) => [keyOf(fact), fact]));
  const openTime = createOpenTime(db);
  const gone: Fact[] = [];
  const made: Fact[] = [];
  for (const source of sources) {
    const before = had.get(keyOf(source));
    had.delete(keyOf(source));
    if (before && isSame(before, source)) continue;
    if (before) gone.push(before);
    made.push(await factOf(source, before, openTime));
  }
  gone.push(...had.values());
  await deleteFacts(db, gone);
  await insertFacts(db, made);
  await addToSums(
    db,
    [...gone.map((fact) => ({ ...fact, sign: -1 as const })), ...made.map((fact) => ({ ...fact, sign: 1 as const }))],
    zone,
  );
  return Math.max(gone.length, made.length);
}

const keyOf = ({ conversation_id, metric, ref }: Pick<Fact, 'conversation_id' | 'metric' | 'ref'>) =>
  `${conversation_id} ${metric} ${ref}`;

const places = ['inbox_id', 'contact_id', 'team_id', 'agent_id', 'priority_id', 'value'] as const;

function isSame(fact: Fact, source: SourceFact): boolean {
  return (
    fact.at.getTime() === source.at.getTime() &&
    places.every((place) => fact[place] === source[place]) &&
    String(fact.tag_ids) === String(source.tag_ids)
  );
}

async function factOf(
  { started_at, hours_team_id, ...source }: SourceFact,
  before: Fact | undefined,
  openTime: OpenTime,
): Promise<Fact> {
  if (!isDuration(source.metric) || started_at === null) return { ...source, open_value: null };
  const isKept = before?.at.getTime() === source.at.getTime() && before.value === source.value;
  const open_value = isKept ? before.open_value : await openTime(hours_team_id, started_at, source);
  return { ...source, open_value };
}

type OpenTime = (teamId: number | null, from: Date, source: Pick<SourceFact, 'at' | 'value'>) => Promise<number | null>;

/** Seconds of open time by a team's hours, else the desk's; all of the time where no hours are set. */
function createOpenTime(db: Transaction): OpenTime {
  const calendars = new Map<number | null, Calendar | null>();
  return async (teamId, from, { at, value }) => {
    if (!calendars.has(teamId)) calendars.set(teamId, (await findSlaHours(db, teamId))?.calendar ?? null);
    const calendar = calendars.get(teamId);
    if (!calendar) return value;
    return Math.max(0, Math.floor(calendar.openTimeBetween(from, at) / 1000));
  };
}
