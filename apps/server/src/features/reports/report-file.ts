import type { ReportDefinition, ReportNumbers } from '@bellhop/contract';
import { csvRow } from '../../lib/csv.ts';

type Cell = string | number | null;

/** The columns of numbers, in the order of files. Names are metrics, durations with how they are summed up. */
export const numberColumns: readonly (readonly [name: string, of: (numbers: ReportNumbers) => number | null])[] = [
  ['new', (numbers) => numbers.new],
  ['resolved', (numbers) => numbers.resolved],
  ['resolutions', (numbers) => numbers.resolutions],
  ['reopened', (numbers) => numbers.reopened],
  ['reopen_rate', (numbers) => numbers.reopen_rate],
  ['messages_in', (numbers) => numbers.messages_in],
  ['messages_out', (numbers) => numbers.messages_out],
  ['first_response_time count', (numbers) => numbers.first_response_time.count],
  ['first_response_time mean', (numbers) => numbers.first_response_time.mean],
  ['first_response_time median', (numbers) => numbers.first_response_time.median],
  ['first_response_time p90', (numbers) => numbers.first_response_time.p90],
  ['resolution_time mean', (numbers) => numbers.resolution_time.mean],
  ['resolution_time median', (numbers) => numbers.resolution_time.median],
  ['resolution_time p90', (numbers) => numbers.resolution_time.p90],
  ['first_contact_resolved', (numbers) => numbers.first_contact_resolved],
  ['first_contact_rate', (numbers) => numbers.first_contact_rate],
  ['first_response_met', (numbers) => numbers.first_response_sla.met],
  ['first_response_breached', (numbers) => numbers.first_response_sla.breached],
  ['first_response_compliance', (numbers) => numbers.first_response_sla.compliance],
  ['next_response_met', (numbers) => numbers.next_response_sla.met],
  ['next_response_breached', (numbers) => numbers.next_response_sla.breached],
  ['next_response_compliance', (numbers) => numbers.next_response_sla.compliance],
  ['resolution_met', (numbers) => numbers.resolution_sla.met],
  ['resolution_breached', (numbers) => numbers.resolution_sla.breached],
  ['resolution_compliance', (numbers) => numbers.resolution_sla.compliance],
  ['csat_sent', (numbers) => numbers.csat.sent],
  ['csat_answered', (numbers) => numbers.csat.answered],
  ['csat_rate', (numbers) => numbers.csat.rate],
  ['csat_average', (numbers) => numbers.csat.average],
];

/**
 * A report as lines of a CSV file: names, rows, and after an empty line what holds of all of them (time zone, as of when) and the definition of
 * every metric in it.
 */
export function fileLines(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  facts: Record<string, Cell>,
  definitions: readonly ReportDefinition[],
): string[] {
  return [csvRow(columns), ...rows.map(csvRow), ...footOf(columns, facts, definitions)];
}

/** What stands below the rows. */
export function footOf(
  named: readonly string[],
  facts: Record<string, Cell>,
  definitions: readonly ReportDefinition[],
): string[] {
  const metrics = new Set(named.map((name) => name.split(' ')[0]));
  return [
    csvRow([]),
    ...Object.entries(facts).map(([name, value]) => csvRow([name, value])),
    ...definitions
      .filter(({ metric }) => metrics.has(metric))
      .map(({ metric, definition, unit }) => csvRow([metric, definition, unit])),
  ];
}
