/** Members of the address that every report shares; they are named as in the API. */
export const filterNames = ['inbox_id', 'team_id', 'agent_id', 'tag_id', 'priority_id', 'contact_id'] as const;
export type FilterName = (typeof filterNames)[number];
const sharedNames = ['days', 'from', 'to', 'business_hours', ...filterNames];

/** Ranges that are offered, in days of which today is the last. */
export const offeredRanges = [1, 7, 30, 90, 365] as const;
export const firstRange = 30;
const longestRange = 3660;

/** What a report is about, as its address says it. */
export interface ReportScope {
  /** Days of which today is the last; null where two days are named instead. */
  days: number | null;
  /** First and last day, '' where `days` says it. */
  from: string;
  to: string;
  isBusiness: boolean;
  filters: Partial<Record<FilterName, number>>;
}

/** The same as a call takes it. */
export type ScopeQuery = Partial<Record<FilterName, number>> & {
  days?: number;
  from?: string;
  to?: string;
  business_hours?: boolean;
};

/** Reads an address; what makes no sense in it counts for nothing. */
export function readScope(params: URLSearchParams): ReportScope {
  const day = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? '') ? params.get(name)! : '');
  const [from, to] = [day('from'), day('to')];
  const whole = (name: string, most: number) => {
    const text = params.get(name) ?? '';
    return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
  };
  const isNamed = from !== '' && to !== '' && from <= to;
  const filters: ReportScope['filters'] = {};
  for (const name of filterNames) {
    const id = whole(name, 2_147_483_647);
    if (id !== undefined) filters[name] = id;
  }
  return {
    days: isNamed ? null : (whole('days', longestRange) ?? firstRange),
    from: isNamed ? from : '',
    to: isNamed ? to : '',
    isBusiness: params.get('business_hours') === 'true',
    filters,
  };
}

/** What a call asks for. */
export function queryOf({ days, from, to, isBusiness, filters }: ReportScope): ScopeQuery {
  return {
    ...(days === null ? { from, to } : { days }),
    ...(isBusiness && { business_hours: true }),
    ...filters,
  };
}

/** Of an address what every report shares, to take it along to another one. */
export function sharedSearch(search: string): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of sharedNames) {
    const value = given.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}

/** The address with some members changed; undefined takes one away, and the first page follows. */
export function changedParams(
  present: URLSearchParams,
  next: Record<string, string | number | boolean | undefined>,
): URLSearchParams {
  const changed = new URLSearchParams(present);
  changed.delete('page');
  for (const [name, value] of Object.entries(next)) {
    if (value === undefined || value === '' || value === false) changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}

/** Days of a range, both ends included. */
export function rangeLength(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000) + 1;
}

/** How fine a series of so many days is drawn. */
export function intervalFor(days: number): 'day' | 'week' | 'month' {
  if (days <= 92) return 'day';
  return days <= 740 ? 'week' : 'month';
}
