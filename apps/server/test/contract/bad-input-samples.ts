import { type RouteName, type RouteSpec, routes } from '@bellhop/contract';
import { adminEntities, otherAdminBodies } from '../admin-bodies.ts';

type Sample = Record<string, string | number | boolean | null | object>;

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Values as they stand in a JSON body. */
export const values: Record<string, string> = {
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
  ...adminEntities.find(({ table }) => table === 'inboxes')!.sample,
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
export const bodies: Partial<Record<RouteName, { sample: Sample; fits: Record<string, string[]>; in_list?: true }>> = {
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
export const takesNothing: readonly RouteName[] = ['contacts.block', 'notifications.save_preferences'];

export const all = Object.entries<RouteSpec>(routes) as [RouteName, RouteSpec][];
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
export const dependent: Partial<Record<RouteName, Sample>> = {
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
export const withBody = all.filter(
  ([name, route]) =>
    route.body &&
    route.encoding !== 'multipart' &&
    name !== 'ai.complete' &&
    !(name in dependent) &&
    (name in bodies || !byAdmins.includes(name)),
);
/** Their own tests say what they take: a kind of template, times and pages of a log, ranges of reports, which also come as files. */
export const ownQueries: readonly RouteName[] = [
  ...(['templates.list', 'activity_logs.list', 'activity_logs.export'] as const),
  ...(['webhooks.deliveries', 'events.list', 'ai.usage'] as const),
  ...all.map(([name]) => name).filter((name) => name.startsWith('reports.')),
];
// Whatever a browser brings that navigates there leads to a page: features/oidc/sign-on.test.ts.
export const withQuery = all.filter(([name, route]) => route.query && !route.redirects && !ownQueries.includes(name));

export const bodyText = (name: RouteName, object: string) => (bodies[name]?.in_list ? `[${object}]` : object);
export const sampleText = (name: RouteName) => bodyText(name, JSON.stringify(bodies[name]?.sample ?? {}));
