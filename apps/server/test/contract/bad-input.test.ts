import { type RouteName, type RouteSpec, routes } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminEntities, otherAdminBodies } from '../admin-bodies.ts';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';
import { ForeignClient, formText, type RawAnswer } from './foreign-client.ts';

type Sample = Record<string, string | number | boolean | null | object>;

let desk: Harness;
let client: ForeignClient;
/** Fills the parameters of a path with rows that exist. */
let ids: Record<string, string | number>;
beforeAll(async () => {
  desk = await createHarness();
  client = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
  await desk.pool.query("insert into tags (name) values ('vip')");
  await desk.pool.query(
    `insert into custom_attributes (applies_to, name, key, data_type) values
     ('conversation', 'Order', 'order_no', 'text'), ('contact', 'Plan', 'plan', 'text')`,
  );
  const { conversation, message } = await openConversation(desk);
  await desk.pool.query(`update conversations set custom_attributes = '{"order_no": "A-91"}'`);
  await desk.pool.query(`update users set custom_attributes = '{"plan": "pro"}' where type = 'contact'`);
  const { rows } = await desk.pool.query<{ id: number }>(
    `insert into inboxes (name, "from", address) values ('Second', 'second@desk.test', 'second@desk.test') returning id`,
  );
  const contacts = await desk.pool.query<{ id: number }>("select id from users where type = 'contact' limit 1");
  ids = {
    contact_id: contacts.rows[0]!.id,
    note_id: 1,
    uuid: conversation.uuid,
    message_uuid: message.uuid,
    id: rows[0]!.id,
    code: 'en',
    kind: 'reply',
  };
  // As many as it takes for one with the same id.
  await desk.pool.query(
    `insert into views (user_id, name, filters) select id, 'View', '[]' from users, generate_series(1, $1) where email = $2`,
    [ids.id, adminEmail],
  );
  await desk.pool.query(
    `insert into macros (name, visible_when, visibility) select 'Macro', array['replying'], 'all' from generate_series(1, $1)`,
    [ids.id],
  );
  await desk.pool.query(
    `insert into automation_rules (type, name, rules) select 'new_conversation', 'Rule', '[]' from generate_series(1, $1)`,
    [Math.max(Number(ids.id), 2)],
  );
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query('delete from login_attempts');
});

/** Everything that a refused request may not have touched: whatever writes a row gives it the number of its own transaction. */
async function snapshot(): Promise<unknown> {
  const tables = ['conversations', 'messages', 'outgoing_mails', 'media', 'inboxes', 'users', 'conversation_tags'];
  const sums = [...tables, 'conversation_seen', 'conversation_participants', 'events', 'settings', 'raw_mails'].map(
    (table) => `(select array[count(*), sum(xmin::text::bigint)]::text from ${table}) as ${table}`,
  );
  return (await desk.pool.query(`select ${sums.join(', ')}`)).rows[0];
}

/** Every request of this page ends here: never a 500, always the envelope, and a refusal changes nothing. */
async function judge(send: () => Promise<RawAnswer>, before: unknown): Promise<RawAnswer> {
  const answer = await send();
  const envelope = answer.json();
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status === 200) return answer;
  expect(envelope).toMatchObject({ status: 'error' });
  expect(envelope.message, answer.text).toMatch(/\w/);
  expect(envelope.error_type, answer.text).toMatch(/^[A-Z]\w+Exception$/);
  expect(envelope).toHaveProperty('data');
  expect(await snapshot(), `refused with ${answer.text}, yet something changed`).toEqual(before);
  return answer;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Values as they stand in a JSON body. */
const values: Record<string, string> = {
  true: 'true',
  number: '7000',
  zero: '0',
  negative: '-1',
  fraction: '1.5',
  'over int4': '2147483648',
  'over int8': '9223372036854775808',
  astronomic: '1e300',
  'below int4': '-2147483649',
  'empty text': '""',
  text: '"x"',
  'hexadecimal text': '"0x1"',
  'exponent text': '"1e0"',
  'text over int4': '"2147483648"',
  'list of one': '[1]',
  'empty list': '[]',
  'list of a text': '["a"]',
  'empty object': '{}',
  object: '{"a": {"b": 1}}',
  null: 'null',
  'list of null': '[null]',
  'list of a list': '[["a"]]',
  'list over int4': '[2147483648]',
  NUL: '"a\\u0000b"',
  'half a surrogate pair': '"a\\ud800b"',
  'list with NUL': '["a\\u0000b"]',
  prototype: '{"__proto__": {"polluted": 1}, "constructor": 1, "toString": 2}',
  'huge text': JSON.stringify('x'.repeat(300_000)),
  'nested 200 deep': nested(200),
  'nested 100,000 deep': nested(100_000),
};

