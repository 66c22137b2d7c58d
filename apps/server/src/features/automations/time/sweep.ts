import { evaluateRule, type RuleBody, readRule } from '@bellhop/rules';
import type { Deps } from '../../../core/deps.ts';
import { isDatabaseTrouble } from '../../conversations/index.ts';
import { knownStatuses } from '../../statuses/index.ts';
import { type AutomationRow, listAutomations } from '../automations.queries.ts';
import { actInUnit, executeRule } from '../engine/execute-rule.ts';
import { loadFacts } from '../engine/load-facts.ts';
import { conditionsOf, type Execute, fireRule } from './fire.ts';
import { boundariesOf, canMatch, longestWait } from './narrow.queries.ts';
import {
  type Asked,
  type Candidate,
  clampFired,
  countFailure,
  deleteStates,
  findLastId,
  findLastSeq,
  findSweep,
  forgetSome,
  listAgain,
  listCandidates,
  listChanged,
  listCrossing,
  listLeftSweeps,
  listOfContacts,
  putSweep,
  rearm,
  type SweepRow,
  walkCandidates,
} from './time.queries.ts';

const minuteMs = 60_000;
const dayMs = 24 * 3600_000;
/** Resolved conversations are looked at for so long after they last changed, and for as long as the rule waits beyond that. */
const windowMs = 30 * dayMs;
/** Spans of time overlap by so much: columns are finer than clocks. */
const overlapMs = minuteMs;
/** So much time is caught up with in one bite. */
const spanMs = dayMs;
/** A clock that is set back by more was wrong before. */
const mostBackMs = 7 * dayMs;
/** After so long a rule walks over all conversations again, for what no event has told. */
const walkAgainMs = dayMs;
/** Sizes of one bite: changes of the log, ids of a walk, conversations that are evaluated together. */
const changesAtOnce = 5_000;
const idsAtOnce = 10_000;
const factsAtOnce = 500;
/** A firing that fails is tried so often in all. */
const mostTries = 5;
/** A sweep ends after so long; the next one goes on where it stopped. */
const budgetMs = 4 * minuteMs;

type SweepDeps = Pick<Deps, 'db' | 'work' | 'clock' | 'system' | 'log'>;

/** One rule in a sweep. */
interface Swept {
  deps: SweepDeps;
  execute: Execute;
  rule: AutomationRow;
  body: RuleBody;
  asked: Asked;
  now: Date;
  row: SweepRow;
  /** Somebody has changed the rule meanwhile: the next sweep begins where this one last noted how far it was. */
  isStale: boolean;
}

/**
 * Evaluates the rules of the clock (behaviour 4.8). A rule fires for a conversation when its conditions become true, and again only after
 * they were false. A new rule, and one with new conditions, walks over all conversations once; then only those are looked at that have changed
 * or have just come to an hour that the rule names. Everything is noted as it goes: a sweep that dies is taken up by the next.
 */
export async function sweepTimeRules(
  deps: SweepDeps,
  { execute = executeRule, isOver = spent(budgetMs) }: { execute?: Execute; isOver?: () => boolean } = {},
): Promise<void> {
  await forgetDeleted(deps, isOver);
  const rules = (await listAutomations(deps.db, 'time_trigger')).filter(({ enabled }) => enabled);
  const walking: Swept[] = [];
  for (const rule of rules) {
    const swept = await begin(deps, rule, execute);
    if (!swept) continue;
    await catchUp(swept, isOver);
    if (hasToWalk(swept)) walking.push(swept);
    if (isOver()) return;
  }
  // Bite by bite in turn, so that a rule with much to do holds up no other.
  for (let left = walking; left.length > 0; ) {
    const next: Swept[] = [];
    for (const swept of left) {
      await walkOn(swept);
      if (hasToWalk(swept)) next.push(swept);
      if (isOver()) return;
    }
    left = next;
  }
}

/** A rule may have held for all conversations there are. */
async function forgetDeleted({ db, work, system }: SweepDeps, isOver: () => boolean): Promise<void> {
  for (const id of await listLeftSweeps(db)) {
    while (await work(system, (uow) => forgetSome(uow.db, id, idsAtOnce))) if (isOver()) return;
  }
}

function hasToWalk({ row, isStale }: Swept): boolean {
  return row.walked_to !== null && !isStale;
}

function spent(ms: number): () => boolean {
  const started = performance.now();
  return () => performance.now() - started > ms;
}

/** Reads how far a rule has been carried, and where its conditions are others begins anew. Null when it is gone. */
async function begin(deps: SweepDeps, rule: AutomationRow, execute: Execute): Promise<Swept | null> {
  const { db, work, system, clock } = deps;
  const now = clock.now();
  const body = readRule(rule.rules);
  const conditions = conditionsOf(rule);
  const statuses = await knownStatuses(db);
  const asked: Asked = {
    rule_id: rule.id,
    isOnTrial: rule.shadow,
    fits: canMatch(body, now),
    open_status_ids: statuses.filter(({ category }) => category !== 'resolved').map(({ id }) => id),
    since: new Date(now.getTime() - windowMs - longestWait(body)),
  };
  const stored = await findSweep(db, rule.id);
  const isNew = stored?.conditions !== conditions;
  const row: SweepRow =
    stored && !isNew
      ? { ...stored, shadow: rule.shadow, ...seen(stored, now) }
      : {
          rule_id: rule.id,
          conditions,
          shadow: rule.shadow,
          seq: await findLastSeq(db),
          covered_until: now,
          latest: now,
          walked_to: 0,
          walked_at: now,
        };
  const isInEarnestNow = stored?.shadow && !rule.shadow;
  const isWalkOld = row.walked_to === null && Math.abs(now.getTime() - row.walked_at.getTime()) >= walkAgainMs;
  if (isInEarnestNow || isWalkOld) row.walked_to = 0;
  const isThere = await work(system, async (uow) => {
    if (isNew) await deleteStates(uow.db, rule.id);
    if (stored && wasWrong(stored, now)) await clampFired(uow.db, rule.id, now);
    return putSweep(uow.db, row);
  });
  return isThere ? { deps, execute, rule, body, asked, now, row, isStale: false } : null;
}

