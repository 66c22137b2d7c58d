import type { Permission } from '@bellhop/contract';
import { plural, t } from './i18n.ts';

/** One entry of the admin menu; `icon` is a name that the sidebar has a picture for. */
export interface AdminEntry {
  /** Below `/admin/`. */
  path: string;
  icon: string;
  permission: Permission;
  title: () => string;
}

export interface AdminGroup {
  /** Absent for what stands without a heading. */
  title?: () => string;
  /** Local storage key of a group that folds. */
  memory?: string;
  entries: readonly AdminEntry[];
}

const entry = (path: string, icon: string, permission: Permission, title: () => string): AdminEntry => ({
  path,
  icon,
  permission,
  title,
});

/** THE admin menu (specification 2): each entry with the permission that shows it. The role form previews it. */
export const adminMenu: readonly AdminGroup[] = [
  {
    entries: [
      entry('general', 'general', 'general_settings:manage', () => t('globals.terms.general')),
      entry('business-hours', 'hours', 'business_hours:manage', () => plural('globals.terms.businessHour')),
      entry('sla', 'sla', 'sla:manage', () => t('globals.terms.sla')),
      entry('inboxes', 'inboxes', 'inboxes:manage', () => plural('globals.terms.inbox')),
      entry('notification', 'notification', 'notification_settings:manage', () => plural('globals.terms.notification')),
    ],
  },
  {
    title: () => plural('globals.terms.teammate'),
    memory: 'adminTeamOpen',
    entries: [
      entry('teams/agents', 'agents', 'users:manage', () => plural('globals.terms.agent')),
      entry('teams/teams', 'teams', 'teams:manage', () => plural('globals.terms.team')),
      entry('teams/roles', 'roles', 'roles:manage', () => plural('globals.terms.role')),
      entry('teams/activity-log', 'activity', 'activity_logs:manage', () => t('globals.terms.activityLog')),
    ],
  },
  {
    title: () => plural('globals.terms.conversation'),
    memory: 'adminConversationsOpen',
    entries: [
      entry('conversations/tags', 'tags', 'tags:manage', () => plural('globals.terms.tag')),
      entry('conversations/statuses', 'statuses', 'status:manage', () => plural('globals.terms.status')),
      entry('conversations/macros', 'macros', 'macros:manage', () => plural('globals.terms.macro')),
    ],
  },
  {
    entries: [
      entry('automations', 'automations', 'automations:manage', () => plural('globals.terms.automation')),
      entry('templates', 'templates', 'templates:manage', () => plural('globals.terms.template')),
      entry('custom-attributes', 'attributes', 'custom_attributes:manage', () =>
        plural('globals.terms.customAttribute'),
      ),
      entry('ai', 'ai', 'ai:manage', () => t('admin.ai.title')),
      entry('sso', 'sso', 'oidc:manage', () => t('globals.terms.sso')),
      entry('webhooks', 'webhooks', 'general_settings:manage', () => plural('globals.terms.webhook')),
      entry('system', 'system', 'general_settings:manage', () => t('admin.system.title')),
    ],
  },
];

/** The groups with what an agent may open; groups without anything are left out. */
export function visibleAdminMenu(holds: (permission: Permission) => boolean): AdminGroup[] {
  return adminMenu
    .map((group) => ({ ...group, entries: group.entries.filter(({ permission }) => holds(permission)) }))
    .filter(({ entries }) => entries.length > 0);
}