const anyText = ['text', 'hexadecimal text', 'exponent text', 'text over int4', 'half a surrogate pair'];
const noList = ['empty list', 'null', 'absent'];
const noText = ['empty text', 'absent'];
const noId = ['empty text', 'zero', 'null', 'absent'];
const flag = ['true', 'absent'];
const inboxSample: Sample = {
  name: 'Help',
  from: 'help@desk.test',
  channel: 'email',
  config: { imap: [], smtp: [] },
  enabled: true,
  csat_enabled: false,
  reply_to: '',
  enable_plus_addressing: true,
  from_name_template: '',
  auth_type: 'password',
  undo_send_seconds: 10,
};
const draftSample: Sample = { base_version: 0, content: { html: '<p>Under way</p>' } };
const inboxFits = {
  name: anyText,
  config: ['empty object', 'object', 'prototype'],
  enabled: flag,
  csat_enabled: flag,
  reply_to: noText,
  enable_plus_addressing: flag,
  from_name_template: [...noText, ...anyText],
  auth_type: ['absent'],
  undo_send_seconds: ['zero', 'null', 'absent'],
};
const viewSample: Sample = {
  name: 'View',
  filters: [{ model: 'conversations', field: 'status_id', operator: 'equals', value: '1' }],
};
const macroSample: Sample = {
  name: 'Macro',
  message_content: '<p>Hello</p>',
  visibility: 'all',
  visible_when: ['replying'],
  team_id: null,
  user_id: null,
  actions: [{ type: 'set_priority', value: ['3'] }],
};
const macroFits = {
  name: anyText,
  message_content: [...noText, ...anyText, 'null'],
  // Whoever the visibility does not ask for is dropped.
  team_id: [...noId, 'number'],
  user_id: [...noId, 'number'],
  actions: ['empty list'],
};
const automationSample: Sample = {
  name: 'Rule',
  description: 'For everything',
  type: 'new_conversation',
  events: [],
  rules: [{ groups: [], group_operator: 'OR', actions: [{ type: 'send_csat', value: ['0'] }], match_all: true }],
};
const automationFits = {
  name: anyText,
  description: [...noText, ...anyText],
  events: ['empty list', 'null', 'absent'],
};
const attributeFits = [...noText, ...anyText, 'null'];

