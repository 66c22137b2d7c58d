import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';

let desk: Harness;
let count = 0;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query('delete from login_attempts');
});

const better = 'Next-Passw0rd';

async function newAgent() {
  const email = `agent${++count}@desk.test`;
  const id = await desk.addAgent({ email });
  return { id, email, client: await desk.as(email) };
}

test('the new password counts, this session stays, the others end, and it is written down', async () => {
  const { id, email, client } = await newAgent();
  const elsewhere = await desk.as(email);
  const body = { current_password: testPassword, new_password: better };
  expect((await client.call('account.change_password', { body })).data).toBe(true);
  expect((await client.call('agents.me')).status).toBe(200);
  expect((await elsewhere.call('agents.me')).status).toBe(401);
  const login = (password: string) => desk.anonymous().call('auth.login', { body: { email, password } });
  expect((await login(testPassword)).status).toBe(401);
  expect((await login(better)).status).toBe(200);
  const { rows } = await desk.pool.query(
    "select actor_id, target_model_id from activity_logs where activity_type = 'agent_password_set' and actor_id = $1",
    [id],
  );
  expect(rows).toEqual([{ actor_id: id, target_model_id: id }]);
});

test('a wrong current password changes nothing, ends no session and counts as a failed login', async () => {
  const { email, client } = await newAgent();
  const body = { current_password: 'Wrong-Passw0rd', new_password: better };
  const { status, body: answer } = await client.call('account.change_password', { body });
  expect([status, answer.error_type, answer.code]).toEqual([400, 'InputException', 'agent.password_wrong']);
  expect((await client.call('agents.me')).status).toBe(200);
  expect((await desk.anonymous().call('auth.login', { body: { email, password: testPassword } })).status).toBe(200);
  for (let tries = 0; tries < 10; tries++) await client.call('account.change_password', { body });
  const limited = await client.call('account.change_password', { body: { ...body, current_password: testPassword } });
  expect([limited.status, limited.body.code]).toEqual([429, 'login.too_many']);
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
});

test.each([
  ['nine bytes', 'Passw0r-d'],
  ['73 bytes in 72 characters', `${'ä'}${'aA1-'.repeat(17)}aA1`],
  ['no upper-case letter', 'password-1'],
  ['no sign', 'Passw0rd12'],
])('%s is refused', async (_what, weak) => {
  const { client } = await newAgent();
  const { status, body } = await client.call('account.change_password', {
    body: { current_password: testPassword, new_password: weak },
  });
  expect([status, body.code]).toEqual([400, 'agent.password_weak']);
});
