import type { SlaAlert } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { promisesOn } from '../../../test/promises.ts';
import { assignTeam, assignUser } from '../conversations/index.ts';
import { planAlerts } from './plan-alerts.ts';
import { recomputeSla } from './recompute.job.ts';
import { sweepSla } from './sweep.ts';

const warning = (over: Partial<SlaAlert> = {}): SlaAlert => ({
  type: 'warning',
  recipients: ['assigned_user'],
  time_delay: '10m',
  time_delay_type: 'before',
  metric: 'all',
  ...over,
});
const breach = (over: Partial<SlaAlert> = {}): SlaAlert =>
  warning({ type: 'breach', time_delay: '', time_delay_type: 'immediately', ...over });

describe('planning', () => {
  const deadline_at = new Date('2026-03-02T12:00:00Z');
  const plan = (alerts: SlaAlert[], now: string, sent: { type: 'warning' | 'breach' }[] = []) =>
    planAlerts(
      { metric: 'resolution', deadline_at },
      alerts,
      new Date(`2026-03-02T${now}:00Z`),
      sent.map((one) => ({ ...one, metric: 'resolution' as const })),
    ).map(({ type, due_at, recipients }) => [type, due_at.toISOString().slice(11, 16), recipients.join()]);
  const late = breach({ time_delay_type: 'after', time_delay: '30m', recipients: ['7'] });

  test.each<[string, SlaAlert[], string, { type: 'warning' | 'breach' }[], string[][]]>([
    [
      'each at its time',
      [warning(), breach(), late],
      '10:00',
      [],
      [
        ['warning', '11:50', 'assigned_user'],
        ['breach', '12:00', 'assigned_user'],
        ['breach', '12:30', '7'],
      ],
    ],
    ['alerts of another promise are none of this', [warning({ metric: 'first_response' })], '10:00', [], []],
    [
      'those of one moment are one, and tell nobody twice',
      [breach(), breach({ recipients: ['7', 'assigned_user'], metric: 'resolution' })],
      '10:00',
      [],
      [['breach', '12:00', 'assigned_user,7']],
    ],
    [
      'warnings that are late become one, at once',
      [warning(), warning({ time_delay: '1h', recipients: ['7'] }), warning({ time_delay: '1m' })],
      '11:55',
      [],
      [
        ['warning', '11:55', 'assigned_user,7'],
        ['warning', '11:59', 'assigned_user'],
      ],
    ],
    [
      'after the deadline they tell of the breach, at once and once',
      [warning(), breach(), late],
      '15:00',
      [],
      [['breach', '15:00', 'assigned_user,7']],
    ],
    [
      'what was sent is not sent again',
      [warning(), breach(), late],
      '15:00',
      [{ type: 'warning' }, { type: 'breach' }],
      [],
    ],
    ['nor is a warning that was sent as the breach', [warning(), breach(), late], '15:00', [{ type: 'breach' }], []],
  ])('%s', (_, alerts, now, sent, expected) => {
    expect(plan(alerts, now, sent)).toEqual(expected);
  });
});