/** A body that is accepted, and which of the values above are good ones for a member; `in_list` when the body is a list of such. */
const bodies: Partial<Record<RouteName, { sample: Sample; fits: Record<string, string[]>; in_list?: true }>> = {
  'auth.login': { sample: { email: 'nobody@desk.test', password: 'x' }, fits: {} },
  // Whoever is signed in is refused, and nothing is written. password-links.test.ts says what others are told.
  'auth.reset_password': { sample: { email: 'nobody@desk.test' }, fits: {} },
  'auth.set_password': { sample: { token: 'none', password: 'Next-Passw0rd' }, fits: {} },
  'drafts.save': { sample: draftSample, fits: { base_version: ['zero'] } },
  'drafts.save_new': { sample: draftSample, fits: { base_version: ['zero'] } },
  'account.change_password': {
    sample: { current_password: 'Wrong-Passw0rd', new_password: 'Next-Passw0rd' },
    fits: {},
  },
  'contacts.merge_attributes': { sample: { plan: 'pro' }, fits: { plan: attributeFits } },
  'contacts.block': { sample: { enabled: true }, fits: { enabled: flag } },
  'contact_notes.create': { sample: { note: '<p>Prefers mail</p>' }, fits: { note: anyText } },
  'agents.set_availability': { sample: { status: 'online', source: 'manual' }, fits: { source: ['absent'] } },
  'conversations.create': {
    sample: {
      inbox_id: 1,
      subject: 'Your order',
      content: '<p>Hello</p>',
      contact_email: 'lee@mail.example',
      first_name: 'Lee',
      last_name: 'Park',
      agent_id: null,
      team_id: null,
      attachments: [],
    },
    fits: {
      // What breaks a line there, a NUL as well, becomes a blank.
      subject: [...anyText, 'NUL'],
      content: [...anyText, 'huge text'],
      first_name: anyText,
      last_name: [...noText, ...anyText, 'null'],
      agent_id: noId,
      team_id: noId,
      attachments: noList,
    },
  },
  'conversations.assign_user': { sample: { assignee_id: 2 }, fits: {} },
  'conversations.assign_team': { sample: { assignee_id: 1 }, fits: {} },
  'conversations.set_priority': { sample: { priority: 'High' }, fits: {} },
  'conversations.set_status': { sample: { status: 'Snoozed', snoozed_until: '1h' }, fits: {} },
  'conversations.set_sla': { sample: { policy_id: null }, fits: { policy_id: ['null'] } },
  'notifications.save_preferences': {
    sample: {
      matrix: { mention: { named: { mail: true } } },
      mail_when: 'always',
      quiet_hours: null,
      digest: { mails: 5, minutes: 10 },
    },
    fits: {
      matrix: ['empty object', 'absent'],
      mail_when: ['absent'],
      quiet_hours: ['null', 'absent'],
      digest: ['absent'],
    },
  },
  'conversations.set_tags': {
    sample: { tags: '["vip"]' },
    fits: { tags: ['empty list', 'list of a text'] },
  },
  'conversations.set_attributes': { sample: { order_no: 'A-91' }, fits: { order_no: attributeFits } },
  'conversations.merge_attributes': { sample: { order_no: 'A-91' }, fits: { order_no: attributeFits } },
  'conversations.set_contact_attributes': { sample: { plan: 'pro' }, fits: { plan: attributeFits } },
  'conversations.merge_contact_attributes': { sample: { plan: 'pro' }, fits: { plan: attributeFits } },
  'conversations.bulk': {
    sample: { uuids: ['x'], action: { type: 'set_priority', priority: 'High' } },
    fits: { uuids: ['list of a text'] },
  },
  'views.create': { sample: viewSample, fits: { name: anyText } },
  'views.update': { sample: viewSample, fits: { name: anyText } },
  'macros.create': { sample: macroSample, fits: macroFits },
  'macros.update': { sample: macroSample, fits: macroFits },
  'macros.apply': {
    sample: { type: 'add_tags', value: ['vip'] },
    fits: { value: ['empty list', 'list of a text', 'list of one', 'list over int4'] },
    in_list: true,
  },
  'automations.create': { sample: automationSample, fits: automationFits },
  'automations.update': { sample: automationSample, fits: automationFits },
  'automations.set_weights': {
    sample: { 1: 1, 2: 2 },
    fits: { 1: ['number', 'zero', 'absent'], 2: ['number', 'zero', 'absent'] },
  },
  'automations.set_mode': { sample: { mode: 'all' }, fits: {} },
  'messages.send': {
    sample: {
      private: false,
      message: '<p>On its way</p>',
      attachments: [],
      to: ['mina@mail.example'],
      cc: [],
      bcc: [],
      based_on_seq: 1_000_000,
      force: false,
      undo: true,
      set_status: 'Open',
      draft: { html: '<p>On its way</p>' },
    },
    fits: {
      undo: flag,
      set_status: ['absent'],
      draft: ['absent'],
      private: flag,
      message: [...anyText, 'huge text'],
      attachments: noList,
      cc: noList,
      bcc: noList,
      based_on_seq: ['number', 'over int4', 'absent'],
      force: flag,
    },
  },
  'messages.preview_reply': {
    sample: { message: '<p>On its way</p>' },
    fits: { message: [...noText.slice(0, 1), ...anyText, 'huge text'] },
  },
  'inboxes.create': { sample: inboxSample, fits: inboxFits },
  'inboxes.update': { sample: inboxSample, fits: inboxFits },
  'inboxes.test_connection': {
    sample: { id: null, config: { imap: [], smtp: [] } },
    fits: { id: ['null', 'absent'], config: inboxFits.config },
  },
};

/** Without a body they mean what absent members do: the one blocks (wire A 15.4), of the other's everything stays as it is. */
const takesNothing: readonly RouteName[] = ['contacts.block', 'notifications.save_preferences'];

const all = Object.entries<RouteSpec>(routes) as [RouteName, RouteSpec][];
// Nothing is rewritten as long as there is no provider: ai.test.ts says what is answered.
/** Those that have no sample here are walked in walkers/bad-input.test.ts. */
const byAdmins = [
  ...adminEntities.flatMap(({ create, update }) => [create, update]),
  ...(Object.keys(otherAdminBodies) as RouteName[]),
  'settings.test_email_notifications',
];
/**
 * What these take depends on more than the body: a sign-in that has begun, a key that is there. Their own tests say when they succeed;
 * here their members are only tried with all values, each of which must be refused well or do no harm.
 */
