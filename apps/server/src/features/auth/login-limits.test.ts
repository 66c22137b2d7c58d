import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';

const minute = 60_000;
let desk: Harness;
beforeAll(async () => {
  desk = await createHarness({ env: { TRUST_PROXY: 'on', LOG_LEVEL: 'error' } });
  await desk.addAgent({ email: 'asha@desk.test' });
  await desk.addAgent({ email: 'noor@desk.test' });
});
afterAll(() => desk.close());
beforeEach(() => desk.pool.query('delete from login_attempts'));

let attempts = 0;
/** An attempt, from a fresh address unless one is given. */
const attempt = (
  email: string,
  password: string,
  ip = `198.51.${++attempts >> 8}.${attempts & 255}`,
  on: Harness = desk,
) => on.anonymous().call('auth.login', { body: { email, password }, headers: { 'x-forwarded-for': ip } });
const fail = async (times: number, email = 'asha@desk.test') => {
  for (let i = 0; i < times; i++) expect((await attempt(email, 'Wrong-pass-1')).status).toBe(401);
};

test('30 attempts of one address within a minute, whatever the account and however they end', async () => {
  for (let i = 0; i < 10; i++) {
    expect((await attempt('asha@desk.test', testPassword, '192.0.2.1')).status).toBe(200);
    expect((await attempt('noor@desk.test', testPassword, '192.0.2.1')).status).toBe(200);
    expect((await attempt(`nobody${i}@desk.test`, 'Wrong-pass-1', '192.0.2.1')).status).toBe(401);
  }
  const refused = await attempt('asha@desk.test', testPassword, '192.0.2.1');
  expect([refused.status, refused.body.error_type, refused.body.code]).toEqual([
    429,
    'GeneralException',
    'login.too_many',
  ]);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused.body.message).toContain(String(seconds));
  expect(refused.headers.getSetCookie()).toEqual([]);
  expect((await attempt('asha@desk.test', testPassword, '192.0.2.2')).status).toBe(200);
  desk.clock.advance(seconds * 1000 + 500);
  expect((await attempt('asha@desk.test', testPassword, '192.0.2.1')).status).toBe(200);
});

test('attempts at the same moment count each other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => attempt(`nobody${i}@desk.test`, 'Wrong-pass-1', '192.0.2.3')),
  );
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('10 failures on one account close it to every address, even for the right password', async () => {
  await fail(10);
  const refused = await attempt('Asha@Desk.test', testPassword);
  expect([refused.status, refused.body.code]).toEqual([429, 'login.too_many']);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await attempt('noor@desk.test', testPassword)).status).toBe(200);
  desk.clock.advance(minute);
  expect((await attempt('asha@desk.test', testPassword)).status).toBe(200);
});

test('an unknown account is limited in the same way, so that it cannot be told', async () => {
  await fail(10, 'nobody@desk.test');
  expect((await attempt('nobody@desk.test', 'Wrong-pass-1')).status).toBe(429);
});

test('the delay doubles with every failure of the day beyond the tenth, up to 15 minutes', async () => {
  const delay = async () => {
    const refused = await attempt('asha@desk.test', testPassword);
    expect(refused.status).toBe(429);
    return Number(refused.headers.get('retry-after'));
  };
  await fail(10);
  const delays: number[] = [];
  for (let i = 0; i < 4; i++) {
    const seconds = await delay();
    delays.push(Math.round(seconds / 60));
    desk.clock.advance(seconds * 1000);
    await fail(1);
  }
  expect(delays).toEqual([1, 2, 4, 8]);
  // The first ten have left the window of 15 minutes; six more close the account for the longest time at once.
  await fail(6);
  expect(Math.round((await delay()) / 60)).toBe(15);
});

test('fewer than 10 failures within 15 minutes close nothing', async () => {
  await fail(9);
  desk.clock.advance(16 * minute);
  await fail(9);
  expect((await attempt('asha@desk.test', testPassword)).status).toBe(200);
});

test('a success clears the failures of its account', async () => {
  await fail(9);
  expect((await attempt('asha@desk.test', testPassword)).status).toBe(200);
  await fail(9);
  expect((await attempt('asha@desk.test', testPassword)).status).toBe(200);
});

test('refused attempts do not prolong the wait', async () => {
  await fail(10);
  desk.clock.advance(50_000);
  for (let i = 0; i < 5; i++) expect((await attempt('asha@desk.test', 'Wrong-pass-1')).status).toBe(429);
  desk.clock.advance(10_500);
  expect((await attempt('asha@desk.test', testPassword)).status).toBe(200);
});

test('the limits survive a restart and hold in a second process', async () => {
  await fail(10);
  const second = await createHarness({ env: { TRUST_PROXY: 'on', LOG_LEVEL: 'error' }, share: desk });
  try {
    second.clock.set(desk.clock.now());
    expect((await attempt('asha@desk.test', testPassword, undefined, second)).status).toBe(429);
  } finally {
    await second.close();
  }
});
