import { type Agent, allPermissions } from '@bellhop/contract';
import { expect, test } from 'vitest';
import { mayAdminister } from './admin-access.ts';
import { visibleAdminMenu } from './admin-menu.ts';

test.each(allPermissions)('%s alone opens the admin area when the menu has an entry for it', (permission) => {
  const agent = { permissions: [permission] } as unknown as Agent;
  expect(mayAdminister(agent)).toBe(visibleAdminMenu((one) => one === permission).length > 0);
});