const dependent: Partial<Record<RouteName, Sample>> = {
  'login.second_factor': { code: '123456' },
  'login.passkey_options': { alone: false },
  'login.passkey_verify': { response: { id: 'x', rawId: 'x', type: 'public-key', response: {} } },
  'account.confirm': { password: 'x', code: '123456', passkey: {} },
  'account.finish_totp': { code: '123456' },
  'account.add_passkey': { name: 'Laptop', response: { id: 'x', rawId: 'x', type: 'public-key', response: {} } },
  'account.rename_passkey': { name: 'Laptop' },
  // Where its push service is, is checked as well.
  'push.subscribe': { endpoint: 'https://push.example/x', keys: { p256dh: 'B', auth: 'a' } },
  'api_keys.create': { name: 'Reports', permissions: ['conversations:read'], expires_at: null },
  'api_keys.update': { name: 'Reports', permissions: ['conversations:read'] },
  // There is no provider.
  'ai.stream_completion': { prompt_key: 'make_friendly', content: 'Hello' },
  'ai.suggest_reply': { text: 'Hello' },
};
const withBody = all.filter(
  ([name, route]) =>
    route.body &&
    route.encoding !== 'multipart' &&
    name !== 'ai.complete' &&
    !(name in dependent) &&
    (name in bodies || !byAdmins.includes(name)),
);
/** Their own tests say what they take: a kind of template, times and pages of a log, ranges of reports, which also come as files. */
const ownQueries: readonly RouteName[] = [
  ...(['templates.list', 'activity_logs.list', 'activity_logs.export'] as const),
  ...(['webhooks.deliveries', 'events.list', 'ai.usage'] as const),
  ...all.map(([name]) => name).filter((name) => name.startsWith('reports.')),
];
// Whatever a browser brings that navigates there leads to a page: features/oidc/sign-on.test.ts.
const withQuery = all.filter(([name, route]) => route.query && !route.redirects && !ownQueries.includes(name));

const bodyText = (name: RouteName, object: string) => (bodies[name]?.in_list ? `[${object}]` : object);
const sampleText = (name: RouteName) => bodyText(name, JSON.stringify(bodies[name]?.sample ?? {}));

const pathOf = (route: RouteSpec) =>
  route.path.replace(/:(\w+)/g, (_, name: string) =>
    String(ids[name === 'id' && route.path.startsWith('/api/v1/contacts/') ? 'contact_id' : name]),
  );

test('every route with a body has a sample', () => {
  expect(withBody.map(([name]) => name).sort()).toEqual(Object.keys(bodies).sort());
});

describe('JSON bodies', () => {
  test.each(withBody)('%s refuses every member that does not fit, by its name', async (name, route) => {
    const { sample, fits } = bodies[name]!;
    for (const member of Object.keys(sample)) {
      const before = await snapshot();
      let known = before;
      for (const [label, json] of [...Object.entries(values), ['absent', undefined] as const]) {
        const members = Object.entries(sample).map(([key, value]) => [key, JSON.stringify(value)] as const);
        const body = members
          .map(([key, value]) => [key, key === member ? json : value] as const)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
        const isGood = fits[member]?.includes(label) ?? false;
        await desk.pool.query('delete from login_attempts');
        const whole = bodyText(name, `{${body.join(', ')}}`);
        const answer = await judge(
          () => client.send(route.method, pathOf(route), { type: 'application/json', body: whole }),
          known,
        );
        const what = `${member}: ${label} answered ${answer.status} ${answer.text.slice(0, 300)}`;
        expect(answer.status === 200, what).toBe(isGood);
        if (isGood) known = await snapshot();
        const { code, message } = answer.json();
        if (code === 'input.invalid' && !bodies[name]!.in_list) expect(message, what).toContain(member);
        // Deeper than anything is read.
        expect(code === 'input.undecodable', what).toBe(label.startsWith('nested'));
      }
    }
  });

  test.each(withBody)('%s refuses what is no object at all', async (name, route) => {
    const before = await snapshot();
    const isNone = (json: string) =>
      !json.startsWith('{') &&
      !(bodies[name]!.in_list && json === '[]') &&
      !(takesNothing.includes(name) && json === 'null');
    for (const body of [...Object.values(values).filter(isNone), '{"a": ', 'hello', '{} {}', '\ufeff{']) {
      const answer = await judge(
        () => client.send(route.method, pathOf(route), { type: 'application/json', body }),
        before,
      );
      expect([answer.status, answer.json().error_type], body.slice(0, 100)).toEqual([400, 'InputException']);
    }
  });

  const withSome = withBody.filter(([name]) => !takesNothing.includes(name));
  test.each(withSome)('%s refuses an empty body and bodies of other kinds', async (_name, route) => {
    const before = await snapshot();
    const boundary = '--x\r\nContent-Disposition: form-data; name="order_no"\r\n\r\nB-1\r\n--x--\r\n';
    for (const [type, body] of [
      ['application/json', ''],
      ['text/plain', '{"order_no": "B-1"}'],
      ['application/xml', '<order_no>B-1</order_no>'],
      ['application/octet-stream', '\u0000\u0001'],
      ['multipart/form-data; boundary=x', boundary],
      ['multipart/form-data', boundary],
      [undefined, '{"order_no": "B-1"}'],
    ] as const) {
      const answer = await judge(
        () => client.send(route.method, pathOf(route), { ...(type && { type }), body }),
        before,
      );
      expect([answer.status, answer.json().error_type], `${type}: ${body}`).toEqual([400, 'InputException']);
    }
  });
});

