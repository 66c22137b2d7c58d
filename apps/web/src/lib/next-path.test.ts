import { expect, it } from 'vitest';
import { isEmail } from './email.ts';
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

it('knows the form of an email address (specification 5)', () => {
  for (const good of ['a@b.c', 'jonas.brandt+x@harbour.example', 'ü@köln.de']) expect(isEmail(good)).toBe(true);
  for (const bad of ['', 'a', 'a@b', 'a b@c.d', '@c.d', 'a@c.', 'a@b@c.d', 'System']) expect(isEmail(bad)).toBe(false);
});
