import type { ReportTable } from '@bellhop/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ApiRequest, api } from '../../lib/api.ts';
import type { ScopeQuery } from './range/report-params.ts';

export type BreakdownRequest = NonNullable<ApiRequest<'reports.breakdown'>['query']>;
export type SeriesRequest = NonNullable<ApiRequest<'reports.series'>['query']>;
export type RowsRequest = NonNullable<ApiRequest<'reports.conversations'>['query']>;

/** How often the numbers of the moment are asked for anew (wire B 10). */
const paceMs = 60_000;
/** What every call has in common: its own panel shows a failure, and the numbers before stay while others come. */
const report = { placeholderData: keepPreviousData, meta: { silent: true } } as const;

export const reportQueries = {
  counts: () =>
    queryOptions({
      queryKey: ['reports', 'counts'] as const,
      queryFn: ({ signal }) => api('reports.counts', {}, { signal }),
      refetchInterval: paceMs,
      staleTime: 0,
      ...report,
    }),
  charts: (days: number) =>
    queryOptions({
      queryKey: ['reports', 'charts', days] as const,
      queryFn: ({ signal }) => api('reports.charts', { query: { days } }, { signal }),
      refetchInterval: paceMs,
      ...report,
    }),
  sla: (days: number) =>
    queryOptions({
      queryKey: ['reports', 'sla', days] as const,
      queryFn: ({ signal }) => api('reports.sla', { query: { days } }, { signal }),
      refetchInterval: paceMs,
      ...report,
    }),
  summary: (query: ScopeQuery) =>
    queryOptions({
      queryKey: ['reports', 'summary', query] as const,
      queryFn: ({ signal }) => api('reports.summary', { query }, { signal }),
      ...report,
    }),
  series: (query: SeriesRequest) =>
    queryOptions({
      queryKey: ['reports', 'series', query] as const,
      queryFn: ({ signal }) => api('reports.series', { query }, { signal }),
      ...report,
    }),
  breakdown: (query: BreakdownRequest) =>
    queryOptions({
      queryKey: ['reports', 'breakdown', query] as const,
      queryFn: ({ signal }) => api('reports.breakdown', { query }, { signal }),
      ...report,
    }),
  hours: (query: ScopeQuery) =>
    queryOptions({
      queryKey: ['reports', 'hours', query] as const,
      queryFn: ({ signal }) => api('reports.hours', { query }, { signal }),
      ...report,
    }),
  /** As of now: filters narrow it, a range does not. */
  backlog: (query: ScopeQuery) =>
    queryOptions({
      queryKey: ['reports', 'backlog', query] as const,
      queryFn: ({ signal }) => api('reports.backlog', { query }, { signal }),
      refetchInterval: paceMs,
      ...report,
    }),
  rows: (query: RowsRequest) =>
    queryOptions({
      queryKey: ['reports', 'rows', query] as const,
      queryFn: ({ signal }) => api('reports.conversations', { query }, { signal }),
      ...report,
    }),
  /** Whose numbers are shown, by name; who may not see contacts sees the numbers all the same. */
  contact: (id: number) =>
    queryOptions({
      queryKey: ['reports', 'contact', id] as const,
      queryFn: ({ signal }) => api('contacts.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
};

/** Address of one of these answers as a file. */
export function exportPath(table: ReportTable, query: Record<string, string | number | boolean>): string {
  const params = new URLSearchParams({ table });
  for (const [name, value] of Object.entries(query)) params.set(name, String(value));
  return `/api/v1/reports/export?${params}`;
}
