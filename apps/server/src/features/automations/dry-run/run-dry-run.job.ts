import {
  type AutomationEvent,
  type ConflictField,
  type DryRunBasis,
  type DryRunConflict,
  defaultStatusNames,
} from '@bellhop/contract';
import { evaluateRule, type RuleBody, type RuleFacts, readRule } from '@bellhop/rules';
import type { Deps } from '../../../core/deps.ts';
import type { Jobs } from '../../../core/jobs.ts';
import { loadStatuses } from '../../statuses/index.ts';
import { type AutomationRow, listAutomations } from '../automations.queries.ts';
import { loadFacts } from '../engine/load-facts.ts';
import { inOrder } from '../engine/perform.ts';
import { ruleEvents } from '../engine/raising.ts';
import {
  type DryRunRow,
  deleteDryRuns,
  findDryRun,
  findHeld,
  listPastEvents,
  listTried,
  type PastEvent,
  patchDryRun,
  type StoredSample,
} from './dry-run.queries.ts';
import { type Clash, clashesOf, type Held, simulate } from './simulate.ts';

const dayMs = 24 * 3600_000;
const spanMs = 30 * dayMs;
const keptMs = 7 * dayMs;
const mostConversations = 10_000;
const atOnce = 250;
/** Of a conversation in which a thing happened more often the last times count. */
const mostEvents = 20;
/** More than are shown: who asks may not see them all. */
const mostSamples = 200;

/** A moment at which the rule would have looked at a conversation. `event` is null where it does not wait for one. */
interface Moment {
  event: AutomationEvent | null;
  facts: RuleFacts;
  held: Held;
}

/** Another rule that wants something else. */
interface Rival {
  rule: Pick<AutomationRow, 'id' | 'name' | 'events'>;
  body: RuleBody;
  clashes: Clash[];
  wins: DryRunConflict['wins'];
}

/** What is counted as it goes. */
interface Tally {
  looked_at: number;
  matched: number;
  samples: StoredSample[];
  actions: { times: number; changes: number }[];
  conflicts: Map<string, DryRunConflict>;
}

/**
 * Job `automations.dry_run`: holds a rule against the last conversations and counts what it would have done. It has nothing to do anything with:
 * it reads, and writes its own row. A process that dies leaves it to another, which begins from the start.
 */
export async function runDryRun(deps: Deps, { id }: Jobs['automations.dry_run']): Promise<void> {
  const row = await findDryRun(deps.db, id);
  if (!row || (row.state !== 'waiting' && row.state !== 'running')) return;
  try {
    await tryRule(deps, row);
  } catch (error) {
    await deps.work(deps.system, (uow) => patchDryRun(uow.db, id, { state: 'failed', now: uow.now }));
    deps.log.error({ err: error, dry_run_id: id }, 'a dry run failed');
  }
}

/** Drops dry runs after a week. */
export async function forgetDryRuns({ work, system }: Deps): Promise<void> {
  await work(system, (uow) => deleteDryRuns(uow.db, new Date(uow.now.getTime() - keptMs)));
}

async function tryRule(deps: Deps, { id, rule, rule_id }: DryRunRow): Promise<void> {
  const { db, clock } = deps;
  const body = readRule(rule.rules);
  const actions = inOrder(body.actions);
  const now = clock.now();
  const since = new Date(now.getTime() - spanMs);
  const found = await listTried(db, { type: rule.type, since, limit: mostConversations + 1 });
  const ids = found.slice(0, mostConversations);
  const note = (patch: Omit<Parameters<typeof patchDryRun>[2], 'now'>) =>
    deps.work(deps.system, (uow) => patchDryRun(uow.db, id, { ...patch, now: uow.now }));
  const rivals = await listRivals(deps, { id: rule_id, rule, actions });
  const tally: Tally = {
    looked_at: 0,
    matched: 0,
    samples: [],
    actions: actions.map(() => ({ times: 0, changes: 0 })),
    conflicts: new Map(),
  };
  const { samples, conflicts } = tally;
  for (let at = 0; at < ids.length; at += atOnce) {
    const { looked_at, matched } = tally;
    if (!(await note({ state: 'running', total: ids.length, looked_at, matched }))) return;
    const some = ids.slice(at, at + atOnce);
    const moments = await momentsOf(deps, rule, some, { since, now });
    for (const conversation of some) count(tally, conversation, moments.get(conversation) ?? [], body, actions, rivals);
  }
  const { looked_at, matched } = tally;
  await note({
    state: 'done',
    total: ids.length,
    looked_at,
    matched,
    result: {
      basis: bases[rule.type],
      since: since.toISOString(),
      is_capped: found.length > mostConversations,
      samples,
      actions: actions.map(({ type, value }, place) => ({
        type,
        value: type === 'send_reply' || type === 'send_private_note' ? [] : value,
        ...tally.actions[place]!,
      })),
      conflicts: [...conflicts.values()].sort((a, b) => b.count - a.count),
    },
  });
}

const bases: Record<DryRunRow['rule']['type'], DryRunBasis> = {
  new_conversation: 'creation',
  conversation_update: 'events',
  time_trigger: 'now',
};

