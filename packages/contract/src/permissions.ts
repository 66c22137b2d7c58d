/** Every permission of the product with what it allows; no more than these 39 exist (settled question 9). */
export const permissions = {
  'conversations:read':
    'Read a conversation, its participants and its list rows; base of every other conversation permission',
  'conversations:read_all': 'See every conversation',
  'conversations:read_assigned': 'See conversations assigned to oneself',
  'conversations:read_unassigned': 'See conversations with neither agent nor team',
  'conversations:read_team_inbox': "See conversations of one's teams that no agent holds",
  'conversations:write': 'Start a conversation',
  'conversations:update_user_assignee': 'Assign and remove the agent',
  'conversations:update_team_assignee': 'Assign and remove the team',
  'conversations:update_priority': 'Set the priority',
  'conversations:update_status': 'Set the status',
  'conversations:update_tags': 'Set the tags',
  'messages:read': 'Read messages and their files',
  'messages:write': 'Write replies and private notes, retry failed ones',
  'view:manage': "Keep one's own saved views",
  'general_settings:manage': 'Change general settings',
  'notification_settings:manage': 'Change the e-mail notification settings',
  'status:manage': 'Manage conversation statuses',
  'oidc:manage': 'Manage single sign-on',
  'tags:manage': 'Manage tags',
  'macros:manage': 'Manage macros',
  'users:manage': 'Manage agents',
  'teams:manage': 'Manage teams',
  'automations:manage': 'Manage automation rules',
  'inboxes:manage': 'Manage inboxes, see mailbox health and quarantined mail',
  'roles:manage': 'Manage roles',
  'templates:manage': 'Manage templates',
  'reports:manage': 'See reports',
  'business_hours:manage': 'Manage business hours',
  'sla:manage': 'Manage SLA policies',
  'ai:manage': 'Manage AI prompts and the provider',
  'custom_attributes:manage': 'Manage custom attributes',
  'activity_logs:manage': 'Read the activity log',
  'contacts:read_all': 'List all contacts',
  'contacts:read': 'Read and search contacts',
  'contacts:write': 'Change contacts',
  'contacts:block': 'Block and unblock contacts',
  'contact_notes:read': 'Read contact notes',
  'contact_notes:write': 'Write contact notes',
  'contact_notes:delete': 'Delete contact notes',
} as const;

export type Permission = keyof typeof permissions;

export const allPermissions = Object.keys(permissions) as Permission[];

/** The seeded role Agent, behaviour 12.3. */
export const agentRolePermissions: Permission[] = [
  'conversations:read_all',
  'conversations:read_unassigned',
  'conversations:read_assigned',
  'conversations:read_team_inbox',
  'conversations:read',
  'conversations:update_user_assignee',
  'conversations:update_team_assignee',
  'conversations:update_priority',
  'conversations:update_status',
  'conversations:update_tags',
  'messages:read',
  'messages:write',
  'view:manage',
];

/** Role names that code may test (specification 6, wire A 4.2). */
export const adminRoleName = 'Admin';
export const agentRoleName = 'Agent';

/** Those that let an agent change something of a conversation: any of them suffices for what has no permission of its own. */
export const conversationUpdates = [
  'conversations:update_user_assignee',
  'conversations:update_team_assignee',
  'conversations:update_priority',
  'conversations:update_status',
  'conversations:update_tags',
] as const satisfies readonly Permission[];