describe('bodies of calls that depend on more than them', () => {
  test.each(Object.entries(dependent))('%s refuses values well', async (name, sample) => {
    const route = routes[name as RouteName] as RouteSpec;
    const send = async (body: string) => {
      await desk.pool.query('delete from login_attempts');
      return judge(
        () => client.send(route.method, pathOf(route), { type: 'application/json', body }),
        await snapshot(),
      );
    };
    for (const [label, json] of Object.entries(values)) {
      if (!json.startsWith('{')) expect((await send(json)).status, label).not.toBe(200);
      for (const member of Object.keys(sample)) {
        const members = Object.entries(sample).map(
          ([key, value]) => `${JSON.stringify(key)}: ${key === member ? json : JSON.stringify(value)}`,
        );
        await send(`{${members.join(', ')}}`);
      }
    }
  });
});

describe('forms', () => {
  const texts = {
    NUL: '%00',
    'a broken escape': '%zz',
    'no UTF-8': '%ff%fe',
    'half a surrogate pair': '%ed%a0%80',
    twice: '1&MEMBER=2',
    'text and list': '1&MEMBER[0]=2',
    'over int4': '2147483648',
    hexadecimal: '0x1',
    exponent: '1e0',
    blank: '%201',
    list: '[1]',
    Infinity: 'Infinity',
    prototype: '&__proto__=1&__proto__[0]=2&constructor[0]=1&MEMBER=',
  };
  const forms = withBody.filter(([name, route]) => route.encoding === 'form' && name !== 'auth.login');
  test.each(forms)('%s refuses every text that does not fit', async (name, route) => {
    const { sample } = bodies[name]!;
    const before = await snapshot();
    for (const member of Object.keys(sample)) {
      // A note is any text.
      if (member === 'snoozed_until' || member === 'note') continue;
      for (const [label, text] of Object.entries(texts)) {
        const rest = Object.fromEntries(Object.entries(sample).filter(([key]) => key !== member));
        const body = [formText(rest as Record<string, string>), `${member}=${text.replaceAll('MEMBER', member)}`];
        const answer = await judge(
          () =>
            client.send(route.method, pathOf(route), {
              type: 'application/x-www-form-urlencoded',
              body: body.filter(Boolean).join('&'),
            }),
          before,
        );
        const what = `${member}=${label} answered ${answer.text}`;
        // Tag names may come as a list, and unknown ones are ignored.
        if (member === 'tags' && ['twice', 'text and list', 'list', 'prototype'].includes(label)) continue;
        expect([answer.status, answer.json().error_type], what).toEqual([400, 'InputException']);
        expect(answer.json().code, what).not.toBe('input.undecodable');
      }
    }
  });
});