describe('sending', () => {
  let desk: Harness;
  let on: ReturnType<typeof promisesOn>;
  let ana: number;
  let ben: number;
  let narrow: number;
  let team: number;
  beforeAll(async () => {
    desk = await createHarness();
    on = promisesOn(desk);
    ana = await desk.addAgent({ email: 'ana@desk.test' });
    ben = await desk.addAgent({ email: 'ben@desk.test' });
    narrow = await desk.addAgent({ email: 'cleo@desk.test', permissions: ['conversations:read'] });
    team = await desk.addTeam('Team', [ana, ben, narrow]);
  });
  afterAll(() => desk.close());
  const at = (time: string) => on.stopAt(`2026-03-02T${time}:00.000Z`);
  beforeEach(async () => {
    at('10:00');
    await on.hours({ is_always_open: true });
  });
  const assign = (id: number, agent: number) => on.act(null, id, (uow, row) => assignUser(uow, row, agent));
  const watched = async (alerts: SlaAlert[], more: object = {}) => {
    const { id } = await on.opened();
    await assign(id, ana);
    await on.apply(id, await on.policy({ first_response_time: '1h', notifications: alerts, ...more }));
    return id;
  };

  // Behaviour section 14, line 39.
  test('the agent who is assigned when it is sent is told, once; resolved, nobody is', async () => {
    const [id, done] = [await watched([warning(), breach()]), await watched([warning()])];
    await assign(id, ben);
    await on.status(done, 'Resolved');
    at('10:49');
    await on.sweep();
    expect(await on.told(id)).toEqual([]);
    at('10:51');
    await on.sweep();
    await on.sweep();
    expect(await on.told(id)).toMatchObject([{ alert: 'warning', metric: 'first_response', user_ids: [ben] }]);
    at('11:01');
    await on.sweep();
    expect((await on.told(id)).slice(1)).toMatchObject([{ alert: 'breach', user_ids: [ben] }]);
    expect(await on.told(done)).toEqual([]);
  });

  // Behaviour section 14, line 37.
  test('a reply, another policy and a deadline that moves take back what was not sent', async () => {
    const answered = await watched([warning(), breach()]);
    const moved = await watched([warning()]);
    const paused = await watched([warning()], { pause_on_waiting: true });
    await on.reply(answered, ana);
    await on.apply(moved, await on.policy({ first_response_time: '5h', notifications: [warning()] }));
    await on.status(paused, 'Snoozed', '8h');
    at('12:00');
    await on.sweep();
    for (const id of [answered, moved, paused]) expect(await on.told(id)).toEqual([]);
    await on.status(paused, 'Open');
    at('12:55');
    await on.sweep();
    expect(await on.told(paused)).toMatchObject([{ alert: 'warning', user_ids: [ana] }]);
    at('14:50');
    await on.sweep();
    expect(await on.told(moved)).toHaveLength(1);
  });

  test('the team, listed agents, whoever is assigned: each once, without those who are disabled or may not see it', async () => {
    const recipients = ['assigned_user', 'assigned_team', String(ana), String(narrow), '999999'];
    const id = await watched([breach({ recipients })]);
    await on.act(null, id, (uow, row) => assignTeam(uow, row, team));
    const nobody = await watched([breach()]);
    await desk.pool.query('update conversations set assigned_user_id = null where id = $1', [nobody]);
    at('11:30');
    await on.sweep();
    expect(await on.told(id)).toMatchObject([{ user_ids: [ana, ben] }]);
    expect(await on.told(nobody)).toEqual([]);
    const { rows } = await desk.pool.query('select outcome from sla_alerts where conversation_id = $1', [nobody]);
    expect(rows).toEqual([{ outcome: 'nobody' }]);
  });

  test('applied late, one message tells of the breach, however much happens afterwards', async () => {
    const { id } = await on.opened();
    await assign(id, ana);
    at('12:00');
    await on.apply(id, await on.policy({ first_response_time: '1h', notifications: [warning(), breach()] }));
    for (const time of ['12:01', '12:05', '12:10']) {
      at(time);
      await on.sweep();
      await on.write(id);
    }
    await on.sweep();
    expect(await on.told(id)).toMatchObject([{ alert: 'breach', user_ids: [ana] }]);
  });

  test('a policy that tells others now, applied to what runs, tells them; told that nobody is, it tells nobody', async () => {
    const policy = await on.policy({ first_response_time: '1h', notifications: [warning()] });
    const { id } = await on.opened();
    await assign(id, ana);
    await on.apply(id, policy);
    const rewrite = async (alerts: SlaAlert[]) => {
      await desk.pool.query('update sla_policies set notifications = $2 where id = $1', [
        policy,
        JSON.stringify(alerts),
      ]);
      await recomputeSla(desk.app.deps, { policy_id: policy });
    };
    await rewrite([warning({ recipients: [String(ben)] }), breach({ recipients: [String(ben)] })]);
    at('10:55');
    await on.sweep();
    expect(await on.told(id)).toMatchObject([{ alert: 'warning', user_ids: [ben] }]);
    await rewrite([]);
    at('11:05');
    await on.sweep();
    expect(await on.told(id)).toHaveLength(1);
  });

  test('an agent who was disabled is not told', async () => {
    const id = await watched([breach({ recipients: [String(ben)] })]);
    await desk.pool.query('update users set enabled = false where id = $1', [ben]);
    at('11:30');
    await on.sweep();
    await desk.pool.query('update users set enabled = true where id = $1', [ben]);
    expect(await on.told(id)).toEqual([]);
  });

  test('clocks that jump: forth, one message tells of it; back, nobody is told again', async () => {
    const id = await watched([warning(), breach()]);
    on.stopAt('2027-03-02T10:00:00Z');
    await on.sweep();
    const told = await on.told(id);
    expect(told).toMatchObject([{ alert: 'breach', user_ids: [ana] }]);
    at('10:00');
    await on.sweep();
    at('11:30');
    await on.sweep();
    expect(await on.told(id)).toEqual(told);
    expect(await on.standing(id)).toMatchObject({
      status: 'breached',
      first: { breached: expect.stringMatching('^2026-03-02T11:00') },
    });
  });

  test('a unit of work that breaks off sends nothing, what follows sends it once; what fails always is given up', async () => {
    const [id, other] = [await watched([breach()]), await watched([breach()])];
    at('11:30');
    const { deps } = desk.app;
    const failing = { ...deps, log: { ...deps.log, warn: vi.fn(), error: vi.fn() } } as typeof deps;
    failing.work = (actor, body) =>
      deps.work(actor, (uow) => {
        const publish = uow.publish.bind(uow);
        uow.publish = async (event) => {
          if (event.kind === 'sla.alerted' && event.conversation_id === id) throw new Error('the plug was pulled');
          await publish(event);
        };
        return body(uow);
      });
    await sweepSla(failing);
    expect(await on.told(id)).toEqual([]);
    expect(await on.told(other)).toHaveLength(1);
    expect(failing.log.error).toHaveBeenCalledTimes(1);
    for (const minute of ['32', '34', '36', '38']) {
      at(`11:${minute}`);
      await sweepSla(failing);
    }
    expect(failing.log.error).toHaveBeenCalledTimes(3);
    const { rows } = await desk.pool.query('select outcome from sla_alerts where conversation_id = $1', [id]);
    expect(rows).toEqual([{ outcome: 'failed' }]);
    const saved = await watched([breach()]);
    at('14:00');
    await on.sweep();
    expect(await on.told(saved)).toHaveLength(1);
  });

  test('a verdict that cannot be written is said once and tried after ever longer pauses, without holding up others', async () => {
    const [bad, good] = [await watched([]), await watched([])];
    const error = vi.fn();
    const deps = { ...desk.app.deps, log: { ...desk.app.deps.log, warn: vi.fn(), debug: vi.fn(), error } };
    const sweep = () => sweepSla(deps as unknown as typeof desk.app.deps);
    await desk.pool.query(`
      create function broken() returns trigger language plpgsql as $$ begin
        if new.conversation_id = ${bad} and new.status = 'breached' then raise 'broken'; end if;
        return new; end $$;
      create trigger broken before update on applied_slas for each row execute function broken()`);
    const failures = async () =>
      (await desk.pool.query('select failures from applied_slas where conversation_id = $1', [bad])).rows[0].failures;
    try {
      const seen: number[] = [];
      for (const time of ['11:30:00', '11:30:20', '11:30:40', '11:31:20', '11:33:00', '11:36:00', '11:50:00']) {
        on.stopAt(`2026-03-02T${time}.000Z`);
        await sweep();
        seen.push(await failures());
      }
      expect(seen).toEqual([1, 1, 1, 2, 2, 3, 3]);
    } finally {
      await desk.pool.query('drop trigger broken on applied_slas; drop function broken()');
    }
    expect(error).toHaveBeenCalledTimes(1);
    expect(await on.standing(good)).toMatchObject({ status: 'breached' });
    at('12:00');
    await sweep();
    expect([await on.standing(bad), await failures()]).toMatchObject([{ status: 'breached' }, 0]);
  });

  test('two processes at once tell of everything once', async () => {
    const second = await createHarness({ share: desk });
    try {
      const policy = await on.policy({ first_response_time: '1h', notifications: [warning(), breach()] });
      const ids: number[] = [];
      for (let n = 0; n < 120; n++) {
        const { id } = await on.opened();
        await desk.pool.query('update conversations set assigned_user_id = $2 where id = $1', [id, ana]);
        await on.apply(id, policy);
        ids.push(id);
      }
      at('10:55');
      second.clock.now = desk.clock.now;
      await Promise.all([on.sweep(), sweepSla(second.app.deps), on.sweep()]);
      // What one had locked while the other looked is the next sweep's.
      await on.sweep();
      const { rows } = await desk.pool.query(
        `select conversation_id, count(*)::int from events where kind = 'sla.alerted' and conversation_id = any($1)
         group by conversation_id`,
        [ids],
      );
      expect(rows.map(({ count }) => count)).toEqual(Array(120).fill(1));
    } finally {
      await second.close();
    }
  });
});
