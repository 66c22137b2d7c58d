import { type CountedMetric, durationSteps } from '@bellhop/contract';

/** Numbers of the metrics in `report_facts`. They are stored: none may ever mean something else. */
export const factCodes = {
  new: 1,
  resolutions: 3,
  reopened: 4,
  messages_in: 5,
  messages_out: 6,
  first_response_time: 7,
  /** `resolved` counts the same. */
  resolution_time: 8,
  first_contact_resolved: 9,
  first_response_met: 10,
  first_response_breached: 11,
  next_response_met: 12,
  next_response_breached: 13,
  resolution_met: 14,
  resolution_breached: 15,
  csat_sent: 16,
  csat_answered: 17,
} as const satisfies Record<Exclude<CountedMetric, 'resolved'>, number>;

/** The number of a metric's facts. */
export const factCodeOf = (metric: CountedMetric): number =>
  factCodes[metric === 'resolved' ? 'resolution_time' : metric];

/** Metrics whose value is a duration. In the roll-ups their open time has the number with `openOffset` added. */
export const durationCodes = [factCodes.first_response_time, factCodes.resolution_time];
export const openOffset = 100;
export const isDuration = (code: number): boolean => durationCodes.some((one) => one === code);
/** What the week's hours tell of, and roll-ups keep by the hour. */
export const hourlyCodes = [factCodes.new, factCodes.resolution_time, factCodes.messages_in, factCodes.messages_out];

/** Numbers of what facts belong to, as roll-ups keep them. */
export const dimensions = { all: 0, inbox: 1, team: 2, agent: 3, tag: 4, priority: 5 } as const;
export type Dimension = keyof typeof dimensions;

/**
 * Pairs of dimensions that are summed together, by their numbers. Stored, too. By the day, pairs with agents would be nearly as many as the
 * facts: they are kept by the month alone, and not with teams and priorities, by which an index finds the facts.
 */
export const pairs = [
  { code: 1, one: 'inbox', other: 'team', isOfAgents: false },
  { code: 2, one: 'inbox', other: 'priority', isOfAgents: false },
  { code: 3, one: 'team', other: 'priority', isOfAgents: false },
  { code: 4, one: 'inbox', other: 'tag', isOfAgents: false },
  { code: 5, one: 'team', other: 'tag', isOfAgents: false },
  { code: 6, one: 'priority', other: 'tag', isOfAgents: false },
  { code: 7, one: 'inbox', other: 'agent', isOfAgents: true },
  { code: 8, one: 'agent', other: 'tag', isOfAgents: true },
] as const;
export type Pair = (typeof pairs)[number];

/** Tags of a conversation that reports count it for, at most: they are in indexes, whose entries have to fit. */
export const mostTags = 500;

const tenYears = 315_576_000;
/**
 * Where the parts of a histogram begin, in seconds: each a tenth above the one before, so that the middle of a part is at most 5 per cent away
 * from anything in it; the steps that distributions are shown in lie between parts, so that these are exact. Stored, too.
 */
export const partEdges: readonly number[] = [
  ...new Set([
    ...durationSteps,
    ...Array.from({ length: 300 }, (_, power) => Math.round(1.1 ** power)).filter((edge) => edge <= tenYears),
  ]),
].sort((one, other) => one - other);

/** The middle of a part of the histogram, which may stand for everything in it. */
export function middleOf(part: number): number {
  if (part === 0) return 0;
  const from = partEdges[part - 1]!;
  const last = (partEdges[part] ?? from + 1) - 1;
  return Math.round(Math.sqrt(from * last));
}

/** The step of `durationSteps` that a part lies in. */
export function stepOf(part: number): number {
  const from = part === 0 ? 0 : partEdges[part - 1]!;
  const step = durationSteps.findIndex((end) => from < end);
  return step < 0 ? durationSteps.length : step;
}

/** One thing that is counted. */
export interface Fact {
  conversation_id: number;
  metric: number;
  ref: number;
  at: Date;
  inbox_id: number;
  contact_id: number;
  team_id: number | null;
  agent_id: number | null;
  priority_id: number | null;
  tag_ids: number[] | null;
  value: number | null;
  open_value: number | null;
}
