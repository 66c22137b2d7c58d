import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { clearActivityLog } from '../../../test/clear-activity-log.ts';
import { createHarness, type Harness, testPassword } from '../../../test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import { issuePasswordToken } from './index.ts';

const hour = 3_600_000;
const better = 'Next-Passw0rd';
let desk: Harness;
let sink: SmtpSink;
let id: number;
let email: string;
let count = 0;
beforeAll(async () => {
  desk = await createHarness({ roles: ['web', 'worker'], env: { TRUST_PROXY: 'on', LOG_LEVEL: 'silent' } });
  sink = await startSmtpSink();
  await switchMail(true);
});
afterAll(async () => {
  await desk.close();
  await sink.close();
});
beforeEach(async () => {
  // The jobs that send go by the database's clock.
  desk.clock.set(new Date());
  await desk.pool.query('delete from login_attempts');
  await clearActivityLog(desk.pool);
  email = `asha${++count}@desk.test`;
  id = await desk.addAgent({ email });
});

async function switchMail(enabled: boolean) {
  const settings = { enabled, host: sink.host, port: sink.port, email_address: 'Desk <desk@shop.example>' };
  const further = { auth_protocol: 'none', tls_type: 'none', max_msg_retries: 0 };
  const body = Object.fromEntries(
    Object.entries({ ...settings, ...further }).map(([name, value]) => [`notification.email.${name}`, value]),
  );
  const admin = await desk.as();
  expect((await admin.call('settings.update_email_notifications', { body })).status).toBe(200);
}
const ask = (address: string, ip = '192.0.2.1', on = desk) =>
  on.anonymous().call('auth.reset_password', { body: { email: address }, headers: { 'x-forwarded-for': ip } });
const use = (token: string, password = better, ip = '192.0.2.1') =>
  desk.anonymous().call('auth.set_password', { body: { token, password }, headers: { 'x-forwarded-for': ip } });
const login = (password: string) => desk.anonymous().call('auth.login', { body: { email, password } });
const requests = () =>
  desk.until(async () => {
    const { rows } = await desk.pool.query(
      "select target_model_id, params, ip from activity_logs where activity_type = 'agent_password_requested' order by id",
    );
    return rows.length > 0 && (rows as { target_model_id: number; params: Record<string, string>; ip: string }[]);
  }, 'the request to be written down');

/** Mails of a link to an agent so far. */
const linkMails = (to = email) =>
  sink.messages.filter((mail) => mail.to.includes(to) && /set-password/.test(String(mail.raw)));
/** Asks, and answers the token of the mail that comes. */
async function tokenByMail(address = email): Promise<string> {
  const before = linkMails().length;
  expect((await ask(address)).data).toBe(true);
  await desk.until(async () => linkMails().length > before, 'the mail');
  const { html } = await simpleParser(linkMails().at(-1)!.raw);
  return /http:\/\/desk\.test\/set-password\?token=([A-Za-z0-9]{32})"/.exec(String(html))![1]!;
}
const expectInvalid = async (answer: ReturnType<typeof use>) => {
  const { status, body } = await answer;
  expect([status, body.error_type, body.code]).toEqual([400, 'InputException', 'password_link.invalid']);
};

