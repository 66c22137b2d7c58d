import { conversation } from './member-samples.ts';

export interface OperationSample {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  response?: unknown;
}

/** Values for one operation alone. */
export const operationSamples: Readonly<Record<string, OperationSample>> = {
  'contacts.update': { body: { first_name: 'Mina', last_name: 'Okafor', email: 'mina@mail.example', country: 'PT' } },
  'media.upload': { body: { inline: 'false' } },
  'lang.get': { response: { 'globals.messages.save': 'Save' } },
  'lang.list': { response: [{ code: 'en', name: 'English' }] },
  'oidc.create': { response: 'https://desk.example/api/v1/oidc/1/finish' },
  'oidc.login': { path: { id: '1' }, query: { next: '/inboxes/assigned' } },
  'oidc.finish': { path: { id: '1' }, query: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj' } },
  'ai.complete': { response: 'Your parcel is a little late; we are sorry.' },
  'macros.apply': { body: [{ type: 'set_priority', value: ['3'] }], path: { id: 7, uuid: conversation } },
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