describe('forms of what is otherwise sent as JSON (wire B 0.3)', () => {
  const form = (path: string, body: string, method = 'POST') =>
    client.send(method, path, { type: 'application/x-www-form-urlencoded', body });
  const sent = async (body: string) => form(`/api/v1/conversations/${ids.uuid}/messages`, body);

  test('texts stand for the values they mean', async () => {
    const note = await sent('private=true&attachments=&to=&message=Seen&force=false');
    expect(note.status, note.text).toBe(200);
    expect(note.data()).toMatchObject({ private: true, attachments: [] });
    const reply = await sent(
      'private=false&attachments=&to[0]=mina@mail.example&message=Sent&based_on_seq=1000000&send_id=',
    );
    expect(reply.status, reply.text).toBe(200);
    expect(reply.data()).toMatchObject({ private: false, type: 'outgoing' });
    const availability = await form('/api/v1/agents/me/availability', 'status=online&source=', 'PUT');
    expect(availability.status, availability.text).toBe(200);
  });

  test.each([
    ['private', 'private=yes'],
    ['private', 'private=TRUE'],
    ['private', 'private=1'],
    ['attachments', 'attachments=true'],
    ['attachments', 'attachments[0]=x'],
    ['based_on_seq', 'based_on_seq=1e3'],
    ['based_on_seq', 'based_on_seq=true'],
    ['force', 'force=0&__proto__=1&__proto__[0]=1'],
  ])('%s is refused by its name: %s', async (member, body) => {
    const before = await snapshot();
    const answer = await judge(() => sent(`${body}&message=x&to[0]=mina@mail.example`), before);
    expect([answer.status, answer.json().message]).toEqual([400, expect.stringContaining(member)]);
  });

  test('in JSON they stay the texts they are', async () => {
    const before = await snapshot();
    for (const [member, value] of Object.entries({
      private: 'true',
      attachments: '',
      based_on_seq: '7',
      force: 'false',
    })) {
      const body = JSON.stringify({ message: 'x', to: ['mina@mail.example'], [member]: value });
      const path = `/api/v1/conversations/${ids.uuid}/messages`;
      const answer = await judge(() => client.send('POST', path, { type: 'application/json', body }), before);
      expect([answer.status, answer.json().message]).toEqual([400, expect.stringContaining(member)]);
    }
    const source = { type: 'application/json', body: '{"status": "online", "source": ""}' };
    expect((await judge(() => client.send('PUT', '/api/v1/agents/me/availability', source), before)).status).toBe(400);
  });
});

