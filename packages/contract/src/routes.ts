import { activityLogRoutes } from './activity-log.ts';
import { agentRoutes, authRoutes } from './agents.ts';
import { aiRoutes } from './ai.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { dryRunRoutes } from './automations/dry-runs.ts';
import { automationRoutes } from './automations/routes.ts';
import { businessHoursRoutes } from './business-hours.ts';
import { causeRoutes } from './causes.ts';
import { contactRoutes } from './contacts.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { customAttributeRoutes } from './custom-attributes.ts';
import type { RouteSpec } from './define-route.ts';
import { draftRoutes } from './drafts.ts';
import { inboxRoutes } from './inboxes.ts';
import { macroRoutes } from './macros.ts';
import { mediaRoutes } from './media.ts';
import { notificationPreferenceRoutes } from './notification-preferences.ts';
import { notificationRoutes } from './notifications.ts';
import { oidcRoutes } from './oidc.ts';
import { presenceRoutes } from './presence.ts';
import { pushRoutes } from './push.ts';
import { reportRoutes } from './reports.ts';
import { roleRoutes } from './roles.ts';
import { searchRoutes } from './search.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { slaRoutes } from './sla.ts';
import { slaSimulationRoutes } from './sla-simulations.ts';
import { systemRoutes } from './system.ts';
import { teamRoutes } from './teams.ts';
import { templateRoutes } from './templates.ts';
import { viewRoutes } from './views.ts';
import { vocabularyRoutes } from './vocabulary.ts';
import { webhookRoutes } from './webhooks.ts';

/** THE list of routes. What is not here does not exist on the API. */
export const routes = {
  ...authRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...agentRoutes,
  ...apiKeyRoutes,
  ...teamRoutes,
  ...roleRoutes,
  ...settingsRoutes,
  ...templateRoutes,
  ...vocabularyRoutes,
  ...customAttributeRoutes,
  ...businessHoursRoutes,
  ...slaRoutes,
  ...slaSimulationRoutes,
  ...inboxRoutes,
  ...mediaRoutes,
  ...contactRoutes,
  ...draftRoutes,
  ...conversationRoutes,
  ...causeRoutes,
  ...presenceRoutes,
  ...searchRoutes,
  ...viewRoutes,
  ...macroRoutes,
  ...automationRoutes,
  ...dryRunRoutes,
  ...aiRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...notificationPreferenceRoutes,
  ...activityLogRoutes,
  ...oidcRoutes,
  ...webhookRoutes,
  ...reportRoutes,
  ...systemRoutes,
} as const satisfies Record<string, RouteSpec>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
