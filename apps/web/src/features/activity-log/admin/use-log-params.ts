import { activityLogPageSizes } from '@bellhop/contract/activity-log';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ActivityLogRequest } from './activity-log.api.ts';
import { typesOf } from './type-groups.ts';

type Member = 'agent' | 'type' | 'from' | 'to' | 'page' | 'size';

/** What the page shows, kept in the address. */
export interface LogState extends Record<Exclude<Member, 'page' | 'size'>, string> {
  page: number;
  size: number;
  /** JSON text of the rows, '' for none. */
  filters: string;
  query: ActivityLogRequest;
  /** Changes some of it, '' for none; everything but another page begins at the first. */
  change: (next: Partial<Record<Member, string>>) => void;
}

/** The page's state out of its address; what makes no sense counts for nothing. */
export function useLogParams(): LogState {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  return useMemo(() => {
    const given = new URLSearchParams(address);
    const read = (name: Member, form: RegExp) => (form.test(given.get(name) ?? '') ? (given.get(name) ?? '') : '');
    const agent = read('agent', /^[1-9]\d{0,8}$/);
    const type = typesOf(given.get('type') ?? '').length > 0 ? (given.get('type') ?? '') : '';
    const from = read('from', day);
    const to = read('to', day);
    const page = Number(read('page', /^[1-9]\d{0,5}$/)) || 1;
    const size = activityLogPageSizes.find((one) => String(one) === given.get('size')) ?? activityLogPageSizes[0];
    const filters = filterText({ agent, type, from, to });
    return {
      agent,
      type,
      from,
      to,
      page,
      size,
      filters,
      query: { page, page_size: size, order: 'desc', order_by: 'activity_logs.created_at', filters: filters || '[]' },
      change: (next) =>
        setParams(
          (present) => {
            const changed = new URLSearchParams(present);
            if (!('page' in next)) changed.delete('page');
            for (const [name, value] of Object.entries(next)) {
              if (value) changed.set(name, value);
              else changed.delete(name);
            }
            return changed;
          },
          { replace: true },
        ),
    };
  }, [address, setParams]);
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The rows of wire A 16 as text. Days are those of the desk's time zone, both of them included. */
function filterText({ agent, type, from, to }: Record<'agent' | 'type' | 'from' | 'to', string>): string {
  const row = (field: string, operator: string, value: string) => ({ model: 'activity_logs', field, operator, value });
  const types = typesOf(type);
  const rows = [
    ...(agent ? [row('actor_id', 'equals', agent)] : []),
    ...(types.length === 1 ? [row('activity_type', 'equals', types[0]!)] : []),
    ...(types.length > 1 ? [row('activity_type', 'in', JSON.stringify(types))] : []),
    ...(from || to ? [row('created_at', 'between', `${from || firstDay},${to || lastDay}`)] : []),
  ];
  return rows.length > 0 ? JSON.stringify(rows) : '';
}

/** Ends of a time that is open on one side. */
const firstDay = '2000-01-01';
const lastDay = '2999-12-31';
