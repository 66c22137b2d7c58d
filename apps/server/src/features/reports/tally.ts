import { type Durations, durationSteps, type ReportNumbers } from '@bellhop/contract';
import { factCodes, middleOf, stepOf } from './facts.ts';

/** So many facts of a metric, in one part of it (of a histogram, or stars), and what their values add up to. */
export interface TallyRow {
  metric: number;
  part: number;
  count: number;
  total: number;
}
/** Exact medians, where facts were asked. */
export interface Quantiles {
  metric: number;
  median: number;
  p90: number;
}

/** The numbers of a report out of what was counted. */
export function numbersOf(rows: readonly TallyRow[], quantiles: readonly Quantiles[] | null): ReportNumbers {
  const byMetric = Map.groupBy(rows, (row) => row.metric);
  const of = (metric: number) => byMetric.get(metric) ?? [];
  const count = (name: keyof typeof factCodes) => sum(of(factCodes[name]).map((row) => row.count));
  const durations = (metric: number) =>
    durationsOf(of(metric), quantiles === null ? undefined : (quantiles.find((one) => one.metric === metric) ?? null));
  const stars = of(factCodes.csat_answered);
  const answered = count('csat_answered');
  const resolved = count('resolution_time');
  const resolutions = count('resolutions');
  const reopened = count('reopened');
  return {
    new: count('new'),
    resolved,
    resolutions,
    reopened,
    reopen_rate: share(reopened, resolutions),
    messages_in: count('messages_in'),
    messages_out: count('messages_out'),
    first_response_time: durations(factCodes.first_response_time),
    resolution_time: durations(factCodes.resolution_time),
    first_contact_resolved: count('first_contact_resolved'),
    first_contact_rate: share(count('first_contact_resolved'), resolved),
    first_response_sla: complianceOf(count('first_response_met'), count('first_response_breached')),
    next_response_sla: complianceOf(count('next_response_met'), count('next_response_breached')),
    resolution_sla: complianceOf(count('resolution_met'), count('resolution_breached')),
    csat: {
      sent: count('csat_sent'),
      answered,
      rate: share(answered, count('csat_sent')),
      average: answered === 0 ? null : Math.round((sum(stars.map((row) => row.total)) / answered) * 100) / 100,
      distribution: [1, 2, 3, 4, 5].map((rating) =>
        sum(stars.filter((row) => row.part === rating).map((row) => row.count)),
      ),
    },
  };
}

function complianceOf(met: number, breached: number) {
  return { met, breached, compliance: share(met, met + breached) };
}

/** Per cent with one decimal; null of nothing. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** `exact` is undefined where the histogram is all there is. */
function durationsOf(rows: readonly TallyRow[], exact: Quantiles | null | undefined): Durations {
  const parts = rows.filter((row) => row.count > 0).toSorted((one, other) => one.part - other.part);
  const count = sum(parts.map((row) => row.count));
  const distribution = [...durationSteps, null].map((up_to) => ({ up_to, count: 0 }));
  for (const row of parts) distribution[stepOf(row.part)]!.count += row.count;
  const quantile = (quota: number) => {
    let left = Math.ceil(quota * count);
    const found = parts.find((row) => {
      left -= row.count;
      return left <= 0;
    });
    return found ? middleOf(found.part) : null;
  };
  return {
    count,
    mean: count === 0 ? null : Math.round(sum(parts.map((row) => row.total)) / count),
    median: exact === undefined ? quantile(0.5) : (exact?.median ?? null),
    p90: exact === undefined ? quantile(0.9) : (exact?.p90 ?? null),
    is_exact: exact !== undefined,
    distribution,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
