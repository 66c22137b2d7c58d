import type { ListedMetric } from '@bellhop/contract';
import { backlogSteps, durationSteps } from '@bellhop/contract/report-limits';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import type { Behind } from '../kit/Figure.tsx';
import { daysLengthText, hourText, lengthText, stepText, weekdayText } from '../kit/figures.ts';
import { daysText } from '../overview/DaysPicker.tsx';

/** Every number that has a list. */
const listed: Record<ListedMetric, true> = {
  new: true,
  resolved: true,
  resolutions: true,
  reopened: true,
  messages_in: true,
  messages_out: true,
  first_response_time: true,
  resolution_time: true,
  first_contact_resolved: true,
  first_response_met: true,
  first_response_breached: true,
  next_response_met: true,
  next_response_breached: true,
  resolution_met: true,
  resolution_breached: true,
  csat_sent: true,
  csat_answered: true,
  backlog: true,
  awaiting_response: true,
  unassigned: true,
  pending: true,
  snoozed: true,
};

/** Whether an address names a number that has a list. */
export function isListed(text: string): text is ListedMetric {
  return Object.hasOwn(listed, text);
}

const without = ['agent', 'team', 'priority', 'tag'] as const;

/** One part of a distribution in the words of the chart that leads here; '' for numbers that have none. */
function stepWords(metric: ListedMetric, step: number): string {
  const isDuration = metric === 'first_response_time' || metric === 'resolution_time';
  if (!isDuration && !['backlog', 'awaiting_response', 'unassigned', 'pending'].includes(metric)) return '';
  const ends: readonly number[] = isDuration ? durationSteps : backlogSteps;
  if (step > ends.length) return '';
  return stepText(ends[step - 1] ?? 0, ends[step] ?? null, isDuration ? lengthText : daysLengthText);
}

/** Which part of the number an address asks for, as a call takes it and in words. */
export function behindOf(params: URLSearchParams, metric: ListedMetric): { query: Behind; words: () => string[] } {
  const whole = (name: string, least: number, most: number) => {
    const text = params.get(name) ?? '';
    return /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;
  };
  const step = whole('step', 0, 8);
  const rating = whole('rating', 1, 5);
  const weekday = whole('weekday', 1, 7);
  const hour = whole('hour', 0, 23);
  const overview_days = whole('overview_days', 0, 365);
  const nobody = without.find((one) => one === params.get('without'));
  return {
    query: {
      ...(step !== undefined && { step }),
      ...(rating !== undefined && { rating }),
      ...(weekday !== undefined && { weekday }),
      ...(hour !== undefined && { hour }),
      ...(overview_days !== undefined && { overview_days }),
      ...(nobody && { without: nobody }),
    },
    words: () => [
      ...(overview_days !== undefined ? [daysText(overview_days)] : []),
      ...(step !== undefined ? [stepWords(metric, step)].filter(Boolean) : []),
      ...(rating !== undefined ? [t('report.stars', { n: count(rating) }, rating)] : []),
      ...(weekday !== undefined ? [weekdayText(weekday, 'long')] : []),
      ...(hour !== undefined ? [hourText(hour)] : []),
      ...(nobody ? [t(`report.without.${nobody}`)] : []),
    ],
  };
}
