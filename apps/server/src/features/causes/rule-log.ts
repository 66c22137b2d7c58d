import type { Automation, CausesQuery, CauseTrace, RuleLogEntry } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Reader } from '../../db/types.ts';
import { findRuleFigures, findVisibleNames, listOfRule } from './causes.queries.ts';
import { causeView } from './read-causes.ts';

/** What a rule did, newest first; conversations that the reader may not see are not named. */
export async function listRuleLog(
  db: Reader,
  actor: Actor,
  ruleId: number,
  { cursor, limit, failed }: CausesQuery & { failed?: boolean | undefined },
): Promise<{ results: RuleLogEntry[]; next_cursor: number | null }> {
  const rows = await listOfRule(db, ruleId, { failed: failed ?? false, before: cursor ?? null, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const ids = new Set(shown.flatMap(({ conversation_id }) => conversation_id ?? []));
  const named = new Map(
    (await findVisibleNames(db, actor, [...ids])).map(({ id, ...conversation }) => [id, conversation]),
  );
  return {
    results: shown.map((row) => {
      const conversation = named.get(row.conversation_id ?? 0) ?? null;
      const view = causeView(row);
      return { ...view, trace: conversation ? view.trace : withoutValues(view.trace), conversation };
    }),
    next_cursor: rows.length > limit ? shown.at(-1)!.id : null,
  };
}

/** What a conversation and its customer had is not told to who may not see it: that the rule acted is. */
function withoutValues(trace: CauseTrace): CauseTrace {
  return { ...trace, group_operator: null, groups: [], facts: [] };
}

/** What the list of rules says of each. */
export type RuleStatistics = Pick<Automation, 'last_fired_at' | 'fired_7d' | 'failed_7d'>;

const weekMs = 7 * 24 * 3600_000;
/** Nobody needs to know it more exactly, and nothing is counted for long. */
const mostCounted = 10_000;

/** What each of some rules did lately, id to figures; every rule has some. */
export async function ruleStatistics(
  db: Reader,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, RuleStatistics>> {
  const since = new Date(now.getTime() - weekMs);
  const figures = await findRuleFigures(db, ids, { since, most: mostCounted });
  return new Map(
    figures.map(({ rule_id, last_fired_at, fired, failed }) => [
      rule_id,
      { last_fired_at: last_fired_at?.toISOString() ?? null, fired_7d: fired, failed_7d: failed },
    ]),
  );
}
