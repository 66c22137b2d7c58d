import { notificationDefaults, notificationMatrix } from '@bellhop/contract';
import { conversation } from './member-samples.ts';

export interface OperationSample {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  response?: unknown;
}

const preferences = {
  matrix: Object.fromEntries(
    Object.entries(notificationMatrix).map(([event, scopes]) => [
      event,
      Object.fromEntries(
        scopes.map((scope) => {
          const on = notificationDefaults[`${event}.${scope}`] ?? [];
          return [scope, { in_app: on.includes('in_app'), mail: on.includes('mail'), push: on.includes('push') }];
        }),
      ),
    ]),
  ),
  mail_when: 'always',
  quiet_hours: { from: '20:00', to: '07:00', zone: 'Europe/Lisbon' },
  digest: { mails: 5, minutes: 10 },
  updated_at: '2026-03-02T09:14:03.120Z',
};

const prompt = { title: 'Translate', key: 'translate', content: 'Translate the text into English.' };

/** Values for one operation alone. */
export const operationSamples: Readonly<Record<string, OperationSample>> = {
  'contacts.update': { body: { first_name: 'Mina', last_name: 'Okafor', email: 'mina@mail.example', country: 'PT' } },
  'media.upload': { body: { inline: 'false' } },
  'lang.get': { response: { 'globals.messages.save': 'Save' } },
  'lang.list': { response: [{ code: 'en', name: 'English' }] },
  'oidc.create': { response: 'https://desk.example/api/v1/oidc/1/finish' },
  'oidc.login': { path: { id: '1' }, query: { next: '/inboxes/assigned' } },
  'oidc.finish': { path: { id: '1' }, query: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj' } },
  'ai.set_provider': { body: { api_key: 'sk-0123456789', provider: 'openai' }, response: 'The key is stored' },
  'ai.update_settings': { body: { enabled: true, model: 'gpt-4o-mini', masks_personal_data: true, agent_budget: 200 } },
  'ai.test': { body: { model: 'gpt-4o-mini' } },
  'ai.usage': { query: { days: 30 } },
  'ai.create_prompt': { body: prompt },
  'ai.update_prompt': { body: prompt },
  'ai.stream_completion': { body: { prompt_key: 'make_friendly', content: 'Your parcel is late.' } },
  'ai.suggest_reply': { body: { text: 'Say that it comes tomorrow.' } },
  'ai.complete': {
    body: { prompt_key: 'make_friendly', content: 'Your parcel is late.' },
    response: 'Your parcel is a little late; we are sorry.',
  },
  'macros.apply': { body: [{ type: 'set_priority', value: ['3'] }], path: { id: 7, uuid: conversation } },
  'automations.dry_run': {
    body: {
      type: 'new_conversation',
      rules: [
        {
          groups: [{ logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: 'refund' }] }],
          group_operator: 'OR',
          actions: [{ type: 'add_tags', value: ['returns'] }],
        },
      ],
    },
  },
  'business_hours.preview': {
    body: {
      is_always_open: false,
      hours: { Friday: { open: '09:00', close: '17:00' }, Monday: { open: '09:00', close: '17:00' } },
      holidays: [],
      zone: 'Europe/Lisbon',
      start: '2026-12-18T16:30',
      duration: '2h',
    },
  },
  'notifications.preferences': { response: preferences },
  'notifications.save_preferences': {
    body: { matrix: { customer_reply: { mine: { mail: true } } }, mail_when: 'not_online' },
    response: preferences,
  },
  'push.subscribe': {
    body: {
      endpoint: 'https://push.example/send/4f1c',
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
  },
  'automations.set_mode': { body: { mode: 'all' } },
  'contacts.merge_attributes': { body: { plan: 'pro' } },
  'conversations.set_attributes': { body: { plan: 'pro' } },
  'conversations.merge_attributes': { body: { plan: 'pro' } },
  'conversations.set_contact_attributes': { body: { plan: 'pro' } },
  'conversations.merge_contact_attributes': { body: { plan: null } },
  'conversations.assign_team': { body: { assignee_id: 3 } },
  'templates.list': { query: { type: 'email_outgoing' } },
  'presence.list': { query: { uuids: conversation } },
  'views.matching': { query: { uuids: conversation } },
  'inboxes.test_connection': {
    body: {
      config: {
        imap: [{ host: 'mail.desk.example', port: 993, username: 'support@desk.example', password: 'secret' }],
        smtp: [],
      },
    },
  },
};
