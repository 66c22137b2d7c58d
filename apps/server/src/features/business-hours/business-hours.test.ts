import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { loadCalendar } from './index.ts';

let desk: Harness;
let admin: Awaited<ReturnType<Harness['as']>>;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
});
afterAll(() => desk.close());

const day = { open: '09:00', close: '17:30' };
const weekdays = { name: 'Weekdays', description: 'Office time', is_always_open: false, hours: { Monday: day } };
const byName = async (name: string) => {
  const { data } = await admin.call('business_hours.list');
  return data.find((one) => one.name === name)!;
};
const activities = async () => {
  const { rows } = await desk.pool.query(
    `select activity_type, params from activity_logs where target_model_type = 'business_hours' order by id`,
  );
  return rows;
};

test('a desk begins with Monday to Friday; lists need a session alone, a single one the permission', async () => {
  await desk.addAgent({ email: 'asha@desk.test' });
  const asha = await desk.as('asha@desk.test');
  const [first] = (await asha.call('business_hours.list')).data;
  expect(first).toMatchObject({ id: expect.any(Number), name: 'Default', description: expect.any(String) });
  expect((await asha.call('business_hours.get', { params: { id: first!.id } })).status).toBe(403);
  const nine = { open: '09:00', close: '17:00' };
  expect((await admin.call('business_hours.get', { params: { id: first!.id } })).data).toMatchObject({
    is_always_open: false,
    hours: { Monday: nine, Tuesday: nine, Wednesday: nine, Thursday: nine, Friday: nine },
    holidays: [],
  });
});

test('created, changed, deleted; everybody is told, the log says what changed', async () => {
  const holidays = [
    { name: 'New year', date: '2999-01-01' },
    { name: 'Founders day', date: '2998-06-10' },
  ];
  const hours = {
    Monday: { ...day, breaks: [{ from: '12:00', to: '13:00' }] },
    Friday: { open: '22:00', close: '06:00' },
  };
  const created = await admin.call('business_hours.create', { body: { ...weekdays, hours, holidays } });
  expect(created.body.message).toBeUndefined();
  expect(created).toMatchObject({ status: 200, data: true });
  const { id, updated_at } = await byName('Weekdays');
  const params = { id };
  expect((await admin.call('business_hours.get', { params })).data).toMatchObject({
    description: 'Office time',
    hours,
    holidays: [holidays[1], holidays[0]],
  });

  // A client that knows nothing of breaks repeats the pair; `{}` for holidays is none.
  const body = { ...weekdays, name: 'weekdays', hours: { Monday: day }, holidays: {}, based_on: updated_at };
  expect((await admin.call('business_hours.update', { params, body })).status).toBe(200);
  expect((await admin.call('business_hours.get', { params })).data).toMatchObject({
    name: 'weekdays',
    hours: { Monday: hours.Monday },
    holidays: [],
  });
  expect(await admin.call('business_hours.update', { params, body })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', code: 'config.changed_meanwhile' },
  });

  const always = { name: 'weekdays', description: null, is_always_open: true, hours: { Monday: day }, holidays: null };
  expect((await admin.call('business_hours.update', { params, body: always })).status).toBe(200);
  expect((await admin.call('business_hours.get', { params })).data).toMatchObject({
    description: '',
    is_always_open: true,
    hours: {},
  });
  expect(await admin.call('business_hours.remove', { params })).toMatchObject({ status: 200, data: true });
  expect(await byName('weekdays')).toBeUndefined();
  const log = await activities();
  expect(log.map(({ activity_type }) => activity_type)).toEqual([
    'business_hours_created',
    'business_hours_changed',
    'business_hours_changed',
    'business_hours_deleted',
  ]);
  expect(log[1].params.changes).toMatchObject({ name: { before: 'Weekdays', after: 'weekdays' } });
  const frames = (await desk.frames()).filter(({ type }) => type === 'config_changed');
  expect(frames.map(({ data }) => data)).toEqual(Array(4).fill({ entity: 'business_hours' }));
});

test('teams and the general settings that use a set are named; teams and settings lose it when it goes', async () => {
  await admin.call('business_hours.create', { body: { ...weekdays, name: 'Used' } });
  const { id } = await byName('Used');
  const team = await desk.addTeam('Night');
  await desk.pool.query('update teams set business_hours_id = $1 where id = $2', [id, team]);
  expect((await admin.call('business_hours.usage', { params: { id } })).data).toEqual({
    used_by: [{ entity: 'team', id: team, name: 'Night' }],
    total: 1,
    conversations: 0,
  });
  const standard = await byName('Default');
  expect((await admin.call('business_hours.usage', { params: { id: standard.id } })).data.used_by).toEqual([
    { entity: 'setting', id: 0, name: 'app.business_hours_id' },
  ]);
  await admin.call('business_hours.remove', { params: { id } });
  const { rows } = await desk.pool.query('select business_hours_id from teams where id = $1', [team]);
  expect(rows[0].business_hours_id).toBeNull();
  await admin.call('business_hours.remove', { params: { id: standard.id } });
  expect((await desk.anonymous().call('settings.general')).data['app.business_hours_id']).toBe('');
});

