import type { RouteName } from '@bellhop/contract';

/** One thing that administrators set up: its table, the calls that write it, and a body that both accept. */
export interface AdminEntity {
  table: string;
  create: RouteName;
  update: RouteName;
  sample: Record<string, unknown>;
}

/** Everything that administrators create and change; a test compares it with the routes. */
export const adminEntities: readonly AdminEntity[] = [
  { table: 'tags', create: 'tags.create', update: 'tags.update', sample: { name: 'Returns' } },
  {
    table: 'conversation_statuses',
    create: 'statuses.create',
    update: 'statuses.update',
    sample: { name: 'On hold', category: 'waiting' },
  },
  {
    table: 'custom_attributes',
    create: 'custom_attributes.create',
    update: 'custom_attributes.update',
    sample: {
      applies_to: 'contact',
      name: 'Plan',
      key: 'plan',
      description: 'What they pay for',
      data_type: 'list',
      values: ['free', 'pro'],
      regex: '',
      regex_hint: '',
    },
  },
  {
    table: 'business_hours',
    create: 'business_hours.create',
    update: 'business_hours.update',
    sample: {
      name: 'Weekdays',
      description: 'Office time',
      is_always_open: false,
      hours: { Monday: { open: '09:00', close: '17:00' } },
      holidays: [],
    },
  },
  {
    table: 'sla_policies',
    create: 'sla.create',
    update: 'sla.update',
    sample: {
      name: 'Gold',
      description: 'For those who pay',
      first_response_time: '1h',
      next_response_time: '',
      resolution_time: '8h',
      notifications: [],
    },
  },
  {
    table: 'inboxes',
    create: 'inboxes.create',
    update: 'inboxes.update',
    sample: {
      name: 'Help',
      from: 'help@desk.test',
      channel: 'email',
      config: { imap: [], smtp: [] },
      enabled: true,
      csat_enabled: false,
    },
  },
  {
    table: 'macros',
    create: 'macros.create',
    update: 'macros.update',
    sample: {
      name: 'Macro',
      message_content: '<p>Hello</p>',
      visibility: 'all',
      visible_when: ['replying'],
      actions: [{ type: 'set_priority', value: ['3'] }],
    },
  },
  {
    table: 'automation_rules',
    create: 'automations.create',
    update: 'automations.update',
    sample: {
      name: 'Rule',
      description: 'For everything',
      type: 'new_conversation',
      events: [],
      rules: [{ groups: [], group_operator: 'OR', actions: [{ type: 'send_csat', value: ['0'] }], match_all: true }],
    },
  },
  {
    table: 'templates',
    create: 'templates.create',
    update: 'templates.update',
    sample: {
      name: 'Letter',
      type: 'email_outgoing',
      subject: '',
      body: '<p>Hi</p>{{ template "content" . }}',
      is_default: false,
    },
  },
  {
    table: 'teams',
    create: 'teams.create',
    update: 'teams.update',
    sample: {
      name: 'Orders',
      emoji: '',
      conversation_assignment_type: 'Manual',
      timezone: 'UTC',
      business_hours_id: null,
      sla_policy_id: null,
      max_auto_assigned_conversations: 0,
    },
  },
  {
    table: 'roles',
    create: 'roles.create',
    update: 'roles.update',
    sample: { name: 'Clerk', description: 'Keeps the tags', permissions: ['tags:manage'] },
  },
  {
    table: 'users',
    create: 'agents.create',
    update: 'agents.update',
    sample: {
      first_name: 'Lee',
      last_name: 'Park',
      email: 'lee@desk.test',
      roles: ['Agent'],
      teams: [],
      send_welcome_email: false,
    },
  },
  {
    table: 'oidc_providers',
    create: 'oidc.create',
    update: 'oidc.update',
    // One that is switched off need not answer.
    sample: {
      provider: 'Custom',
      name: 'Company login',
      provider_url: 'https://id.example.com',
      client_id: 'desk',
      client_secret: '',
      enabled: false,
      creates_agents: true,
      agent_roles: ['Agent'],
      agent_domains: ['example.com'],
      ends_session: false,
    },
  },
  {
    table: 'webhooks',
    create: 'webhooks.create',
    update: 'webhooks.update',
    sample: {
      name: 'Shop system',
      url: 'https://shop.example.com/hook',
      events: ['message.received', 'conversation.status_changed'],
      inbox_ids: [],
      description: 'Tells the shop what customers ask',
      enabled: true,
    },
  },
  {
    table: 'ai_prompts',
    create: 'ai.create_prompt',
    update: 'ai.update_prompt',
    sample: { title: 'Translate', key: 'translate', content: 'Translate the text into English.' },
  },
];

/** Calls that keep nothing, or change what is no row of a table of its own. */
export const otherAdminBodies: Partial<Record<RouteName, Record<string, unknown>>> = {
  'settings.update_general': { 'app.site_name': 'Desk', 'app.lang': 'en' },
  'settings.update_email_notifications': {
    'notification.email.host': 'mail.example.com',
    'notification.email.email_address': 'desk@example.com',
  },
  'templates.preview': { type: 'email_outgoing', subject: '', body: '<p>Hi</p>{{ template "content" . }}' },
  'inboxes.test_connection': { id: null, config: { imap: [], smtp: [] } },
  'automations.set_weights': { 1: 1 },
  'automations.set_mode': { mode: 'all' },
  'automations.dry_run': {
    rule_id: null,
    type: 'new_conversation',
    rules: [
      {
        groups: [{ logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: 'refund' }] }],
        group_operator: 'OR',
        actions: [{ type: 'set_priority', value: ['1'] }],
      },
    ],
  },
  'business_hours.preview': {
    is_always_open: false,
    hours: { Monday: { open: '09:00', close: '17:00' } },
    holidays: [],
    zone: 'UTC',
    start: '2026-06-05T17:30',
    duration: '4h',
  },
  'sla.simulate': {
    policy_id: null,
    policy: { name: 'Gold', first_response_time: '1h' },
    business_hours_id: null,
    team_ids: [],
    inbox_ids: [],
  },
  'oidc.test': { provider_url: 'https://127.0.0.1' },
  'webhooks.toggle': { enabled: true },
  'webhooks.rotate_secret': {},
  'ai.set_provider': { api_key: 'sk-of-the-desk', provider: 'openai' },
  'ai.update_settings': {
    enabled: false,
    base_url: 'http://127.0.0.1:9/v1',
    model: 'llama3.2',
    api_key: 'sk-of-the-desk',
    agent_budget: 100,
    desk_budget: null,
    requests_per_minute: 10,
  },
  'ai.test': { base_url: 'http://127.0.0.1:9/v1', model: 'llama3.2', api_key: '' },
  'webhooks.replay_range': { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', states: ['failed'] },
};