describe('asking for a link', () => {
  test('mails a token of 32 letters and digits, stored as a hash alone, and writes it down', async () => {
    const token = await tokenByMail(`  ${email.toUpperCase()} `);
    const { rows } = await desk.pool.query('select token_hash, expires_at from password_tokens where user_id = $1', [
      id,
    ]);
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest());
    const lives = rows[0].expires_at.getTime() - desk.clock.now().getTime();
    expect(Math.round(lives / hour)).toBe(24);
    expect(await requests()).toEqual([
      { target_model_id: id, params: { actor_email: 'System', target_email: email }, ip: '192.0.2.1' },
    ]);
  });

  test('is answered alike for known, unknown, disabled and deleted addresses, and for System', async () => {
    const off = await desk.addAgent({ email: `off${count}@desk.test`, enabled: false });
    await desk.addAgent({ email: `gone${count}@desk.test` });
    await desk.pool.query('update users set deleted_at = now() where email = $1', [`gone${count}@desk.test`]);
    const answers = [];
    for (const address of [email, 'My-Secret-1@oops', `off${count}@desk.test`, `gone${count}@desk.test`, 'System']) {
      const { status, body, headers } = await ask(address);
      answers.push([status, body, [...headers.keys()].sort(), headers.get('content-length')]);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]!.slice(0, 2)).toEqual([200, { status: 'success', data: true }]);
    const rows = await desk.until(async () => {
      const found = await requests();
      return found.length === 5 && found;
    }, 'all five requests');
    const byTarget = (target: number) => rows.filter((row) => row.target_model_id === target);
    expect(byTarget(id).map((row) => row.params.reason)).toEqual([undefined]);
    expect(byTarget(off).map((row) => row.params.reason)).toEqual(['disabled']);
    const { id: system } = desk.app.deps.system;
    expect(byTarget(system).map((row) => row.params.reason)).toEqual(Array(3).fill('unknown_address'));
    expect(JSON.stringify(rows)).not.toContain('oops');
    await desk.until(async () => linkMails().length === 1, 'the one mail');
    expect((await desk.pool.query('select user_id from password_tokens')).rows.map((row) => row.user_id)).not.toContain(
      off,
    );
    expect(linkMails(`off${count}@desk.test`)).toEqual([]);
  });

  test('does its work in a job, which holds no typed address', async () => {
    const web = await createHarness({ env: { TRUST_PROXY: 'on', LOG_LEVEL: 'silent' } });
    try {
      await web.pool.query(`insert into settings (key, value) values ('notification.email.enabled', 'true')
        on conflict (key) do update set value = excluded.value`);
      expect((await ask('My-Secret-1@oops', '192.0.2.1', web)).status).toBe(200);
      const { rows } = await web.pool.query(
        "select payload from graphile_worker._private_jobs where payload::jsonb ? 'user_id'",
      );
      expect(rows).toEqual([{ payload: { user_id: null, ip: '192.0.2.1' } }]);
    } finally {
      await web.close();
    }
  });

  test('a signed-in caller is refused, whatever the address', async () => {
    const asha = await desk.as(email);
    const { status, body } = await asha.call('auth.reset_password', { body: { email } });
    expect([status, body.error_type, body.code]).toEqual([400, 'InputException', 'password_link.signed_in']);
  });

  test.each([{}, { email: '' }, { email: '  ' }, { email: 'x'.repeat(321) }])(
    '%j is a 400 that names the member',
    async (body) => {
      const answer = await desk.anonymous().call('auth.reset_password', { body });
      expect([answer.status, answer.body.error_type]).toEqual([400, 'InputException']);
      expect(answer.body.message).toContain('email');
    },
  );

  test.each(['a@b', '<script>', '\u202eevil@desk.test', '☃@desk.test'])('%j is nobody', async (address) => {
    expect((await ask(address)).data).toBe(true);
  });

  test('while the desk sends no mails everybody is told so', async () => {
    await switchMail(false);
    for (const address of [email, 'nobody@desk.test']) {
      expect(await ask(address)).toMatchObject({ status: 400, body: { code: 'system_mail.off' } });
    }
    await switchMail(true);
  });
});

