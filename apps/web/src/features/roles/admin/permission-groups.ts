import type { Permission } from '@bellhop/contract';
import type { TextKey } from '../../../lib/i18n.ts';

/** Permissions that belong together, and what they are about. */
export interface PermissionGroup {
  id: string;
  title: TextKey;
  help: TextKey;
  permissions: readonly Permission[];
}

/** What each permission allows, in plain words. */
export const permissionText: Record<Permission, TextKey> = {
  'conversations:read': 'admin.role.conversations.read',
  'conversations:read_all': 'admin.role.conversations.readAll',
  'conversations:read_assigned': 'admin.role.conversations.readAssigned',
  'conversations:read_unassigned': 'admin.role.conversations.readUnassigned',
  'conversations:read_team_inbox': 'admin.role.conversations.readTeamInbox',
  'conversations:write': 'admin.role.conversations.write',
  'conversations:update_user_assignee': 'admin.role.conversations.updateUserAssignee',
  'conversations:update_team_assignee': 'admin.role.conversations.updateTeamAssignee',
  'conversations:update_priority': 'admin.role.conversations.updatePriority',
  'conversations:update_status': 'admin.role.conversations.updateStatus',
  'conversations:update_tags': 'admin.role.conversations.updateTags',
  'messages:read': 'admin.role.messages.read',
  'messages:write': 'admin.role.messages.write',
  'view:manage': 'admin.role.view.manage',
  'general_settings:manage': 'admin.role.generalSettings.manage',
  'notification_settings:manage': 'admin.role.notificationSettings.manage',
  'status:manage': 'admin.role.status.manage',
  'oidc:manage': 'admin.role.oidc.manage',
  'tags:manage': 'admin.role.tags.manage',
  'macros:manage': 'admin.role.macros.manage',
  'users:manage': 'admin.role.users.manage',
  'teams:manage': 'admin.role.teams.manage',
  'automations:manage': 'admin.role.automations.manage',
  'inboxes:manage': 'admin.role.inboxes.manage',
  'roles:manage': 'admin.role.roles.manage',
  'templates:manage': 'admin.role.templates.manage',
  'reports:manage': 'admin.role.reports.manage',
  'business_hours:manage': 'admin.role.businessHours.manage',
  'sla:manage': 'admin.role.sla.manage',
  'ai:manage': 'admin.role.ai.manage',
  'custom_attributes:manage': 'admin.role.customAttributes.manage',
  'activity_logs:manage': 'admin.role.activityLog.manage',
  'contacts:read_all': 'admin.role.contacts.readAll',
  'contacts:read': 'admin.role.contacts.read',
  'contacts:write': 'admin.role.contacts.write',
  'contacts:block': 'admin.role.contacts.block',
  'contact_notes:read': 'admin.role.contactNotes.read',
  'contact_notes:write': 'admin.role.contactNotes.write',
  'contact_notes:delete': 'admin.role.contactNotes.delete',
};

/** All permissions by what they are about; permission-groups.test.ts holds that none is missing. */
export const permissionGroups: readonly PermissionGroup[] = [
  {
    id: 'see',
    title: 'admin.role.group.see',
    help: 'admin.role.group.see.help',
    permissions: [
      'conversations:read',
      'conversations:read_assigned',
      'conversations:read_team_inbox',
      'conversations:read_unassigned',
      'conversations:read_all',
    ],
  },
  {
    id: 'work',
    title: 'admin.role.group.work',
    help: 'admin.role.group.work.help',
    permissions: [
      'messages:read',
      'messages:write',
      'conversations:write',
      'conversations:update_status',
      'conversations:update_priority',
      'conversations:update_tags',
      'conversations:update_user_assignee',
      'conversations:update_team_assignee',
      'view:manage',
    ],
  },
  {
    id: 'contacts',
    title: 'admin.role.group.contacts',
    help: 'admin.role.group.contacts.help',
    permissions: [
      'contacts:read_all',
      'contacts:read',
      'contacts:write',
      'contacts:block',
      'contact_notes:read',
      'contact_notes:write',
      'contact_notes:delete',
    ],
  },
  {
    id: 'people',
    title: 'admin.role.group.people',
    help: 'admin.role.group.people.help',
    permissions: [
      'users:manage',
      'teams:manage',
      'roles:manage',
      'oidc:manage',
      'activity_logs:manage',
      'reports:manage',
    ],
  },
  {
    id: 'desk',
    title: 'admin.role.group.desk',
    help: 'admin.role.group.desk.help',
    permissions: [
      'general_settings:manage',
      'notification_settings:manage',
      'inboxes:manage',
      'business_hours:manage',
      'sla:manage',
      'automations:manage',
      'templates:manage',
      'macros:manage',
      'tags:manage',
      'status:manage',
      'custom_attributes:manage',
      'ai:manage',
    ],
  },
];

/** Each of them sees conversations, and none of them without the base. */
const seeing: readonly Permission[] = [
  'conversations:read_assigned',
  'conversations:read_team_inbox',
  'conversations:read_unassigned',
  'conversations:read_all',
];

/** Whether lists of conversations are allowed, and no conversation in them. */
export function lacksBase(chosen: readonly string[]): boolean {
  return !chosen.includes('conversations:read') && seeing.some((permission) => chosen.includes(permission));
}
