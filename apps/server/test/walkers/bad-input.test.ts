import { type RouteName, type RouteSpec, routes } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminEntity, adminEntities, otherAdminBodies } from '../admin-bodies.ts';
import { ForeignClient, type RawAnswer } from '../contract/foreign-client.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';

let desk: Harness;
let client: ForeignClient;
/** One row of each entity, by its table. */
const ids = new Map<string, number>();
beforeAll(async () => {
  desk = await createHarness();
  client = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
  // The one that no provider answers for.
  await desk.pool.query(
    `insert into oidc_providers (provider, name, provider_url, client_id, enabled)
     values ('Custom', 'Company login', 'https://id.example.com', 'desk', false)`,
  );
  for (const entity of adminEntities) {
    if (entity.table !== 'oidc_providers') {
      const answer = await send(entity.create, entity.sample);
      expect(answer.status, `${entity.create}: ${answer.text}`).toBe(200);
    }
    const { rows } = await desk.pool.query<{ id: number }>(`select max(id) as id from ${entity.table}`);
    ids.set(entity.table, rows[0]!.id);
  }
});
afterAll(() => desk.close());

const specOf = (name: RouteName): RouteSpec => routes[name];

function send(name: RouteName, body: unknown, id: number | string = ''): Promise<RawAnswer> {
  return sendText(name, JSON.stringify(body), id);
}

function sendText(name: RouteName, body: string, id: number | string = ''): Promise<RawAnswer> {
  const { method, path } = specOf(name);
  return client.send(method, path.replace(':id', String(id)), { type: 'application/json', body });
}

/** Whatever writes a row gives it the number of its own transaction. */
async function snapshot(): Promise<unknown> {
  const sums = [...adminEntities.map(({ table }) => table), 'settings', 'activity_logs', 'events', 'user_roles'].map(
    (table) => `(select array[count(*), sum(xmin::text::bigint)]::text from ${table}) as ${table}`,
  );
  return (await desk.pool.query(`select ${sums.join(', ')}`)).rows[0];
}

/** Never a 500, always the envelope, and a refusal writes nothing. */
async function judge(answer: RawAnswer, before: unknown, what: string): Promise<void> {
  expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(500);
  if (answer.status === 200) return;
  expect(answer.json(), what).toMatchObject({
    status: 'error',
    error_type: expect.stringMatching(/^[A-Z]\w+Exception$/),
  });
  expect(answer.json().message, what).toMatch(/\w/);
  expect(answer.json(), what).toHaveProperty('data');
  expect(await snapshot(), `${what} was refused with ${answer.text}, yet something changed`).toEqual(before);
}

const nested = '['.repeat(200) + ']'.repeat(200);

/** Values as they stand in a JSON body; nothing takes those of the second group. */
const odd: Record<string, string> = {
  markup: '"<img src=x onerror=alert(1)>"',
  'a turned direction': '"invoice\\u202egpj"',
  'a line break': '"two\\nlines"',
  // The reader of bodies makes it whole.
  'half a surrogate pair': '"Re\\ud800turns"',
  'a template': '"{{ .Contact.Email }}"',
  number: '7000',
  true: 'true',
  null: 'null',
  'empty text': '""',
  'empty list': '[]',
  'empty object': '{}',
  'unknown id': '999999',
  'text over int4': '"2147483648"',
};
const never: Record<string, string> = {
  NUL: '"Re\\u0000turns"',
  'huge text': JSON.stringify('x'.repeat(1_100_000)),
  'nested 200 deep': nested,
  'list with NUL': '["a\\u0000b"]',
  'list of a list': '[["a"]]',
};
/** What is no number there stands for none, as forms send it (wire A 8.5). */
const lenient: Partial<Record<RouteName, string[]>> = {
  'teams.create': ['business_hours_id', 'sla_policy_id', 'max_auto_assigned_conversations'],
  'teams.update': ['business_hours_id', 'sla_policy_id', 'max_auto_assigned_conversations'],
};

