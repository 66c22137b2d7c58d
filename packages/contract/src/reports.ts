import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { pageQuery } from './pagination.ts';
import { fileBody, formBoolean, fromDigits, nullableTime, rowId, time } from './primitives.ts';
import { durationSteps, longestReportDays } from './report-limits.ts';

export { backlogSteps, durationSteps, longestReportDays } from './report-limits.ts';

/** Whatever a report counts one by one: each has rows behind it (`reports.conversations`) and a written definition. */
export const countedMetrics = [
  'new',
  'resolved',
  'resolutions',
  'reopened',
  'messages_in',
  'messages_out',
  'first_response_time',
  'resolution_time',
  'first_contact_resolved',
  'first_response_met',
  'first_response_breached',
  'next_response_met',
  'next_response_breached',
  'resolution_met',
  'resolution_breached',
  'csat_sent',
  'csat_answered',
] as const;
export type CountedMetric = (typeof countedMetrics)[number];

/** Counted as it stands now, whatever the range; the rows can be shown too. */
export const liveMetrics = ['backlog', 'awaiting_response', 'unassigned', 'pending', 'snoozed'] as const;
export type LiveMetric = (typeof liveMetrics)[number];

/** What is calculated of them. */
export const derivedMetrics = [
  'reopen_rate',
  'first_contact_rate',
  'first_response_compliance',
  'next_response_compliance',
  'resolution_compliance',
  'csat_rate',
  'csat_average',
] as const;
export type DerivedMetric = (typeof derivedMetrics)[number];

/** THE list of metrics; each has a text `report.definition.<metric>` in every language pack. */
export const reportMetrics = [...countedMetrics, ...derivedMetrics, ...liveMetrics] as const;
export type ReportMetric = (typeof reportMetrics)[number];

/** What numbers can be broken down by, hour of the week aside. */
export const reportGroups = ['agent', 'team', 'inbox', 'tag', 'priority', 'contact'] as const;
export type ReportGroup = (typeof reportGroups)[number];

export const reportIntervals = ['day', 'week', 'month'] as const;
export type ReportInterval = (typeof reportIntervals)[number];

/** How many contacts a breakdown names: those with most new conversations. */
export const mostContacts = 50;

/** A whole number of a query; '' is none. */
const whole = (least: number, most: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : fromDigits(value)),
    z.number().int().min(least).max(most).optional(),
  );
const filterId = z.preprocess((value) => (value === '' ? undefined : value), rowId.optional());
const day = z.preprocess((value) => (value === '' ? undefined : value), z.iso.date().optional());
const flag = z.preprocess((value) => (value === '' ? undefined : value), formBoolean.optional());

/**
 * What a report is about. Days are the desk's (`app.timezone`), `from` and `to` included, ten years at most; or `days`, of which today is
 * the last. Without any of them the last 30 days. Only what fits every filter is counted; `business_hours` makes durations count open
 * time alone.
 */
const range = {
  from: day,
  to: day,
  days: whole(1, longestReportDays),
  business_hours: flag,
  inbox_id: filterId,
  team_id: filterId,
  agent_id: filterId,
  tag_id: filterId,
  priority_id: filterId,
  contact_id: filterId,
};
export const ReportQuery = z.object(range);
export type ReportQuery = z.output<typeof ReportQuery>;
export const ReportSeriesQuery = z.object({ ...range, interval: z.enum(reportIntervals).default('day') });
export type ReportSeriesQuery = z.output<typeof ReportSeriesQuery>;
export const ReportBreakdownQuery = z.object({ ...range, by: z.enum(reportGroups) });
export type ReportBreakdownQuery = z.output<typeof ReportBreakdownQuery>;

/** Metrics whose rows can be shown. */
export const listedMetrics = [...countedMetrics, ...liveMetrics] as const;
export type ListedMetric = (typeof listedMetrics)[number];

/**
 * The rows behind one number. `without` asks for those that have no agent, team, priority or tag; `step` for one part of a duration's or the
 * backlog's distribution (from 0), `rating` for one of `csat_answered`, `weekday` (1 is Monday) and `hour` for one field of the week.
 * The backlog's metrics are as of now and know no range. `overview_days` stands in place of a range: the window of the overview's SLA card, so
 * many times 24 hours up to now, for 0 since midnight.
 */
const behind = {
  ...range,
  overview_days: whole(0, 365),
  metric: z.enum(listedMetrics),
  without: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(['agent', 'team', 'priority', 'tag']).optional(),
  ),
  step: whole(0, durationSteps.length),
  rating: whole(1, 5),
  weekday: whole(1, 7),
  hour: whole(0, 23),
};
export const ReportRowsQuery = z.object({ ...behind, ...pageQuery(50, 100) });
export type ReportRowsQuery = z.output<typeof ReportRowsQuery>;

export const reportTables = ['summary', 'series', 'breakdown', 'hours', 'backlog', 'conversations'] as const;
export type ReportTable = (typeof reportTables)[number];
/** Which answer is wanted as a file, with what it takes. */
export const ReportExportQuery = z.object({
  ...behind,
  table: z.enum(reportTables),
  metric: z.enum(listedMetrics).optional(),
  interval: z.enum(reportIntervals).default('day'),
  by: z.enum(reportGroups).optional(),
});
export type ReportExportQuery = z.output<typeof ReportExportQuery>;

