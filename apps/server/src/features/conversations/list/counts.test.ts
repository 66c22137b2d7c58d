import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../../test/harness.ts';

let desk: Harness;
let teamId: number;
let emptyTeamId: number;
let foreignTeamId: number;
let anaId: number;

beforeAll(async () => {
  desk = await createHarness();
  teamId = await desk.addTeam('Orders');
  emptyTeamId = await desk.addTeam('Nobody writes');
  foreignTeamId = await desk.addTeam('Returns');
  anaId = await desk.addAgent({ email: 'ana@desk.test', team_ids: [teamId, emptyTeamId] });
  await desk.pool.query("insert into users (type, first_name, email) values ('contact', 'Mina', 'mina@mail.example')");
  await insert(60);
}, 120_000);
afterAll(() => desk.close());

const insert = (count: number) =>
  desk.pool.query(
    `insert into conversations (contact_id, inbox_id, status_id, assigned_user_id, assigned_team_id)
     select (select id from users where type = 'contact'), 1, 1 + n % 4, case when n % 3 = 0 then $1::int when n % 7 = 0 then 2 end,
       case when n % 5 < 2 then $2::int when n % 5 = 2 then $3::int end from generate_series(1, $4::int) n`,
    [anaId, teamId, foreignTeamId, count],
  );

/** The same by counting rows. */
async function counted(where: string, values: number[] = []): Promise<Record<string, number>> {
  const { rows } = await desk.pool.query<{ name: string; n: number }>(
    `select s.name, (select count(*)::int from conversations c where c.status_id = s.id and ${where}) as n
     from conversation_statuses s`,
    values,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

async function expected() {
  return {
    assigned: await counted('assigned_user_id = $1', [anaId]),
    unassigned: await counted('assigned_user_id is null and assigned_team_id is null'),
    all: await counted('true'),
    teams: {
      [teamId]: await counted('assigned_user_id is null and assigned_team_id = $1', [teamId]),
      [emptyTeamId]: { Open: 0, Snoozed: 0, Resolved: 0, Closed: 0 },
    },
  };
}

test('are the sizes of the lists, before, between and after the counts are folded', async () => {
  const ana = await desk.as('ana@desk.test');
  expect((await ana.call('conversations.counts')).data).toEqual(await expected());
  await desk.pool.query('select fold_conversation_counts()');
  expect((await ana.call('conversations.counts')).data).toEqual(await expected());
  await insert(13);
  await desk.pool.query('update conversations set status_id = 2, assigned_user_id = null where id % 4 = 0');
  expect((await ana.call('conversations.counts')).data).toEqual(await expected());
});

test.each([
  [['conversations:read', 'conversations:read_assigned'], ['assigned', 'teams'], 0],
  [['conversations:read', 'conversations:read_unassigned'], ['teams', 'unassigned'], 0],
  [['conversations:read', 'conversations:read_team_inbox'], ['teams'], 1],
  [['conversations:read', 'conversations:read_all'], ['all', 'teams'], 0],
  [['conversations:read'], ['teams'], 0],
  [['conversations:read_all', 'conversations:read_team_inbox'], ['teams'], 0],
])('with %j there are %j', async (permissions, keys, teams) => {
  const email = `${permissions.join('-').replaceAll(/[^a-z]/g, '')}@desk.test`;
  await desk.addAgent({ email, permissions, team_ids: [teamId] });
  const { data } = await (await desk.as(email)).call('conversations.counts');
  const all = await expected();
  expect(Object.keys(data).sort()).toEqual(keys);
  expect(Object.keys(data.teams)).toHaveLength(teams);
  if (data.all) expect(data.all).toEqual(all.all);
  if (data.unassigned) expect(data.unassigned).toEqual(all.unassigned);
  if (teams) expect(data.teams).toEqual({ [teamId]: all.teams[teamId] });
  if (data.assigned) expect(data.assigned).toEqual({ Open: 0, Snoozed: 0, Resolved: 0, Closed: 0 });
});
