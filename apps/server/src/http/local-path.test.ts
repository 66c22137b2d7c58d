import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each([
  ['/inboxes/all', '/inboxes/all'],
  ['/inboxes/all?status=Open&x=1#message', '/inboxes/all?status=Open&x=1#message'],
  ['/inboxes/../contacts', '/contacts'],
  ['/search?q=ü', '/search?q=%C3%BC'],
  ['//evil.example', null],
  ['///evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/\n//evil.example', null],
  ['/.//evil.example', null],
  ['/..//evil.example', null],
  ['/x/..//evil.example', null],
  ['https://evil.example/inboxes', null],
  ['javascript:alert(1)', null],
  ['inboxes/all', null],
  ['', null],
  [undefined, null],
])('%j leads to %j', (next, path) => {
  expect(localPath(next)).toBe(path);
});