describe('queries', () => {
  const texts = [
    ...['', '0', '-1', '1.5', 'x', '0x1', '1e1', '2147483648', '1e400', 'Infinity', 'NaN', '%00', '%ff', '%ed%a0%80'],
    ...['[]', '[1]', '[{}]', '{}', 'null', 'true', '%201', '1000001', '__proto__', 'conversations.constructor'],
    ...['{"__proto__":1}', '[{"field":"__proto__","operator":"equals","value":"1"}]', "'", '%27%20or%201=1--'],
    ...['[{"model":"conversations","field":"status_id","operator":"constructor","value":"1"}]', 'asc;drop', 'x,desc'],
    ...['[{"model":"conversations","field":"status_id;","operator":"equals","value":"1"}]', 'x'.repeat(5_000)],
  ];
  const good: Record<string, string[]> = {
    page: [],
    page_size: [],
    order_by: [''],
    order: [''],
    filters: ['', '[]', '[{}]'],
    after: [''],
    sort: [],
    limit: [],
    cursor: [''],
    unread: ['0', 'true'],
    failed: ['0', 'true'],
  };

  test.each(withQuery)('%s refuses what does not fit, by its name', async (name, route) => {
    const before = await snapshot();
    const isMember = name !== 'conversations.team_unassigned';
    for (const member of Object.keys(route.query!.shape)) {
      for (const text of texts) {
        const answer = await judge(() => client.send('GET', `${pathOf(route)}?${member}=${text}`), before);
        // A view has its own filters; uuids that are none are left out; whatever is typed can be searched for.
        const isTyped =
          (name.startsWith('search.') && ['query', 'q'].includes(member)) ||
          (name === 'contacts.list' && member === 'search');
        const isAnything =
          (name === 'views.conversations' && member === 'filters') ||
          ['views.matching', 'presence.list'].includes(name) ||
          isTyped;
        if (!isMember || ['custom_attributes.list', 'automations.list'].includes(name) || isAnything) continue;
        // They name an entry, as a path does: one that the conversation does not have is not found.
        if (name === 'messages.list' && ['before', 'after', 'around'].includes(member)) {
          expect(answer.status, text.slice(0, 100)).toBe(text === '%00' ? 400 : 404);
          continue;
        }
        const clamps = name === 'messages.list' && member === 'page_size' && ['2147483648', '1000001'].includes(text);
        // Its cursor is a number, which need not be there any more.
        const isNumber =
          member === 'cursor' &&
          ((name === 'notifications.list' && text === '1000001') ||
            (['causes.list', 'automations.log'].includes(name) && ['2147483648', '1000001'].includes(text)));
        const isGood = good[member]!.includes(text) || clamps || isNumber;
        const what = `${member}=${text.slice(0, 100)} answered ${answer.status} ${answer.text.slice(0, 300)}`;
        expect(answer.status, what).toBe(isGood ? 200 : 400);
        if (!isGood) expect(answer.json().message, what).toContain(member);
      }
      await judge(() => client.send('GET', `${pathOf(route)}?${member}[]=1&${member}[a]=1`), before);
      await judge(() => client.send('GET', `${pathOf(route)}?${member}=1&${member}=2`), before);
    }
  });

  const nasty = ['', '0', '-1', '1.5', 'x', '2147483648', '1e400', '%00', '%ff', '[]', '__proto__', 'x'.repeat(5_000)];
  const withOwn = all.filter(([name, route]) => route.query && ownQueries.includes(name));
  test.each(withOwn)('%s answers whatever a query says', async (_name, route) => {
    for (const member of Object.keys(route.query!.shape)) {
      for (const text of nasty) {
        const path = `${pathOf(route)}?${member}=${text}`;
        const before = await snapshot();
        const answer = await client.send('GET', path);
        if (answer.status !== 200) await judge(async () => answer, before);
      }
    }
  });

  const cursors: [string, unknown[]][] = [
    ['conversations.last_message_at', ['2025-13-45 99:99:99+00', 1]],
    ['conversations.last_message_at', ['2025-02-30 00:00:00+00', 1]],
    ['conversations.last_message_at', ['0000-01-01 00:00:00+00', 1]],
    ['conversations.last_message_at', ['2025-01-01 00:00:00+99', 1]],
    ['conversations.last_message_at', ['2025-01-01 00:00:00+00', 1e20]],
    ['conversations.last_message_at', ['2025-01-01 00:00:00+00', -1]],
    ['conversations.last_message_at', ['2025-01-01 00:00:00+00', '1']],
    ['conversations.priority_id', ['9999999999', 1]],
    ['conversations.priority_id', [null, -5e10]],
    ['conversation_statuses.name', ['a\u0000', 1]],
  ];
  test.each(cursors)('a forged cursor by %s is refused: %j', async (field, place) => {
    const before = await snapshot();
    const after = Buffer.from(JSON.stringify([field, 'desc', ...place])).toString('base64url');
    const path = `/api/v1/conversations/all?order_by=${field}&after=${after}`;
    const answer = await judge(() => client.send('GET', path), before);
    expect([answer.status, answer.json().error_type]).toEqual([400, 'InputException']);
    expect(answer.json().message).toContain('after');
  });

  const filterValues = [
    ...['2147483648', '1e3', '0000-01-01', '9999-12-31', '99999-01-01', '2025-02-30', '+275760-09-13', '-1', '1,2,3'],
    ...[
      '275760-09-13T00:00:00Z',
      '2025-01-01T99:99:99',
      ',',
      '1,',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-99:99',
    ],
    ...['\\ud800', 'a\\u0000', '%', "'", '[1]', '["2147483648"]'],
  ];
  const operators = ['equals', 'not equals', 'in', 'between', 'ilike', 'contains', 'greater than', 'less than'];
  test.each(['status_id', 'priority_id', 'created_at', 'waiting_since', 'subject', 'tags', 'reference_number'])(
    'no filter on %s breaks a list',
    async (field) => {
      const before = await snapshot();
      for (const operator of operators) {
        for (const value of filterValues) {
          const filters = `[{"model":"conversations","field":"${field}","operator":"${operator}","value":"${value.replaceAll('"', '\\"')}"}]`;
          const path = `/api/v1/conversations/all?filters=${encodeURIComponent(filters)}`;
          const answer = await judge(() => client.send('GET', path), before);
          if (answer.status !== 200) expect(answer.json().message).toContain('filters');
        }
      }
    },
  );
});

