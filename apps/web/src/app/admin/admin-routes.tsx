import type { Permission } from '@bellhop/contract';
import { type RouteObject, replace } from 'react-router';
import { can } from '../../lib/session.ts';
import { RouteError } from '../RouteError.tsx';

/** A page below `/admin/` with the permission that its calls need; whoever lacks it comes to the landing page. */
function page(path: string, permission: Permission, lazy: NonNullable<RouteObject['lazy']>): RouteObject {
  return {
    path: `admin/${path}`,
    loader: () => (can(permission) ? null : replace('/admin')),
    lazy,
    ErrorBoundary: RouteError,
  };
}

/** Every page of the admin area (specification 2). A module exports its page as `Component`. */
export const adminRoutes: RouteObject[] = [
  { path: 'admin', lazy: () => import('./AdminLanding.tsx'), ErrorBoundary: RouteError },
  page(
    'business-hours',
    'business_hours:manage',
    () => import('../../features/business-hours/admin/BusinessHoursPage.tsx'),
  ),
  page(
    'business-hours/new',
    'business_hours:manage',
    () => import('../../features/business-hours/admin/NewBusinessHoursPage.tsx'),
  ),
  page(
    'business-hours/:id/edit',
    'business_hours:manage',
    () => import('../../features/business-hours/admin/EditBusinessHoursPage.tsx'),
  ),
  page('sla', 'sla:manage', () => import('../../features/sla/admin/PoliciesPage.tsx')),
  page('sla/new', 'sla:manage', () => import('../../features/sla/admin/NewPolicyPage.tsx')),
  page('sla/:id/edit', 'sla:manage', () => import('../../features/sla/admin/EditPolicyPage.tsx')),
  page('inboxes', 'inboxes:manage', () => import('../../features/inboxes/admin/InboxesPage.tsx')),
  page('inboxes/new', 'inboxes:manage', () => import('../../features/inboxes/admin/NewInboxPage.tsx')),
  page('inboxes/quarantine', 'inboxes:manage', () => import('../../features/inboxes/admin/QuarantinePage.tsx')),
  page('inboxes/:id/edit', 'inboxes:manage', () => import('../../features/inboxes/admin/EditInboxPage.tsx')),
  page('system', 'general_settings:manage', () => import('../../features/system/admin/SystemPage.tsx')),
  page('conversations/tags', 'tags:manage', () => import('../../features/tags/admin/TagsPage.tsx')),
  page(
    'custom-attributes',
    'custom_attributes:manage',
    () => import('../../features/custom-attributes/admin/AttributesPage.tsx'),
  ),
  page(
    'custom-attributes/new',
    'custom_attributes:manage',
    () => import('../../features/custom-attributes/admin/NewAttributePage.tsx'),
  ),
  page(
    'custom-attributes/:id/edit',
    'custom_attributes:manage',
    () => import('../../features/custom-attributes/admin/EditAttributePage.tsx'),
  ),
  page('conversations/statuses', 'status:manage', () => import('../../features/statuses/admin/StatusesPage.tsx')),
  page(
    'teams/activity-log',
    'activity_logs:manage',
    () => import('../../features/activity-log/admin/ActivityLogPage.tsx'),
  ),
  page('sso', 'oidc:manage', () => import('../../features/oidc/admin/ProvidersPage.tsx')),
  page('sso/new', 'oidc:manage', () => import('../../features/oidc/admin/NewProviderPage.tsx')),
  page('sso/:id/edit', 'oidc:manage', () => import('../../features/oidc/admin/EditProviderPage.tsx')),
  page('teams/agents', 'users:manage', () => import('../../features/agents/admin/AgentsPage.tsx')),
  page('teams/agents/new', 'users:manage', () => import('../../features/agents/admin/NewAgentPage.tsx')),
  page('teams/agents/:id/edit', 'users:manage', () => import('../../features/agents/admin/EditAgentPage.tsx')),
  page('teams/teams', 'teams:manage', () => import('../../features/teams/admin/TeamsPage.tsx')),
  page('teams/teams/new', 'teams:manage', () => import('../../features/teams/admin/NewTeamPage.tsx')),
  page('teams/teams/:id/edit', 'teams:manage', () => import('../../features/teams/admin/EditTeamPage.tsx')),
  page('teams/roles', 'roles:manage', () => import('../../features/roles/admin/RolesPage.tsx')),
  page('teams/roles/new', 'roles:manage', () => import('../../features/roles/admin/NewRolePage.tsx')),
  page('teams/roles/:id/edit', 'roles:manage', () => import('../../features/roles/admin/EditRolePage.tsx')),
  page('general', 'general_settings:manage', () => import('../../features/settings/admin/GeneralPage.tsx')),
  page(
    'notification',
    'notification_settings:manage',
    () => import('../../features/settings/admin/NotificationPage.tsx'),
  ),
  page('templates', 'templates:manage', () => import('../../features/templates/admin/TemplatesPage.tsx')),
  page('templates/new', 'templates:manage', () => import('../../features/templates/admin/NewTemplatePage.tsx')),
  page('templates/:id/edit', 'templates:manage', () => import('../../features/templates/admin/EditTemplatePage.tsx')),
  page('conversations/macros', 'macros:manage', () => import('../../features/macro-admin/admin/MacrosPage.tsx')),
  page('conversations/macros/new', 'macros:manage', () => import('../../features/macro-admin/admin/MacroPage.tsx')),
  page(
    'conversations/macros/:id/edit',
    'macros:manage',
    () => import('../../features/macro-admin/admin/MacroPage.tsx'),
  ),
  page('automations', 'automations:manage', () => import('../../features/automations/admin/RulesPage.tsx')),
  page('automations/new', 'automations:manage', () => import('../../features/automations/admin/RulePage.tsx')),
  page('automations/:id/edit', 'automations:manage', () => import('../../features/automations/admin/RulePage.tsx')),
  page('automations/:id/log', 'automations:manage', () => import('../../features/automations/admin/RuleLogPage.tsx')),
  page('ai', 'ai:manage', () => import('../../features/ai/admin/SettingsPage.tsx')),
  page('ai/prompts', 'ai:manage', () => import('../../features/ai/admin/PromptsPage.tsx')),
  page('ai/prompts/new', 'ai:manage', () => import('../../features/ai/admin/NewPromptPage.tsx')),
  page('ai/prompts/:id/edit', 'ai:manage', () => import('../../features/ai/admin/EditPromptPage.tsx')),
  page('ai/usage', 'ai:manage', () => import('../../features/ai/admin/UsagePage.tsx')),
  page('webhooks', 'general_settings:manage', () => import('../../features/webhooks/admin/WebhooksPage.tsx')),
  page('webhooks/new', 'general_settings:manage', () => import('../../features/webhooks/admin/NewWebhookPage.tsx')),
  page(
    'webhooks/:id/edit',
    'general_settings:manage',
    () => import('../../features/webhooks/admin/EditWebhookPage.tsx'),
  ),
  page(
    'webhooks/:id/deliveries',
    'general_settings:manage',
    () => import('../../features/webhooks/admin/DeliveriesPage.tsx'),
  ),
];
