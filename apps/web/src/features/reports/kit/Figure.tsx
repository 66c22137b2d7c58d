import type { ListedMetric } from '@bellhop/contract';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { count } from '../../../lib/format.ts';
import { sharedSearch } from '../range/report-params.ts';

/** One part of what a number counts: those of nobody, one step of a distribution, one rating, one field of the week. */
export type Behind = Partial<
  Record<
    | 'agent_id'
    | 'team_id'
    | 'inbox_id'
    | 'tag_id'
    | 'priority_id'
    | 'contact_id'
    | 'step'
    | 'rating'
    | 'weekday'
    | 'hour'
    | 'overview_days',
    number
  >
> & { without?: 'agent' | 'team' | 'priority' | 'tag'; from?: string; to?: string };

/** The page with what is behind a number, within the range and filters of the address. */
export function behindPath(search: string, metric: ListedMetric, more: Behind = {}): string {
  const params = new URLSearchParams(sharedSearch(search));
  if (more.from || more.overview_days !== undefined) params.delete('days');
  for (const [name, value] of Object.entries(more)) params.set(name, String(value));
  params.set('metric', metric);
  return `/reports/list?${params}`;
}

interface FigureProps {
  metric: ListedMetric;
  /** How many there are; none lead nowhere. */
  n: number;
  more?: Behind;
  /** Name for who does not see where it stands. */
  label?: string;
  /** What is shown in place of the count, such as an average of so many. */
  children?: ReactNode;
}

/** A number that leads to what it counts. */
export function Figure({ metric, n, more, label, children }: FigureProps) {
  const { search } = useLocation();
  const shown = children ?? count(n);
  if (n === 0) return <span className="num">{shown}</span>;
  return (
    <Link className="figure num" to={behindPath(search, metric, more)} {...(label && { 'aria-label': label })}>
      {shown}
    </Link>
  );
}