describe('ids in paths', () => {
  const byId = all.filter(([, route]) => route.path.includes(':id') && !route.redirects);
  test.each(byId)('%s wants a positive whole number', async (name, route) => {
    const before = await snapshot();
    const texts = ['0', '-1', 'abc', '1.0', '0x1', '1e0', '2147483648', '99999999999999999999', '%00', '%20', '1%20'];
    for (const id of [...texts, '%201', '+1', 'NaN', 'Infinity', '%zz', '%ff', '%e2%80%a8', "1'--"]) {
      const path = route.path.replace(':id', id);
      const body = sampleText(name);
      const answer = await judge(
        () => client.send(route.method, path, route.method === 'GET' ? {} : { type: 'application/json', body }),
        before,
      );
      expect([answer.status, answer.json().error_type], `${id}: ${answer.text}`).toEqual([400, 'InputException']);
    }
  });

  const byUuid = all.filter(([, route]) => route.path.includes(':uuid'));
  test.each(byUuid)('%s does not know malformed and foreign uuids', async (name, route) => {
    const before = await snapshot();
    const known = String(ids.uuid);
    const malformed = ['x', '%00', `{${known}}`, `${known}x`, known.replaceAll('-', ''), '..%2f..', '1'];
    for (const uuid of [...malformed, '00000000-0000-4000-8000-000000000000']) {
      const body = sampleText(name);
      const options = route.method === 'GET' ? {} : { type: 'application/json', body };
      const path = route.path
        .replace(':uuid', uuid)
        .replace(':message_uuid', String(ids.message_uuid))
        .replace(':kind', String(ids.kind))
        .replace(':id', String(ids.id));
      const answer = await judge(() => client.send(route.method, path, options), before);
      expect([answer.status, answer.json().error_type], `${uuid}: ${answer.text}`).toEqual([404, 'NotFoundException']);
      if (!route.path.includes(':message_uuid')) continue;
      const nestedPath = route.path.replace(':uuid', known).replace(':message_uuid', uuid);
      const nestedAnswer = await judge(() => client.send(route.method, nestedPath, options), before);
      expect([nestedAnswer.status, nestedAnswer.json().error_type]).toEqual([404, 'NotFoundException']);
    }
  });
});

describe('multipart', () => {
  const head = (name: string, filename?: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`;
  const refused: [string, string, string, number][] = [
    ['a form', 'application/x-www-form-urlencoded', 'inline=false', 400],
    ['JSON', 'application/json', '{"files": "x"}', 400],
    ['no boundary', 'multipart/form-data', '--x--\r\n', 400],
    ['another boundary', 'multipart/form-data; boundary=y', `${head('files', 'a.txt')}x\r\n--x--\r\n`, 400],
    ['nothing', 'multipart/form-data; boundary=x', '', 400],
    ['no part', 'multipart/form-data; boundary=x', '--x--\r\n', 400],
    ['the file as text', 'multipart/form-data; boundary=x', `${head('files')}null\r\n--x--\r\n`, 400],
    ['a part of another name', 'multipart/form-data; boundary=x', `${head('upload', 'a.txt')}x\r\n--x--\r\n`, 400],
    ['an empty file', 'multipart/form-data; boundary=x', `${head('files', 'a.txt')}\r\n--x--\r\n`, 400],
    ['a file that breaks off', 'multipart/form-data; boundary=x', `${head('files', 'a.txt')}half a fi`, 400],
    ['a head that breaks off', 'multipart/form-data; boundary=x', '--x\r\nContent-Dispo', 400],
    [
      'a part without a name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n',
      400,
    ],
    [
      'prototype names',
      'multipart/form-data; boundary=x',
      `${head('__proto__')}1\r\n${head('constructor')}1\r\n--x--\r\n`,
      400,
    ],
    [
      '50 fields',
      'multipart/form-data; boundary=x',
      `${head('a').repeat(1)}${Array.from({ length: 50 }, (_, i) => `\r\n${head(`f${i}`)}1`).join('')}\r\n--x--\r\n`,
      413,
    ],
  ];
  test.each(refused)('%s is refused', async (_what, type, body, status) => {
    const before = await snapshot();
    const answer = await judge(() => client.send('POST', '/api/v1/media', { type, body }), before);
    expect(answer.status, answer.text).toBe(status);
  });

  test('names of every kind are kept from harm', async () => {
    for (const filename of [
      '../../etc/passwd',
      'a\u0000b.txt',
      '\ud800.txt',
      '.',
      '..',
      '',
      'x'.repeat(900),
      '"; drop',
      '%0d%0aX: y',
    ]) {
      const answer = await judge(
        () =>
          client.postMultipart('/api/v1/media', {
            files: { filename, type: 'text/plain', bytes: Buffer.from('hello') },
            inline: false,
            linked_model: 'messages',
          }),
        undefined,
      ).catch((error: Error) => error);
      if (answer instanceof Error) throw new Error(`${JSON.stringify(filename)}: ${answer.message}`);
      if (answer.status !== 200) continue;
      const { filename: kept } = answer.data<{ filename: string }>();
      expect(kept).toMatch(/^[^/\\\p{Cc}]{1,255}$/u);
    }
  });
});