async function walk(name: RouteName, sample: Record<string, unknown>, id?: number): Promise<void> {
  const shape = (specOf(name).body as unknown as { shape?: object }).shape ?? sample;
  const members = [...new Set([...Object.keys(sample), ...Object.keys(shape)])].filter((one) => one !== 'based_on');
  let before = await snapshot();
  for (const member of members) {
    for (const [label, json] of Object.entries({ ...odd, ...never })) {
      const others = Object.entries(id === undefined ? fresh(sample) : sample).filter(([key]) => key !== member);
      const texts = others.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
      const body = `{${[...texts, `${JSON.stringify(member)}: ${json}`].join(', ')}}`;
      const what = `${name}, ${member}: ${label}`;
      const answer = await sendText(name, body, id);
      await judge(answer, before, what);
      const isLenient = lenient[name]?.includes(member) ?? false;
      if (label in never && !isLenient && isKnown(name, member))
        expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).not.toBe(200);
      if (member === 'name' && label.startsWith('a turned')) expect(answer.status, what).toBe(400);
      if (answer.json().code === 'input.invalid') {
        expect(Object.keys(answer.json().data as object).join(), what).toContain(member);
      }
      if (answer.status === 200) before = await snapshot();
    }
  }
}

let made = 0;
/** A body for one more of the kind: names, keys and addresses are taken once. */
function fresh(sample: Record<string, unknown>): Record<string, unknown> {
  made++;
  return {
    ...sample,
    ...('name' in sample && { name: `${sample.name} ${made}` }),
    ...('key' in sample && { key: `${sample.key}_${made}` }),
    ...('email' in sample && { email: `n${made}.${sample.email}` }),
  };
}

/** Keys and data types of attributes and the like are passed over where they can't change. */
function isKnown(name: RouteName, member: string): boolean {
  const { shape } = specOf(name).body as unknown as { shape?: Record<string, unknown> };
  return shape === undefined || member in shape;
}

const isAdmin = ({ access, method, body }: RouteSpec) =>
  typeof access === 'object' &&
  'permission' in access &&
  /:manage$/.test(access.permission) &&
  access.permission !== 'view:manage' &&
  ['POST', 'PUT', 'PATCH'].includes(method) &&
  body !== undefined;

/** It asks a mail server, and takes what `settings.update_email_notifications` does. */
const tested: readonly RouteName[] = ['settings.test_email_notifications'];

test('every call that administrators write with is walked', () => {
  const written = Object.entries<RouteSpec>(routes)
    .filter(([, route]) => isAdmin(route))
    .map(([name]) => name);
  const walked: string[] = [
    ...adminEntities.flatMap(({ create, update }) => [create, update]),
    ...Object.keys(otherAdminBodies),
    ...tested,
  ];
  expect(written.filter((name) => !walked.includes(name))).toEqual([]);
});

describe('hostile values are refused by the name of their member, and nothing is written', () => {
  test.each(adminEntities)('$create', ({ create, sample }) => walk(create, sample));
  test.each(adminEntities)('$update', ({ update, sample, table }) => walk(update, sample, ids.get(table)!));
  test.each(Object.entries(otherAdminBodies))('%s', (name, sample) => walk(name as RouteName, sample));
});

test.each(adminEntities)(
  '$update does not know ids that are none, and $create takes no id',
  async ({ create, update, sample, table }) => {
    const before = await snapshot();
    const unknown = await send(update, sample, 999_999);
    await judge(unknown, before, update);
    expect([400, 404], `${update}: ${unknown.text}`).toContain(unknown.status);
    const taken = await send(create, { ...sample, id: ids.get(table)! });
    expect(taken.status, taken.text).toBeLessThan(500);
  },
);

describe('of two administrators who save the same, the second is told', () => {
  const updated = async ({ table }: AdminEntity) => {
    const { rows } = await desk.pool.query<{ updated_at: Date }>(`select updated_at from ${table} where id = $1`, [
      ids.get(table),
    ]);
    return rows[0]!.updated_at.toISOString();
  };

  test.each(adminEntities)('$update', async (entity) => {
    const id = ids.get(entity.table)!;
    const body = { ...entity.sample, based_on: await updated(entity) };
    const first = await send(entity.update, body, id);
    expect(first.status, first.text).toBe(200);
    const before = await snapshot();
    const second = await send(entity.update, body, id);
    await judge(second, before, entity.update);
    expect([second.status, second.json().code], second.text).toEqual([409, 'config.changed_meanwhile']);
    expect(second.json().data).toEqual({ updated_at: await updated(entity) });
    // Clients that know nothing of it overwrite, as they always did.
    const third = await send(entity.update, entity.sample, id);
    expect(third.status, third.text).toBe(200);
  });
});
