import { type SimulatedMetric, type SimulatedOutcome, type SimulatedPart, simulatedMetrics } from '@bellhop/contract';
import type { Verdict } from './replay.ts';

/** A promise that would have gone otherwise; the conversation is named by its id until somebody reads it. */
export interface Flip {
  conversation_id: number;
  metric: SimulatedMetric;
  from: Verdict['outcome'];
  to: Verdict['outcome'];
  deadline_before: string;
  deadline_after: string;
  done_at: string | null;
}

/** What a simulation found, as it is stored. */
export interface Tallied {
  conversations: number;
  without_hours: number;
  metrics: Record<SimulatedMetric, { before: SimulatedOutcome; after: SimulatedOutcome }>;
  by_team: ({ team_id: number | null } & SimulatedPart)[];
  by_week: ({ week: string } & SimulatedPart)[];
  better: number;
  worse: number;
  flips: Flip[];
}

/** A conversation judged twice: as it is promised (null without a promise), and as it would have been (null without hours). */
export interface Judged {
  id: number;
  team_id: number | null;
  week: string;
  before: readonly Verdict[] | null;
  after: readonly Verdict[] | null;
}

export interface Tally {
  add(judged: Judged): void;
  result(): Tallied;
}

/** Enough for the samples of a reader who does not see every conversation. */
const keptFlips = 200;

/** Counts judged conversations; the first flips each way are kept. */
export function createTally(): Tally {
  const sides = { before: sideOf(), after: sideOf() };
  const teams = new Map<number | null, SimulatedPart>();
  const weeks = new Map<string, SimulatedPart>();
  const flips = { better: [] as Flip[], worse: [] as Flip[] };
  const found = { conversations: 0, without_hours: 0, better: 0, worse: 0 };

  return {
    add(judged) {
      found.conversations++;
      if (judged.after === null) found.without_hours++;
      const parts = [partOf(teams, judged.team_id), partOf(weeks, judged.week)];
      for (const part of parts) part.conversations++;
      for (const side of ['before', 'after'] as const) {
        for (const verdict of judged[side] ?? []) {
          take(sides[side][verdict.metric], verdict);
          if (verdict.outcome === 'open') continue;
          for (const part of parts) part.metrics[verdict.metric][side][verdict.outcome]++;
        }
      }
      for (const flip of flipsOf(judged)) {
        const way = flip.to === 'breached' ? 'worse' : 'better';
        found[way]++;
        if (flips[way].length < keptFlips) flips[way].push(flip);
      }
    },
    result: () => ({
      ...found,
      metrics: perMetric((metric) => ({
        before: outcomeOf(sides.before[metric]),
        after: outcomeOf(sides.after[metric]),
      })),
      by_team: [...teams]
        .map(([team_id, part]) => ({ team_id, ...part }))
        .sort((a, b) => b.conversations - a.conversations),
      by_week: [...weeks].map(([week, part]) => ({ week, ...part })).sort((a, b) => (a.week < b.week ? -1 : 1)),
      flips: [...flips.worse, ...flips.better],
    }),
  };
}

interface Heap {
  open: number;
  overdue: number[];
  left: number[];
}
const sideOf = () => perMetric((): Heap => ({ open: 0, overdue: [], left: [] }));

function perMetric<Value>(value: (metric: SimulatedMetric) => Value): Record<SimulatedMetric, Value> {
  return Object.fromEntries(simulatedMetrics.map((metric) => [metric, value(metric)])) as Record<
    SimulatedMetric,
    Value
  >;
}

function partOf<Key>(parts: Map<Key, SimulatedPart>, key: Key): SimulatedPart {
  const none = () => ({ met: 0, breached: 0 });
  const part = parts.get(key) ?? { conversations: 0, metrics: perMetric(() => ({ before: none(), after: none() })) };
  parts.set(key, part);
  return part;
}

function take(heap: Heap, { outcome, left }: Verdict): void {
  if (outcome === 'open') heap.open++;
  else if (outcome === 'met') heap.left.push(left);
  else heap.overdue.push(-left);
}

function outcomeOf({ open, overdue, left }: Heap): SimulatedOutcome {
  return { met: left.length, breached: overdue.length, open, overdue: spreadOf(overdue), left: spreadOf(left) };
}

/** Nearest rank: the smallest value that at least so much of all do not exceed. */
function spreadOf(values: number[]): SimulatedOutcome['overdue'] {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;
  return { median: at(0.5), p90: at(0.9) };
}

function flipsOf({ id, before, after }: Judged): Flip[] {
  return (after ?? []).flatMap((would) => {
    const is = before?.find(
      ({ metric, start }) => metric === would.metric && start.getTime() === would.start.getTime(),
    );
    if (!is || is.outcome === would.outcome || (is.outcome !== 'breached' && would.outcome !== 'breached')) return [];
    return {
      conversation_id: id,
      metric: would.metric,
      from: is.outcome,
      to: would.outcome,
      deadline_before: is.deadline.toISOString(),
      deadline_after: would.deadline.toISOString(),
      done_at: would.done?.toISOString() ?? null,
    };
  });
}
