import { type ContactListItem, type ContactListQuery, shortestSearch } from '@bellhop/contract';
import { contactFilterFieldsWith, type FilterCondition, parseFilterText } from '@bellhop/rules';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { attributeDefinitions } from '../custom-attributes/index.ts';
import { loadSettings } from '../settings/index.ts';
import {
  type ContactFilter,
  contactRows,
  countContacts,
  findFitting,
  findPeople,
  listedIds,
  walkFitting,
} from './contact-list.queries.ts';
import { parseContactSort } from './contact-sort.ts';

/** Totals of filtered lists are exact up to here (settled question 12). */
const mostCounted = 10_000;

/** The paged shape; `total_capped` when more than 10,000 contacts fit a filter. */
export interface ContactPage {
  results: ContactListItem[];
  total: number;
  per_page: number;
  total_pages: number;
  page: number;
  total_capped?: boolean;
}

/**
 * A page of the contacts that have an address, blocked ones included (wire A 15.1). Without filter and search the total is exact;
 * else up to 10,000. Throws input.invalid naming the member.
 */
export async function listContacts(db: Reader, query: ContactListQuery): Promise<ContactPage> {
  const sort = parseContactSort(query);
  const filter = { conditions: await readConditions(db, query.filters), search: readSearch(query.search) };
  // One more than shown tells whether more follow.
  const slice = { sort, offset: (query.page - 1) * query.page_size, limit: query.page_size + 1 };
  const isFree = filter.conditions.length > 0 || filter.search !== null;
  const { count, ids } = isFree ? await findFree(db, filter, slice) : await findPlain(db, slice);
  const rows = await contactRows(db, ids.slice(0, query.page_size));
  const isCapped = isFree && count > mostCounted;
  const total = isCapped ? mostCounted : count;
  const pages = Math.ceil(total / query.page_size);
  const hasMore = ids.length > query.page_size;
  return {
    results: rows.map((row) => ({ ...wireTimes(row), type: 'contact', total })),
    total,
    per_page: query.page_size,
    total_pages: isCapped ? Math.max(pages, query.page + (hasMore ? 1 : 0)) : pages,
    page: query.page,
    ...(isCapped ? { total_capped: true } : {}),
  };
}

type Slice = Parameters<typeof walkFitting>[2];

async function findPlain(db: Reader, slice: Slice): Promise<{ count: number; ids: number[] }> {
  const count = await countContacts(db);
  return { count, ids: await listedIds(db, slice, count) };
}

/**
 * What fits is found first, up to the bound of exact totals, people with a text out of the index of texts. Of few the page is cut out of
 * them. Of many, walking along the index of the sort meets a page of them soon.
 */
async function findFree(db: Reader, filter: ContactFilter, slice: Slice): Promise<{ count: number; ids: number[] }> {
  const people = filter.search === null ? null : await findPeople(db, filter.search, mostCounted + 1);
  const isCrowded = people !== null && people.length > mostCounted;
  if (isCrowded && filter.conditions.length === 0) {
    return { count: mostCounted + 1, ids: await walkFitting(db, filter, slice) };
  }
  const found = await findFitting(db, { ...filter, among: isCrowded ? null : people }, slice, mostCounted + 1);
  if (found.count <= mostCounted) return found;
  return { count: found.count, ids: await walkFitting(db, filter, slice) };
}

async function readConditions(db: Reader, filters: string | undefined): Promise<FilterCondition[]> {
  const [settings, attributes] = await Promise.all([
    loadSettings(db),
    filters?.includes('_attributes') ? attributeDefinitions(db, 'contact') : Promise.resolve([]),
  ]);
  const parsed = parseFilterText(filters, {
    fields: contactFilterFieldsWith(attributes),
    zone: settings['app.timezone'],
    blank_rows: 'skip',
  });
  if (parsed.ok) return parsed.conditions;
  const { field, reason } = parsed;
  throw new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
}

/** Null for none. A shorter text than searches take would be in nearly every address. */
function readSearch(search: string | undefined): string | null {
  if (!search) return null;
  if ([...search].length >= shortestSearch) return search;
  const reason = `it needs at least ${shortestSearch} characters`;
  throw new AppError('input.invalid', { params: { field: 'search', reason }, data: { search: reason } });
}