test('a holiday that is past is refused when it is new, and stays when it was there', async () => {
  const past = { name: 'Gone', date: '2019-12-25' };
  const body = { ...weekdays, name: 'Holidays', holidays: [{ name: 'To come', date: '2999-12-25' }, past] };
  expect(await admin.call('business_hours.create', { body })).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', data: { 'holidays.1.date': 'it is past' } },
  });
  await admin.call('business_hours.create', { body: { ...body, holidays: [] } });
  const { id } = await byName('Holidays');
  await desk.pool.query('update business_hours set holidays = $1 where id = $2', [JSON.stringify([past]), id]);
  expect((await admin.call('business_hours.update', { params: { id }, body })).status).toBe(200);
  const another = { ...body, holidays: [past, { name: 'Older', date: '2018-12-25' }] };
  expect(await admin.call('business_hours.update', { params: { id }, body: another })).toMatchObject({
    status: 400,
    body: { data: { 'holidays.1.date': 'it is past' } },
  });
});

const lunch = (from: string, to: string) => ({ Monday: { ...day, breaks: [{ from, to }] } });
const next = { name: 'Christmas', date: '2999-12-25' };
test.each<[string, object, string]>([
  ['no name', { name: '' }, 'name'],
  ['a name of the wrong type', { name: ['x'] }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(141) }, 'name'],
  ['a name with a turned direction', { name: 'Hours\u202egpj' }, 'name'],
  ['a name with NUL', { name: 'Ho\u0000urs' }, 'name'],
  ['a description that is too long', { description: 'x'.repeat(301) }, 'description'],
  ['no open day', { hours: {} }, 'hours'],
  ['hours that are no object', { hours: 'Monday' }, 'hours'],
  ['a day that the week lacks', { hours: { Mo: day } }, 'hours'],
  ['a time that the clock lacks', { hours: { Monday: { open: '09:00', close: '24:00' } } }, 'hours.Monday.close'],
  ['a time in words', { hours: { Monday: { open: 'nine', close: '17:00' } } }, 'hours.Monday.open'],
  ['a time that is a number', { hours: { Monday: { open: 9, close: '17:00' } } }, 'hours.Monday.open'],
  ['a day without closing', { hours: { Monday: { open: '09:00' } } }, 'hours.Monday.close'],
  ['a day that is open for no time', { hours: { Monday: { open: '09:00', close: '09:00' } } }, 'hours.Monday.close'],
  [
    'a night that runs into the next day',
    { hours: { Monday: { open: '22:00', close: '10:00' }, Tuesday: day } },
    'hours.Monday.close',
  ],
  [
    'a Sunday that runs into Monday',
    { hours: { Sunday: { open: '22:00', close: '09:01' }, Monday: day } },
    'hours.Sunday.close',
  ],
  ['a break before the opening', { hours: lunch('08:00', '10:00') }, 'hours.Monday.breaks.0.to'],
  ['a break to the closing', { hours: lunch('17:00', '17:30') }, 'hours.Monday.breaks.0.to'],
  ['a break that ends before it begins', { hours: lunch('13:00', '12:00') }, 'hours.Monday.breaks.0.to'],
  [
    'breaks that overlap',
    {
      hours: {
        Monday: {
          ...day,
          breaks: [
            { from: '12:00', to: '13:00' },
            { from: '12:30', to: '14:00' },
          ],
        },
      },
    },
    'hours.Monday.breaks.1.to',
  ],
  ['a date that the calendar lacks', { holidays: [next, { name: 'x', date: '2999-02-29' }] }, 'holidays.1.date'],
  ['a date in another spelling', { holidays: [{ name: 'x', date: '25.12.2999' }] }, 'holidays.0.date'],
  ['the same date twice', { holidays: [next, { ...next, name: 'Again' }] }, 'holidays.1.date'],
  ['a holiday without a name', { holidays: [{ date: '2999-12-25' }] }, 'holidays.0.name'],
  ['a holiday whose name is markup with a control', { holidays: [{ ...next, name: '<b>\u0007' }] }, 'holidays.0.name'],
  ['holidays that are no list', { holidays: { a: 1 } }, 'holidays'],
])('%s is refused, and the member named', async (_, wrong, field) => {
  const { status, body } = await admin.call('business_hours.create', { body: { ...weekdays, name: 'Bad', ...wrong } });
  expect({ status, type: body.error_type, fields: Object.keys(Object(body.data)) }).toEqual({
    status: 400,
    type: 'InputException',
    fields: [field],
  });
});