const count = z.number();
/** Per cent with one decimal, null where there is nothing to divide by. */
const percent = z.number().nullable();

/**
 * Durations in seconds. Mean and count are exact. Median and nine-tenths value are exact while `is_exact`; else they come from roll-ups and are
 * right to within 5 per cent. `distribution` follows `durationSteps`.
 */
const Durations = z.object({
  count,
  mean: z.number().nullable(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
  is_exact: z.boolean(),
  distribution: z.array(z.object({ up_to: z.number().nullable(), count })),
});
export type Durations = z.output<typeof Durations>;

const Compliance = z.object({ met: count, breached: count, compliance: percent });

/** Every number of a report for one range, group or part of a series; its definitions are `reports.definitions`. */
export const ReportNumbers = z.object({
  new: count,
  resolved: count,
  resolutions: count,
  reopened: count,
  reopen_rate: percent,
  messages_in: count,
  messages_out: count,
  first_response_time: Durations,
  resolution_time: Durations,
  first_contact_resolved: count,
  first_contact_rate: percent,
  first_response_sla: Compliance,
  next_response_sla: Compliance,
  resolution_sla: Compliance,
  csat: z.object({
    sent: count,
    answered: count,
    rate: percent,
    /** Between 1 and 5, two decimals. */
    average: z.number().nullable(),
    /** How many answers gave 1, 2, 3, 4, 5. */
    distribution: z.array(count),
  }),
});
export type ReportNumbers = z.output<typeof ReportNumbers>;

/** What every answer says of itself. */
const stated = {
  /** Everything that had happened until then is counted. */
  as_of: time,
  time_zone: z.string(),
  /** First and last day. */
  from: z.string(),
  to: z.string(),
  business_hours: z.boolean(),
  /** While old conversations are being counted after an upgrade: those that began before are missing. Null when none are. */
  complete_from: nullableTime,
};

const ReportSummary = z.object({
  ...stated,
  numbers: ReportNumbers,
  /** Of the same number of days before. */
  previous: z.object({ from: z.string(), to: z.string(), numbers: ReportNumbers }),
});
export type ReportSummary = z.output<typeof ReportSummary>;
const ReportSeries = z.object({
  ...stated,
  interval: z.enum(reportIntervals),
  /** Without gaps; `date` is the first day of a part, `to` its last; both lie in the range. Weeks begin on Monday. */
  points: z.array(z.object({ date: z.string(), to: z.string(), numbers: ReportNumbers })),
});
export type ReportSeries = z.output<typeof ReportSeries>;
const ReportBreakdown = z.object({
  ...stated,
  by: z.enum(reportGroups),
  /**
   * `id` null: of no agent, team, tag or priority. Rows without any number are left out; most new and resolved first. What is gone has `#` and
   * its id for a name, and so have contacts for callers without `contacts:read`.
   */
  rows: z.array(z.object({ id: z.number().nullable(), name: z.string(), numbers: ReportNumbers })),
  /** Of all together. With tags rows overlap; with contacts only the first are shown; else the rows add up to it. */
  total: ReportNumbers,
  adds_up: z.boolean(),
});
export type ReportBreakdown = z.output<typeof ReportBreakdown>;
const ReportHours = z.object({
  ...stated,
  /** All 168 hours of the week, Monday (1) at 0 o'clock first, in the desk's time zone. */
  cells: z.array(
    z.object({
      weekday: z.number(),
      hour: z.number(),
      new: count,
      resolved: count,
      messages_in: count,
      messages_out: count,
    }),
  ),
});
export type ReportHours = z.output<typeof ReportHours>;
const ReportBacklog = z.object({
  as_of: time,
  time_zone: z.string(),
  backlog: count,
  snoozed: count,
  awaiting_response: count,
  unassigned: count,
  /** How long ago the conversations of the backlog began, by `backlogSteps`. */
  ages: z.array(z.object({ up_to_days: z.number().nullable(), count })),
});
export type ReportBacklog = z.output<typeof ReportBacklog>;

/** One thing that was counted, with its conversation: twice resolved is two rows. `value` is seconds of a duration, stars of an answer. */
const ReportRow = z.object({
  uuid: z.string(),
  reference_number: z.string(),
  subject: z.string(),
  contact_name: z.string(),
  inbox: z.string(),
  status: z.string(),
  /** Whose the thing counted is. */
  agent: z.string().nullable(),
  team: z.string().nullable(),
  created_at: time,
  at: time,
  value: z.number().nullable(),
  /** What the customer wrote to an answer (`csat_answered`). */
  comment: z.string().nullable(),
});
export type ReportRow = z.output<typeof ReportRow>;
const ReportRows = z.object({
  ...stated,
  metric: z.enum(listedMetrics),
  /** Only of conversations that the caller may read, latest first. */
  results: z.array(ReportRow),
  /** The number itself: everything that was counted, readable or not. */
  total: count,
  /** How many of them the caller may read, exact up to 10,000; all of them for callers who read everything. */
  readable: count,
  page: z.number(),
  per_page: z.number(),
  total_pages: z.number(),
});
export type ReportRows = z.output<typeof ReportRows>;

const ReportDefinition = z.object({
  metric: z.enum(reportMetrics),
  name: z.string(),
  /** In the desk's language. */
  definition: z.string(),
  unit: z.enum(['count', 'seconds', 'percent', 'stars']),
  /** Whether `reports.conversations` answers for it. */
  is_listed: z.boolean(),
});
export type ReportDefinition = z.output<typeof ReportDefinition>;

/** How it stands now (wire B 10.1, settled question 33): all but the agents' count conversations of category open; `snoozed` category waiting. */
export const OverviewCounts = z.object({
  open: count,
  awaiting_response: count,
  unassigned: count,
  pending: count,
  snoozed: count,
  agents_online: count,
  agents_away: count,
  agents_reassigning: count,
  agents_offline: count,
});
export type OverviewCounts = z.output<typeof OverviewCounts>;

const Points = z.array(z.object({ date: z.string(), count }));
/** Days of the desk's time zone in their order, without gaps (wire B 10.2, behaviour 8.3). */
export const OverviewCharts = z.object({
  new_conversations: Points,
  resolved_conversations: Points,
  time_zone: z.string(),
});
export type OverviewCharts = z.output<typeof OverviewCharts>;

/** Promises made in the window, and how long things took in truth (wire B 10.3, behaviour 8.2). Averages in seconds; per cent with one decimal. */
export const OverviewSla = z.object({
  first_response_met_count: count,
  first_response_breached_count: count,
  first_response_compliance_percent: count,
  avg_first_response_time_sec: z.number(),
  next_response_met_count: count,
  next_response_breached_count: count,
  next_response_compliance_percent: count,
  avg_next_response_time_sec: z.number(),
  resolution_met_count: count,
  resolution_breached_count: count,
  resolution_compliance_percent: count,
  avg_resolution_time_sec: z.number(),
});
export type OverviewSla = z.output<typeof OverviewSla>;

/** Missing, or not a number: 0, which is today (wire B 10). Numbers outside of 0..365 are refused. */
const overviewDays = z.preprocess((value) => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : 0;
}, z.number().int().min(0).max(365));
const OverviewQuery = z.object({ days: overviewDays });