/** One conversation: the last moment at which the rule matches is its sample. */
function count(
  tally: Tally,
  conversation_id: number,
  moments: readonly Moment[],
  body: RuleBody,
  actions: RuleBody['actions'],
  rivals: readonly Rival[],
): void {
  tally.looked_at += 1;
  const clashed = new Set<string>();
  let sample: StoredSample | undefined;
  for (const { event, facts, held } of moments) {
    const { matched, groups, group_operator } = evaluateRule(body, facts);
    if (!matched) continue;
    sample = { conversation_id, groups, group_operator };
    simulate(actions, held).forEach((isChange, place) => {
      tally.actions[place]!.times += 1;
      if (isChange) tally.actions[place]!.changes += 1;
    });
    for (const { rule, body: other, clashes, wins } of rivals) {
      if (event && !rule.events.includes(event)) continue;
      if (!evaluateRule(other, facts).matched) continue;
      for (const clash of clashes) {
        const key = `${rule.id} ${clash.field}`;
        if (clashed.has(key)) continue;
        clashed.add(key);
        addConflict(tally.conflicts, key, { rule_id: rule.id, rule_name: rule.name, ...clash, wins, count: 1 });
      }
    }
  }
  if (!sample) return;
  tally.matched += 1;
  if (tally.samples.length < mostSamples) tally.samples.push(sample);
}

function addConflict(conflicts: Map<string, DryRunConflict>, key: string, conflict: DryRunConflict): void {
  const known = conflicts.get(key);
  if (known) known.count += 1;
  else conflicts.set(key, conflict);
}

/** Enabled rules of the same kind that act in earnest on the same events and want something else. Who comes last has the last word. */
async function listRivals(
  { db }: Deps,
  tried: { id: number | null; rule: DryRunRow['rule']; actions: RuleBody['actions'] },
): Promise<Rival[]> {
  const { rule, actions } = tried;
  const all = await listAutomations(db, rule.type);
  const place = all.findIndex(({ id }) => id === tried.id);
  const isFirstOnly = all[0]?.execution_mode === 'first_match';
  return all.flatMap((other, at) => {
    const isHeard = rule.type !== 'conversation_update' || other.events.some((event) => rule.events.includes(event));
    if (!other.enabled || other.shadow || other.id === tried.id || !isHeard) return [];
    const body = readRule(other.rules);
    const clashes = clashesOf(actions, inOrder(body.actions));
    const isBefore = place < 0 || at < place;
    return clashes.length > 0
      ? [{ rule: other, body, clashes, wins: isBefore === isFirstOnly ? 'other' : 'this' }]
      : [];
  });
}

/** The moments at which a rule of this kind looks at some conversations, by conversation, oldest first. */
async function momentsOf(
  deps: Deps,
  rule: DryRunRow['rule'],
  ids: readonly number[],
  { since, now }: { since: Date; now: Date },
): Promise<Map<number, Moment[]>> {
  const { db } = deps;
  const isNew = rule.type === 'new_conversation';
  const facts = await loadFacts(db, ids, now, isNew ? { content: 'first' } : {});
  const rows = await findHeld(db, ids);
  const events = rule.type === 'conversation_update' ? await eventsOf(deps, rule, ids, since) : null;
  const open = isNew ? String((await loadStatuses(db)).find(({ name }) => name === defaultStatusNames.open)!.id) : null;
  return new Map(
    rows.map(({ id, created_at, tags, ...held }): [number, Moment[]] => {
      const known = facts.get(id);
      if (!known) return [id, []];
      const current = { held: { ...held, tags: new Set(tags) }, facts: known };
      if (open !== null) return [id, [atBeginning(known, open)]];
      if (!events) return [id, [{ event: null, ...current }]];
      return [id, (events.get(id) ?? []).map((event) => atEvent(event, current, created_at))];
    }),
  );
}

/** A conversation as it began: open, and nobody had done anything with it. */
function atBeginning(facts: RuleFacts, open: string): Moment {
  const nothing = { priority: null, assigned_team: null, assigned_user: null };
  return {
    event: null,
    facts: { ...facts, fields: { ...facts.fields, ...nothing, status: open } },
    held: { ...nothing, status: open, sla: null, tags: new Set() },
  };
}

async function eventsOf(
  { db }: Deps,
  rule: DryRunRow['rule'],
  ids: readonly number[],
  since: Date,
): Promise<Map<number, PastEvent[]>> {
  const kinds = Object.entries(ruleEvents).flatMap(([kind, event]) =>
    event && rule.events.includes(event) ? [kind] : [],
  );
  const events = await listPastEvents(db, { ids, kinds, since, most: mostEvents });
  return Map.groupBy(events, ({ conversation_id }) => conversation_id);
}

const changedField: Partial<Record<string, Exclude<ConflictField, 'sla' | 'tags'>>> = {
  'conversation.user_assigned': 'assigned_user',
  'conversation.team_assigned': 'assigned_team',
  'conversation.status_changed': 'status',
  'conversation.priority_changed': 'priority',
};

/** A conversation at an event: what the event tells is as it was, the rest as it is now. */
function atEvent(event: PastEvent, { facts, held }: Pick<Moment, 'facts' | 'held'>, created_at: Date): Moment {
  const field = changedField[event.kind];
  const idText = (id: number | null | undefined) => (id ? String(id) : null);
  const changed = field
    ? { [field]: idText(event.payload.to), [`previous_${field}`]: idText(event.payload.from) }
    : { content: event.text };
  const hours = Math.floor((event.created_at.getTime() - created_at.getTime()) / 3600_000);
  return {
    event: ruleEvents[event.kind as keyof typeof ruleEvents],
    facts: {
      ...facts,
      fields: { ...facts.fields, ...changed, hours_since_created: String(Math.max(0, hours)) },
    },
    held: field ? { ...held, [field]: idText(event.payload.to) } : held,
  };
}
