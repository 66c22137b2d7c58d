import { expect, it } from 'vitest';
import { nextPath } from './next-path.ts';

const site = 'https://desk.example';
const next = (value: string) => nextPath(`?next=${encodeURIComponent(value)}`, site);

it('keeps pages of this site', () => {
  expect(next('/inboxes/all?status=#x')).toBe('/inboxes/all?status=#x');
  expect(next('/inboxes/assigned/conversation/1')).toBe('/inboxes/assigned/conversation/1');
});

it.each([
  'https://evil.example/inboxes',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'inboxes',
  '',
  '/',
  '/?next=/x',
  '/logout',
  '/api/v1/agents/me',
  '/uploads/1',
])('refuses %j', (value) => expect(next(value)).toBeUndefined());

it('refuses what is missing', () => expect(nextPath('', site)).toBeUndefined());
