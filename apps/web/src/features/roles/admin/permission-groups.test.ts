import { allPermissions } from '@bellhop/contract';
import { expect, test } from 'vitest';
import { lacksBase, permissionGroups } from './permission-groups.ts';

test('every permission stands in one group', () => {
  const grouped = permissionGroups.flatMap(({ permissions }) => permissions);
  expect([...grouped].sort()).toEqual([...allPermissions].sort());
});

test('lists of conversations need the permission to read one', () => {
  expect(lacksBase(['conversations:read_all', 'tags:manage'])).toBe(true);
  expect(lacksBase(['conversations:read_all', 'conversations:read'])).toBe(false);
  expect(lacksBase(['tags:manage'])).toBe(false);
});