function wasWrong(stored: SweepRow, now: Date): boolean {
  return stored.latest.getTime() - now.getTime() > mostBackMs;
}

/** While the clock shows what it has shown before, spans begin where it was set back to, so that nothing in them is passed over. */
function seen(stored: SweepRow, now: Date): Pick<SweepRow, 'latest' | 'covered_until'> {
  return {
    latest: wasWrong(stored, now) ? now : stored.latest,
    covered_until: new Date(Math.min(stored.covered_until.getTime(), now.getTime())),
  };
}

/**
 * Looks at what has changed, what has come to an hour of the rule, and what failed; when its time is over
 * only at the first of that, and the next sweep goes on from there.
 */
async function catchUp(swept: Swept, isOver: () => boolean): Promise<void> {
  const { deps, body, now, row, rule } = swept;
  const { db } = deps;
  const upTo = await findLastSeq(db);
  for (let isFull = true; isFull && !swept.isStale; ) {
    const changed = await listChanged(db, { after: row.seq, upTo, limit: changesAtOnce });
    const ofContacts = asksForContact(body) ? await listOfContacts(db, changed.contacts) : [];
    await look(swept, [...new Set([...changed.conversations, ...ofContacts])]);
    row.seq = changed.seq;
    await save(swept);
    isFull = changed.isFull;
    if (isFull && isOver()) return;
  }
  const isNews = now >= row.latest;
  for (let from = row.covered_until.getTime(), to = 0; ; from = to) {
    to = Math.min(from + spanMs, now.getTime());
    for (const { column, hours } of boundariesOf(body)) {
      const wait = hours * 60 * minuteMs;
      const span = { after: new Date(from - overlapMs - wait), upTo: new Date(to - wait) };
      await look(swept, await listCrossing(db, { column, ...span }));
    }
    if (to === now.getTime()) break;
    if (isNews) row.covered_until = new Date(to);
    await save(swept);
    if (isOver()) return;
  }
  await look(swept, await listAgain(db, rule.id, mostTries));
  if (isNews) Object.assign(row, { covered_until: now, latest: now });
  await save(swept);
}

function asksForContact(body: RuleBody): boolean {
  return body.groups.some(({ rules }) =>
    rules.some(({ field, field_type }) => field_type === 'contact_custom_attribute' || field === 'contact_email'),
  );
}

/** The next bite of the walk over all conversations. */
async function walkOn(swept: Swept): Promise<void> {
  const { deps, asked, row, now } = swept;
  const after = row.walked_to ?? 0;
  const upTo = after + idsAtOnce;
  await judge(swept, await walkCandidates(deps.db, asked, after, upTo));
  const isThrough = upTo >= (await findLastId(deps.db));
  Object.assign(row, isThrough ? { walked_to: null, walked_at: now } : { walked_to: upTo });
  await save(swept);
}

async function look(swept: Swept, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += factsAtOnce) {
    await judge(swept, await listCandidates(swept.deps.db, swept.asked, ids.slice(at, at + factsAtOnce)));
  }
}

/** Fires for those that have become true, and arms the rule again for those that are true no longer. */
async function judge(swept: Swept, candidates: readonly Candidate[]): Promise<void> {
  const { deps, rule, body, now } = swept;
  for (let at = 0; at < candidates.length; at += factsAtOnce) {
    const some = candidates.slice(at, at + factsAtOnce);
    const facts = await loadFacts(
      deps.db,
      some.map(({ id }) => id),
      now,
    );
    const over: number[] = [];
    for (const { id, is_due, holds } of some) {
      const found = facts.get(id);
      if (!found) continue;
      const { matched } = evaluateRule(body, found);
      if (matched && is_due && !holds) await fire(swept, id);
      if (swept.isStale) return;
      if (!matched && holds) over.push(id);
    }
    if (over.length === 0) continue;
    await deps.work(deps.system, (uow) => rearm(uow.db, { rule_id: rule.id, ids: over, now: uow.now }));
  }
}

/** One that cannot be fired for holds up no other: it is tried again by later sweeps. */
async function fire(swept: Swept, id: number): Promise<void> {
  const { deps, rule, execute } = swept;
  try {
    const isAsRead = await actInUnit(deps, (uow, broken) => fireRule(uow, rule, id, { execute, broken }));
    if (!isAsRead) swept.isStale = true;
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    deps.log.error({ err: error, rule_id: rule.id, conversation_id: id }, 'a time rule could not run');
    await deps.work(deps.system, (uow) => countFailure(uow.db, rule.id, id));
  }
}

async function save({ deps, row, isStale }: Swept): Promise<void> {
  if (!isStale) await deps.work(deps.system, (uow) => putSweep(uow.db, row));
}
