import type { ConversationListItem } from '@bellhop/contract';
import { describe, expect, it } from 'vitest';
import type { ListPage, ListParams } from './conversations.api.ts';
import {
  addRow,
  belongs,
  changeRows,
  comparator,
  type ListData,
  mergeFirstPage,
  mergePage,
  rowsOf,
  settleRows,
} from './list-rows.ts';

const at = (minute: number) => `2026-11-12T10:${String(minute).padStart(2, '0')}:00Z`;

function row(id: number, more: Partial<ConversationListItem> = {}): ConversationListItem {
  const fields = { id, uuid: `u${id}`, status: 'Open', assigned_user_id: null, assigned_team_id: null };
  return { ...fields, last_message_at: at(id), ...more } as ConversationListItem;
}

function page(rows: ConversationListItem[], total = rows.length): ListPage {
  return { results: rows, total, per_page: 50, total_pages: 1, page: 1 };
}

function list(...pages: ListPage[]): ListData {
  return { pages, pageParams: pages.map((_, index) => ({ page: index + 1 })) };
}

const ids = (data: ListData) => rowsOf(data, 'newest').map(({ id }) => id);

describe('order', () => {
  it('follows the sort, whatever the order of arrival, each conversation once', () => {
    const data = list(page([row(1), row(3)]), page([row(2), row(1)]));
    expect(rowsOf(data, 'newest').map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(rowsOf(data, 'oldest').map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('puts nulls last both ways and lets the id decide ties', () => {
    const rows = [row(1, { last_message_at: null }), row(2), row(3, { last_message_at: at(2) })];
    expect(rows.toSorted(comparator('newest')).map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(rows.toSorted(comparator('oldest')).map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it('compares times, not their spelling', () => {
    const early = row(1, { last_message_at: '2026-11-12T10:00:00.900Z' });
    const late = row(2, { last_message_at: '2026-11-12T10:00:01Z' });
    expect([early, late].toSorted(comparator('newest'))[0]).toBe(late);
  });
});

describe('belonging', () => {
  const params = (scope: ListParams['scope'], status: string | null = 'Open'): ListParams => ({
    scope,
    status,
    sort: 'newest',
  });
  const me = 7;

  it.each([
    ['assigned, mine', params({ kind: 'assigned' }), row(1, { assigned_user_id: me }), true],
    ['assigned, another', params({ kind: 'assigned' }), row(1, { assigned_user_id: 8 }), false],
    ['unassigned, nobody', params({ kind: 'unassigned' }), row(1), true],
    ['unassigned, with a team', params({ kind: 'unassigned' }), row(1, { assigned_team_id: 2 }), false],
    ['team, waiting', params({ kind: 'team', team_id: 2 }), row(1, { assigned_team_id: 2 }), true],
    ['team, taken', params({ kind: 'team', team_id: 2 }), row(1, { assigned_team_id: 2, assigned_user_id: me }), false],
    ['all', params({ kind: 'all' }), row(1, { assigned_user_id: 8 }), true],
    ['another status', params({ kind: 'all' }), row(1, { status: 'Resolved' }), false],
    ['every status', params({ kind: 'all' }, null), row(1, { status: 'Resolved' }), true],
  ])('%s', (_, list, item, expected) => expect(belongs(item, list, me)).toBe(expected));
});

describe('changes', () => {
  it('patch rows where they are', () => {
    const before = list(page([row(2), row(1)], 2));
    const after = changeRows(before, new Set(['u1']), (item) => ({ ...item, subject: 'New' }));
    expect(after.pages[0]?.results[1]?.subject).toBe('New');
    expect(after.pages[0]?.results[0]).toBe(before.pages[0]?.results[0]);
    expect(changeRows(before, new Set(['u9']), () => null)).toBe(before);
  });

  it('take rows out that no longer belong, and count them off on every page', () => {
    const before = list(page([row(4), row(3)], 4), page([row(2), row(1)], 4));
    const after = changeRows(before, new Set(['u2', 'u4']), () => null);
    expect(ids(after)).toEqual([3, 1]);
    expect(after.pages.map(({ total }) => total)).toEqual([2, 2]);
    expect(ids(addRow(after, row(4)))).toEqual([4, 3, 1]);
    expect(addRow(after, row(4)).pages[1]?.total).toBe(3);
  });

  it('leave a capped total alone', () => {
    const capped = { ...page([row(2), row(1)], 10_000), total_capped: true };
    expect(changeRows(list(capped), new Set(['u1']), () => null).pages[0]?.total).toBe(10_000);
  });
});

describe('a view whose server was asked', () => {
  const before = list(page([row(9), row(5)], 4));

  it('loses what no longer matches and renews what does', () => {
    const after = settleRows(before, new Set(['u9', 'u5']), [row(5, { subject: 'Renewed' })], 'newest');
    expect(rowsOf(after, 'newest').map(({ subject }) => subject)).toEqual(['Renewed']);
    expect(after.pages[0]?.total).toBe(3);
  });

  it('gains what matches now, but not below the part that is loaded', () => {
    expect(ids(settleRows(before, new Set(['u7']), [row(7)], 'newest'))).toEqual([9, 7, 5]);
    expect(ids(settleRows(before, new Set(['u3']), [row(3)], 'newest'))).toEqual([9, 5]);
    expect(ids(settleRows(list(page([row(9)], 1)), new Set(['u3']), [row(3)], 'newest'))).toEqual([9, 3]);
  });
});

it('a view that is not loaded to its end may have counted what rises into it before', () => {
  const moved = settleRows(list(page([row(9), row(5)], 4)), new Set(['u7']), [row(7)], 'newest');
  expect(moved.pages[0]?.total).toBe(4);
  const added = settleRows(list(page([row(9), row(5)], 2)), new Set(['u7']), [row(7)], 'newest');
  expect(added.pages[0]?.total).toBe(3);
});

describe('a fresh first page', () => {
  it('brings in what is new and renews what is known', () => {
    const after = mergeFirstPage(
      list(page([row(2), row(1)], 2)),
      page([row(3), row(2, { subject: 'Renewed' })], 3),
      'newest',
    );
    expect(ids(after)).toEqual([3, 2, 1]);
    expect(rowsOf(after, 'newest')[1]?.subject).toBe('Renewed');
    expect(after.pages[0]?.total).toBe(3);
  });

  it('drops rows that should stand on it and do not, on every page', () => {
    const before = list(page([row(9), row(8)], 5), page([row(4), row(3)], 5));
    const after = mergeFirstPage(before, page([row(9), row(5)], 4), 'newest');
    expect(ids(after)).toEqual([9, 5, 4, 3]);
  });

  it('drops everything else when it is the whole list', () => {
    const after = mergeFirstPage(list(page([row(2), row(1)], 2)), page([row(2)], 1), 'newest');
    expect(ids(after)).toEqual([2]);
    expect(ids(mergeFirstPage(after, page([], 0), 'newest'))).toEqual([]);
  });
});

it('a later page fetched anew replaces its own part only', () => {
  const before = list(page([row(9), row(8)], 6), page([row(6), row(5)], 6), page([row(3), row(2)], 6));
  const fresh = page([row(7), row(5, { subject: 'Renewed' })], 6);
  const after = mergePage(before, fresh, 'newest', { after: row(8), isLast: false });
  expect(ids(after)).toEqual([9, 8, 7, 5, 3, 2]);
  expect(ids(mergePage(before, fresh, 'newest', { after: row(8), isLast: true }))).toEqual([9, 8, 7, 5]);
});
