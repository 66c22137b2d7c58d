import { listedMetrics, type ReportDefinition, type ReportMetric, reportMetrics } from '@bellhop/contract';
import type { LanguagePack } from '../../http/texts.ts';

/** What each number means, in the words of the pack. */
export function definitionsIn(pack: LanguagePack): ReportDefinition[] {
  return reportMetrics.map((metric) => ({
    metric,
    name: pack[`report.metric.${metric}`] ?? metric,
    definition: pack[`report.definition.${metric}`] ?? metric,
    unit: unitOf(metric),
    is_listed: listedMetrics.some((one) => one === metric),
  }));
}

function unitOf(metric: ReportMetric): ReportDefinition['unit'] {
  if (metric.endsWith('_time')) return 'seconds';
  if (metric.endsWith('_rate') || metric.endsWith('_compliance')) return 'percent';
  return metric === 'csat_average' ? 'stars' : 'count';
}