test('names are taken without regard to case; unknown and malformed ids are told apart', async () => {
  expect(await admin.call('business_hours.create', { body: { ...weekdays, name: 'HOLIDAYS' } })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', data: { name: 'it is taken' } },
  });
  await admin.call('business_hours.create', { body: { ...weekdays, name: '<b>Bold</b>' } });
  const { id } = await byName('<b>Bold</b>');
  const rename = await admin.call('business_hours.update', { params: { id }, body: { ...weekdays, name: 'holidays' } });
  expect(rename.status).toBe(409);
  const unknown = { id: 999_999 };
  const calls = [
    admin.call('business_hours.get', { params: unknown }),
    admin.call('business_hours.update', { params: unknown, body: weekdays }),
    admin.call('business_hours.remove', { params: unknown }),
    admin.call('business_hours.usage', { params: unknown }),
  ];
  for (const { status, body } of await Promise.all(calls)) {
    expect([status, body.error_type]).toEqual([404, 'NotFoundException']);
  }
  for (const id of ['0', '-1', 'x', '1.5']) {
    const bad = await admin.fetch(`/api/v1/business-hours/${id}`);
    expect([id, bad.status]).toEqual([id, 400]);
  }
});

test('a calendar that is loaded follows the stored hours at once, and is kept while they stay', async () => {
  await admin.call('business_hours.create', { body: { ...weekdays, name: 'Followed' } });
  const { id } = await byName('Followed');
  const load = (zone: string) => loadCalendar(desk.app.deps.db, id, zone);
  const first = await load('Europe/Berlin');
  expect(await load('Europe/Berlin')).toBe(first);
  expect((await load('UTC'))?.zone).toBe('UTC');
  const friday = new Date('2026-06-05T12:00Z');
  expect(first?.nextOpening(friday)).toEqual(new Date('2026-06-08T07:00Z'));
  await admin.call('business_hours.update', {
    params: { id },
    body: { ...weekdays, name: 'Followed', hours: { Tuesday: day } },
  });
  expect((await load('Europe/Berlin'))?.nextOpening(friday)).toEqual(new Date('2026-06-09T07:00Z'));
  await admin.call('business_hours.remove', { params: { id } });
  expect(await load('Europe/Berlin')).toBeNull();
});

const night = { open: '22:00', close: '06:00' };
const trial = {
  is_always_open: false,
  hours: { Friday: day, Saturday: night },
  holidays: [{ name: 'Summer', date: '2026-10-30' }],
  zone: 'Europe/Berlin',
  start: '2026-10-23T17:00',
  duration: '4h',
};

test('a preview tells when a request is due, what is open, holidays and changes of the clock; nothing is stored', async () => {
  const { data } = await admin.call('business_hours.preview', { body: trial });
  expect(data).toMatchObject({
    start_at: '2026-10-23T15:00:00.000Z',
    is_open: true,
    due_at: '2026-10-24T23:30:00.000Z',
  });
  const [friday, saturday, sunday, monday] = data.days;
  expect(data.days).toHaveLength(14);
  expect(friday).toEqual({
    date: '2026-10-23',
    holiday: null,
    clock_change: 0,
    spans: [{ from: '2026-10-23T07:00:00.000Z', to: '2026-10-23T15:30:00.000Z' }],
  });
  expect(saturday?.spans).toEqual([{ from: '2026-10-24T20:00:00.000Z', to: '2026-10-24T22:00:00.000Z' }]);
  expect(sunday).toMatchObject({
    clock_change: 60,
    spans: [{ from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T05:00:00.000Z' }],
  });
  expect(monday?.spans).toEqual([]);
  expect(data.days[7]).toMatchObject({ date: '2026-10-30', holiday: 'Summer', spans: [] });
  const always = await admin.call('business_hours.preview', { body: { ...trial, is_always_open: true } });
  expect(always.data).toMatchObject({ due_at: '2026-10-23T19:00:00.000Z' });
  expect(always.data.days[0]?.spans).toBeNull();
  const never = { ...trial, hours: {} };
  expect((await admin.call('business_hours.preview', { body: never })).data.due_at).toBeNull();
});

test.each<[string, object, string]>([
  ['a zone that is none', { zone: 'Mars/Base' }, 'zone'],
  ['a start without a time', { start: '2026-10-23' }, 'start'],
  ['a day that is none', { start: '2026-02-30T10:00' }, 'start'],
  ['a duration below a minute', { duration: '10s' }, 'duration'],
  ['a day that opens when it closes', { hours: { Monday: { open: '09:00', close: '09:00' } } }, 'hours.Monday.close'],
])('a preview of %s is refused, and the member named', async (_, wrong, field) => {
  const { status, body } = await admin.call('business_hours.preview', { body: { ...trial, ...wrong } });
  expect([status, body.error_type, Object.keys(Object(body.data))]).toEqual([400, 'InputException', [field]]);
});