describe('the limits of asking', () => {
  test.each(['known', 'unknown'])('5 for one %s account within an hour, from wherever', async (which) => {
    const address = which === 'known' ? email : 'nobody@desk.test';
    for (let i = 0; i < 5; i++) expect((await ask(address, `198.51.100.${i}`)).status).toBe(200);
    const refused = await ask(address.toUpperCase(), '198.51.100.9');
    expect([refused.status, refused.body.error_type, refused.body.code]).toEqual([
      429,
      'GeneralException',
      'login.too_many',
    ]);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3000);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect((await ask('other@desk.test', '198.51.100.9')).status).toBe(200);
    // Signing in is counted apart.
    expect((await desk.anonymous().call('auth.login', { body: { email, password: testPassword } })).status).toBe(200);
    desk.clock.advance(seconds * 1000 + 500);
    expect((await ask(address, '198.51.100.9')).status).toBe(200);
  });

  test('20 of one network address within 15 minutes, in other processes too', async () => {
    const answers = await Promise.all(Array.from({ length: 22 }, (_, i) => ask(`nobody${i}@desk.test`, '192.0.2.7')));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2);
    const second = await createHarness({ env: { TRUST_PROXY: 'on', LOG_LEVEL: 'silent' }, share: desk });
    try {
      second.clock.set(desk.clock.now());
      expect((await ask('nobody@desk.test', '192.0.2.7', second)).status).toBe(429);
      expect((await ask('nobody@desk.test', '192.0.2.8', second)).status).toBe(200);
    } finally {
      await second.close();
    }
  });

  test('30 links used of one network address within a minute', async () => {
    for (let i = 0; i < 30; i++) await expectInvalid(use('x'.repeat(32), better, '192.0.2.9'));
    const refused = await use('x'.repeat(32), better, '192.0.2.9');
    expect([refused.status, refused.body.code]).toEqual([429, 'login.too_many']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('using a link', () => {
  test('sets the password, ends sessions and sockets, opens a locked account, is written down and mailed', async () => {
    const elsewhere = await desk.as(email);
    const socket = new WebSocket(`${desk.app.address()!.replace('http', 'ws')}/ws`, {
      headers: { cookie: elsewhere.cookieHeader() },
    });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    for (let i = 0; i < 10; i++) await login('Wrong-pass-1');
    expect((await login(testPassword)).status).toBe(429);
    const token = await tokenByMail();
    const answer = await use(token);
    expect([answer.status, answer.data]).toEqual([200, true]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await closed)[0]).toBe(1008);
    expect((await elsewhere.call('agents.me')).status).toBe(401);
    expect((await login(testPassword)).status).toBe(401);
    expect((await login(better)).status).toBe(200);
    const { rows } = await desk.pool.query(
      "select actor_id, target_model_id, ip from activity_logs where activity_type = 'agent_password_set'",
    );
    expect(rows).toEqual([{ actor_id: id, target_model_id: id, ip: '192.0.2.1' }]);
    const told = await sink.waitFor((mail) => mail.to.includes(email) && /reset-password/.test(String(mail.raw)));
    const { subject, html } = await simpleParser(told.raw);
    expect(subject).toBe('Your password at Bellhop was changed');
    expect(html).toContain('href="http://desk.test/reset-password"');
    await expectInvalid(use(token, 'Third-Passw0rd'));
  });

  test('at the same moment works once', async () => {
    const token = await tokenByMail();
    const answers = await Promise.all([1, 2, 3, 4].map((i) => use(token, `Passw0rd-no-${i}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400]);
  });

  test('a new link voids the one before', async () => {
    const first = await tokenByMail();
    const second = await tokenByMail();
    await expectInvalid(use(first));
    expect((await use(second)).status).toBe(200);
  });

  test('a link is over after 24 hours, and not before', async () => {
    const token = await tokenByMail();
    desk.clock.advance(24 * hour + 1000);
    await expectInvalid(use(token));
    desk.clock.advance(-60_000);
    expect((await use(token)).status).toBe(200);
  });

  test.each([
    ['empty', () => ''],
    ['truncated', (token: string) => token.slice(0, -1)],
    ['in another case', (token: string) => token.toLowerCase()],
    ['longer', (token: string) => `${token}x`],
    ['markup', () => '<b>'],
  ])('a token that is %s opens nothing, and the true one still works', async (_what, spoil) => {
    const token = await tokenByMail();
    await expectInvalid(use(spoil(token)));
    expect((await use(token)).status).toBe(200);
  });

  test.each(['', 'short-A1', 'no-upper-case-1', `Aa1-${'x'.repeat(67)}é`])(
    'a weak password %j is told before a bad token, and does not use up a good one',
    async (weak) => {
      const token = await tokenByMail();
      for (const one of ['nonsense', token]) {
        const { status, body } = await use(one, weak);
        expect([status, body.error_type]).toEqual([400, 'InputException']);
        expect(body.code).toBe(weak ? 'agent.password_weak' : 'input.invalid');
      }
      expect((await use(token)).status).toBe(200);
    },
  );

  test('a missing token and a missing password are 400s', async () => {
    const call = (body: object) => desk.anonymous().call('auth.set_password', { body });
    await expectInvalid(call({ password: better }) as ReturnType<typeof use>);
    expect(await call({ token: 'x' })).toMatchObject({ status: 400, body: { code: 'input.invalid' } });
  });

  test('a signed-in caller is refused before anything else', async () => {
    const asha = await desk.as(email);
    const { status, body } = await asha.call('auth.set_password', { body: { token: 'x', password: 'weak' } });
    expect([status, body.code]).toEqual([400, 'password_link.signed_in']);
  });

  test('a link of somebody disabled, deleted or moved to another address opens nothing', async () => {
    const admin = await desk.as();
    const put = async (change: object) => {
      const { data } = await admin.call('agents.get', { params: { id } });
      const { first_name, last_name, roles } = data;
      const body = { first_name, last_name, email: data.email, roles, ...change };
      expect((await admin.call('agents.update', { params: { id }, body })).status).toBe(200);
    };
    const ofDisabled = await tokenByMail();
    await put({ enabled: false });
    await expectInvalid(use(ofDisabled));
    await put({ enabled: true });
    await expectInvalid(use(ofDisabled));
    const ofOldAddress = await tokenByMail();
    await put({ email: `new-${email}` });
    await expectInvalid(use(ofOldAddress));
    await put({ email });
    const ofDeleted = await tokenByMail();
    expect((await admin.call('agents.remove', { params: { id } })).status).toBe(200);
    await expectInvalid(use(ofDeleted));
  });
});

test('nothing but the mail tells a token: no row, no log line; its page asks browsers to pass it on to nobody', async () => {
  const written: string[] = [];
  const spy = vi.spyOn(fs, 'writeSync').mockImplementation(((_to: number, data: string | Uint8Array) => {
    written.push(String(data));
    return data.length;
  }) as typeof fs.writeSync);
  const loud = await createHarness({ roles: ['web', 'worker'], env: { LOG_LEVEL: 'trace' } });
  try {
    const { deps } = loud.app;
    const secret = await deps.work(deps.system, async (uow) => {
      const user_id = await loud.addAgent({ email: 'quiet@desk.test' });
      const sealed = await issuePasswordToken(uow, deps.sealer, user_id);
      await uow.db.insertInto('system_mails').values(queued(sealed)).execute();
      return deps.sealer.open(sealed);
    });
    const page = await loud.anonymous().fetch(`/set-password?token=${secret}`);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const body = { token: `${secret}x`, password: better };
    expect((await loud.anonymous().call('auth.set_password', { body })).status).toBe(400);
    expect(
      (await loud.anonymous().call('auth.set_password', { body: { token: secret, password: 'weak' } })).status,
    ).toBe(400);
    expect(
      (await loud.anonymous().call('auth.set_password', { body: { token: secret, password: better } })).status,
    ).toBe(200);
    expect(written.join('')).toContain('"level"');
    expect(written.join('')).not.toContain(secret);
    for (const table of [
      'password_tokens',
      'system_mails',
      'activity_logs',
      'events',
      'graphile_worker._private_jobs',
    ]) {
      const { rows } = await loud.pool.query(`select t::text from ${table} t`);
      expect(JSON.stringify(rows), table).not.toContain(secret);
    }
  } finally {
    await loud.close();
    spy.mockRestore();
  }
});

/** A mail that waits to be sent. */
function queued(ResetToken: string) {
  return {
    kind: 'reset-password',
    recipient: 'quiet@desk.test',
    content: JSON.stringify({ ResetToken }),
    due_at: new Date(),
  };
}
