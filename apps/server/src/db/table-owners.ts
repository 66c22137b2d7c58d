import type { DB } from './types.gen.ts';

/**
 * Which folder writes a table: a feature's name, or an adapter's. Others may read it (architecture, "Inside the server").
 * A test compares this with every `*.queries.ts`. The tables of the migrations and of the job queue are theirs alone.
 */
export const tableOwners: Record<Exclude<keyof DB, 'migrations' | `graphile_worker.${string}`>, string> = {
  activity_logs: 'activity-log',
  ai_prompts: 'ai',
  api_keys: 'api-keys',
  // A view over the rules.
  automation_references: 'automations',
  automation_rules: 'automations',
  business_hours: 'business-hours',
  causes: 'core',
  contact_notes: 'contacts',
  contact_search_backlog: 'search',
  conversation_count_deltas: 'core',
  conversation_counts: 'core',
  conversation_participants: 'conversations',
  conversation_priorities: 'priorities',
  conversation_search: 'search',
  conversation_seen: 'conversations',
  conversation_statuses: 'statuses',
  conversation_tags: 'conversations',
  conversations: 'conversations',
  custom_attributes: 'custom-attributes',
  draft_versions: 'drafts',
  drafts: 'drafts',
  events: 'core',
  factor_challenges: 'second-factor',
  imap_cursors: 'inboxes',
  inbox_alerts: 'inboxes',
  inbox_leases: 'inboxes',
  inbox_round_trips: 'inboxes',
  inboxes: 'inboxes',
  login_attempts: 'auth',
  macros: 'macros',
  media: 'media',
  message_search: 'conversations',
  messages: 'conversations',
  notifications: 'notifications',
  oidc_identities: 'oidc',
  oidc_provider_roles: 'oidc',
  oidc_providers: 'oidc',
  oidc_sessions: 'oidc',
  oidc_sign_ons: 'oidc',
  outgoing_mails: 'conversations',
  people_search: 'search',
  passkeys: 'second-factor',
  password_tokens: 'auth',
  processes: 'jobs',
  raw_mails: 'inboxes',
  recovery_codes: 'second-factor',
  roles: 'roles',
  search_backlog: 'conversations',
  second_factors: 'second-factor',
  sessions: 'auth',
  settings: 'settings',
  sla_policies: 'sla',
  system_mails: 'system-mail',
  tags: 'tags',
  team_members: 'teams',
  teams: 'teams',
  templates: 'templates',
  user_roles: 'users',
  users: 'users',
  views: 'views',
  webhook_deliveries: 'webhooks',
  webhook_events: 'webhooks',
  webhooks: 'webhooks',
  wrong_api_keys: 'api-keys',
};

/** Writers beside the owner, each with its reason. */
export const furtherWriters: Partial<Record<keyof DB, Record<string, string>>> = {
  sessions: { core: 'the hourly clean-up drops those that are over' },
  users: { contacts: 'contacts are rows of the same table, because their ids are shared with agents' },
  login_attempts: { core: 'the hourly clean-up drops those that no limit looks at' },
  factor_challenges: { core: 'the hourly clean-up drops those that are over' },
};

/** Folders that write whatever they need: the sample desk fills an empty database once. */
export const unboundFolders = ['demo'];
