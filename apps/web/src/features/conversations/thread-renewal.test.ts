import type { Message } from '@bellhop/contract';
import { expect, it } from 'vitest';
import type { MessagePage } from './conversations.api.ts';
import { mergeNewest } from './thread-renewal.ts';

const page = (names: string, more: Partial<MessagePage> = {}): MessagePage => ({
  results: [...names].map((uuid) => ({ uuid }) as Message),
  total: 9,
  per_page: 30,
  total_pages: 1,
  page: 1,
  has_older: true,
  has_newer: false,
  ...more,
});
const thread = (...pages: MessagePage[]) => ({ pages, pageParams: pages.map(() => ({})) });
const names = (data: { pages: MessagePage[] }) =>
  data.pages.map(({ results }) => results.map(({ uuid }) => uuid).join(''));

it('puts the newest page on top and leaves what it does not reach', () => {
  expect(names(mergeNewest(thread(page('fed'), page('cba')), page('hgfe')))).toEqual(['hgfed', 'cba']);
  expect(names(mergeNewest(thread(page('fed'), page('cba')), page('gfedc')))).toEqual(['gfedc', 'ba']);
});

it('forgets what is no longer there', () => {
  expect(names(mergeNewest(thread(page('fed'), page('cba')), page('gfd')))).toEqual(['gfd', 'cba']);
});

it('goes on at its newer end when too much is new', () => {
  const merged = mergeNewest(thread(page('fed'), page('cba')), page('zyx'));
  expect(names(merged)).toEqual(['fed', 'cba']);
  expect(merged.pages.map(({ has_newer }) => has_newer)).toEqual([true, false]);
});

it('leaves a thread alone that was entered in its middle', () => {
  const middle = thread(page('fed', { has_newer: true }));
  expect(mergeNewest(middle, page('zyx'))).toBe(middle);
});

it('is the fresh page when it holds all that was loaded', () => {
  expect(names(mergeNewest(thread(page('ba')), page('cba')))).toEqual(['cba']);
  expect(names(mergeNewest(thread(page('ed')), page('fedcb')))).toEqual(['fedcb']);
});
