import { Readable } from 'node:stream';
import type { ReportDefinition, ReportExportQuery, ReportRow, ReportRowsQuery } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { LanguagePack } from '../../http/texts.ts';
import { csvRow } from '../../lib/csv.ts';
import { recordActivity } from '../activity-log/index.ts';
import { definitionsIn } from './definitions.ts';
import { type ReportDeps, readBreakdown, readHours, readSeries, readSummary } from './read-reports.ts';
import { listRows, readBacklog, readRows } from './read-rows.ts';
import { fileLines, footOf, numberColumns } from './report-file.ts';
import type { RowPlace } from './rows.queries.ts';

type ExportDeps = Pick<Deps, 'reads' | 'work'> & ReportDeps;

/**
 * An answer of the reports as a CSV file, with the definitions of what is in it. That it was taken is written down before the first byte leaves.
 * Throws input.invalid naming the member.
 */
export async function exportReport(
  deps: ExportDeps,
  pack: LanguagePack,
  actor: Actor,
  request: { query: ReportExportQuery; reply: FastifyReply },
): Promise<Readable> {
  const { query, reply } = request;
  const lines = await linesOf(deps, actor, query, definitionsIn(pack));
  await deps.work(actor, (uow) =>
    recordActivity(uow, {
      activity_type: 'export',
      actor,
      target_user_id: actor.id,
      params: { what: 'reports', filters: JSON.stringify(query) },
      ip: actor.ip ?? null,
    }),
  );
  const day = deps.clock.now().toISOString().slice(0, 10);
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="report-${query.table}-${day}.csv"`,
    'x-content-type-options': 'nosniff',
  });
  return Readable.from(withMark(lines), { objectMode: false });
}

async function* withMark(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer, void> {
  // By the mark spreadsheets know that it is UTF-8.
  yield Buffer.from('\ufeff');
  for await (const line of lines) yield Buffer.from(line);
}

type Lines = AsyncIterable<string> | Iterable<string>;
type Definitions = readonly ReportDefinition[];
const names = numberColumns.map(([name]) => name);

async function linesOf(
  deps: ExportDeps,
  actor: Actor,
  query: ReportExportQuery,
  definitions: Definitions,
): Promise<Lines> {
  switch (query.table) {
    case 'summary': {
      const { numbers, previous, ...stated } = await readSummary(deps, query);
      const rows = numberColumns.map(([name, of]) => [name, of(numbers), of(previous.numbers)]);
      const facts = { ...said(stated), previous_from: previous.from, previous_to: previous.to };
      const lines = fileLines(['metric', 'value', 'previous'], rows, facts, []);
      return [...lines, ...footOf(names, {}, definitions).slice(1)];
    }
    case 'series': {
      const { points, interval: _interval, ...stated } = await readSeries(deps, query);
      const rows = points.map(({ date, to, numbers }) => [date, to, ...numberColumns.map(([, of]) => of(numbers))]);
      return fileLines(['from', 'to', ...names], rows, said(stated), definitions);
    }
    case 'breakdown': {
      if (query.by === undefined) throw missing('by');
      const {
        rows,
        total,
        by,
        adds_up: _adds,
        ...stated
      } = await readBreakdown(deps, actor, { ...query, by: query.by });
      const cells = rows.map(({ id, name, numbers }) => [id, name, ...numberColumns.map(([, of]) => of(numbers))]);
      const all = ['total', '', ...numberColumns.map(([, of]) => of(total))];
      return fileLines([`${by}_id`, by, ...names], [...cells, all], said(stated), definitions);
    }
    case 'hours': {
      const { cells, ...stated } = await readHours(deps, query);
      const columns = ['weekday', 'hour', 'new', 'resolved', 'messages_in', 'messages_out'] as const;
      const rows = cells.map((cell) => columns.map((column) => cell[column]));
      return fileLines(columns, rows, said(stated), definitions);
    }
    case 'backlog': {
      const { ages, as_of, time_zone, ...sizes } = await readBacklog(deps, query);
      const rows = [
        ...Object.entries(sizes),
        ...ages.map(({ up_to_days, count }) => [
          `backlog ${up_to_days === null ? 'older' : `< ${up_to_days} d`}`,
          count,
        ]),
      ] as [string, number][];
      const lines = fileLines(['metric', 'value'], rows, { as_of, time_zone }, []);
      return [...lines, ...footOf(Object.keys(sizes), {}, definitions).slice(1)];
    }
    case 'conversations': {
      const { metric } = query;
      if (metric === undefined) throw missing('metric');
      const { results: _first, ...stated } = await readRows(deps, actor, { ...query, metric, page: 1, page_size: 1 });
      const facts = { ...said(stated), metric, total: stated.total };
      return rowLines(deps, actor, { ...query, metric }, [...footOf([metric], facts, definitions)]);
    }
  }
}

/** Rows that are read at a time. */
const batch = 1_000;
/** A file that has begun waits longer for the turn of its next rows: breaking it off throws away what is there. */
const rowsWaitMs = 60_000;
const rowColumns = [
  'reference_number',
  'uuid',
  'subject',
  'contact_name',
  'inbox',
  'status',
  'agent',
  'team',
  'created_at',
  'at',
  'value',
  'comment',
] as const satisfies (keyof ReportRow)[];

async function* rowLines(
  deps: ExportDeps,
  actor: Actor,
  query: Omit<ReportRowsQuery, 'page' | 'page_size'>,
  foot: readonly string[],
): AsyncGenerator<string, void> {
  yield csvRow(rowColumns);
  let after: RowPlace | null = null;
  do {
    const { rows, last } = await listRows({ ...deps, wait_ms: rowsWaitMs }, actor, query, {
      limit: batch,
      after,
    });
    yield rows.map((row) => csvRow(rowColumns.map((column) => row[column]))).join('');
    after = last;
  } while (after !== null);
  yield foot.join('');
}

/** What an answer says of itself, as lines of a file. */
function said(stated: {
  as_of: string;
  time_zone: string;
  from: string;
  to: string;
  business_hours: boolean;
  complete_from: string | null;
}): Record<string, string> {
  return {
    from: stated.from,
    to: stated.to,
    time_zone: stated.time_zone,
    as_of: stated.as_of,
    business_hours: stated.business_hours ? 'yes' : 'no',
    ...(stated.complete_from && { complete_from: stated.complete_from }),
  };
}

function missing(field: string): AppError {
  const reason = 'is missing';
  return new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
}
