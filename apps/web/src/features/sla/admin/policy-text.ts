import type { SlaAlert, SlaPolicyRow } from '@bellhop/contract';
import { parseGoDuration } from '@bellhop/contract/go-duration';
import { duration } from '../../../lib/format.ts';
import { language, t } from '../../../lib/i18n.ts';

/** `90m` as "1 hour 30 minutes"; empty when the text is no duration. */
export function durationText(text: string | null | undefined): string {
  const ms = parseGoDuration(text ?? '') ?? 0;
  if (ms < 60_000) return '';
  const minutes = Math.floor(ms / 60_000);
  const parts = [Math.floor(minutes / 60) * 3_600_000, (minutes % 60) * 60_000].filter((part) => part > 0);
  return new Intl.ListFormat(language(), { type: 'unit', style: 'narrow' }).format(parts.map(duration));
}

const metricTexts = {
  first_response: () => t('admin.sla.metric.firstResponse'),
  next_response: () => t('admin.sla.metric.nextResponse'),
  resolution: () => t('admin.sla.metric.resolution'),
  all: () => t('admin.sla.metric.all'),
} as const satisfies Record<SlaAlert['metric'], () => string>;

/** What an alert watches, as people call it. */
export function metricText(metric: SlaAlert['metric']): string {
  return metricTexts[metric]();
}

/** The times of a policy in one line: "First response: 1 hour, Resolution: 24 hours". */
export function timesText(policy: SlaPolicyRow): string {
  const times: [SlaAlert['metric'], string | null | undefined][] = [
    ['first_response', policy.first_response_time],
    ['next_response', policy.next_response_time],
    ['resolution', policy.resolution_time],
  ];
  return times
    .filter(([, time]) => time)
    .map(([metric, time]) => t('admin.sla.timeOf', { metric: metricText(metric), time: durationText(time) }))
    .join(', ');
}

/** An alert as a sentence; `who` names its recipients. Empty while something is missing. */
export function alertText(alert: SlaAlert, who: readonly string[]): string {
  const names = new Intl.ListFormat(language(), { type: 'conjunction' }).format(who);
  const metric = metricText(alert.metric);
  if (names === '') return '';
  if (alert.time_delay_type === 'immediately') return t('admin.sla.sentence.immediately', { metric, who: names });
  const time = durationText(alert.time_delay);
  if (time === '') return '';
  return alert.time_delay_type === 'before'
    ? t('admin.sla.sentence.before', { metric, time, who: names })
    : t('admin.sla.sentence.after', { metric, time, who: names });
}
