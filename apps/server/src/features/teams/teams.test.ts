import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { findTeam, isMember, teamIdsOf } from './index.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test('compact teams come by name, my teams by latest update, and both are empty lists at first', async () => {
  const admin = await desk.as();
  expect((await admin.call('teams.compact')).data).toEqual([]);
  expect((await admin.call('agents.my_teams')).data).toEqual([]);
  const support = await desk.addTeam('Support');
  const billing = await desk.addTeam('Billing');
  const night = await desk.addTeam('Night');
  await desk.pool.query(`update teams set emoji = '💳', updated_at = now() + interval '1 hour' where id = $1`, [
    billing,
  ]);
  const id = await desk.addAgent({ email: 'asha@desk.test', team_ids: [billing, support] });
  expect((await admin.call('teams.compact')).data).toEqual([
    { id: billing, name: 'Billing', emoji: '💳' },
    { id: night, name: 'Night', emoji: null },
    { id: support, name: 'Support', emoji: null },
  ]);
  const mine = (await (await desk.as('asha@desk.test')).call('agents.my_teams')).data;
  expect(mine.map((team) => team.id)).toEqual([billing, support]);
  expect(mine[0]).toMatchObject({
    name: 'Billing',
    conversation_assignment_type: 'Manual',
    timezone: 'UTC',
    business_hours_id: null,
    sla_policy_id: null,
    max_auto_assigned_conversations: 0,
  });

  const { db } = desk.app.deps;
  expect((await teamIdsOf(db, id)).sort()).toEqual([support, billing].sort());
  expect([await isMember(db, billing, id), await isMember(db, night, id)]).toEqual([true, false]);
  expect(await findTeam(db, billing)).toMatchObject({ id: billing, name: 'Billing' });
  expect(await findTeam(db, 999_999)).toBeUndefined();
});