const access = { permission: 'reports:manage' } as const;
const get = { method: 'GET', access, encoding: 'none' } as const;

export const reportRoutes = defineRoutes({
  'reports.counts': {
    ...get,
    path: '/api/v1/reports/overview/counts',
    output: OverviewCounts,
    summary: 'How many conversations are open, wait, are unassigned, and which agents are there, now',
  },
  'reports.charts': {
    ...get,
    path: '/api/v1/reports/overview/charts',
    query: OverviewQuery,
    output: OverviewCharts,
    summary: 'New and resolved conversations for each day of the last `days`; 0 is today',
  },
  'reports.sla': {
    ...get,
    path: '/api/v1/reports/overview/sla',
    query: OverviewQuery,
    output: OverviewSla,
    summary: 'SLA promises of the last `days` kept and broken, and the average durations',
  },
  'reports.definitions': {
    ...get,
    path: '/api/v1/reports/definitions',
    output: z.array(ReportDefinition),
    summary: 'What each number of the reports means, in the words that screen and files use too',
  },
  'reports.summary': {
    ...get,
    path: '/api/v1/reports/summary',
    query: ReportQuery,
    output: ReportSummary,
    summary: 'Every number of a range, and of the same number of days before',
  },
  'reports.series': {
    ...get,
    path: '/api/v1/reports/series',
    query: ReportSeriesQuery,
    output: ReportSeries,
    summary: 'Every number for each day, week or month of a range',
  },
  'reports.breakdown': {
    ...get,
    path: '/api/v1/reports/breakdown',
    query: ReportBreakdownQuery,
    output: ReportBreakdown,
    summary: 'Every number of a range for each agent, team, inbox, tag, priority, or for the busiest contacts',
  },
  'reports.hours': {
    ...get,
    path: '/api/v1/reports/hours',
    query: ReportQuery,
    output: ReportHours,
    summary: 'When in the week things happen, by weekday and hour',
  },
  'reports.backlog': {
    ...get,
    path: '/api/v1/reports/backlog',
    query: ReportQuery.pick({
      inbox_id: true,
      team_id: true,
      agent_id: true,
      tag_id: true,
      priority_id: true,
      contact_id: true,
    }),
    output: ReportBacklog,
    summary: 'The open conversations as they stand now, by age',
  },
  'reports.conversations': {
    ...get,
    path: '/api/v1/reports/conversations',
    query: ReportRowsQuery,
    output: ReportRows,
    summary: 'The rows behind one number: exactly as many as it says',
  },
  'reports.export': {
    ...get,
    path: '/api/v1/reports/export',
    query: ReportExportQuery,
    output: fileBody,
    bare: true,
    summary: 'One of these answers as a CSV file with its definitions; writes into the activity log that it was taken',
  },
});
