import type { Routes } from '@bellhop/contract';
import type { Deps } from '../core/deps.ts';
import { createActivityLogHandlers } from '../features/activity-log/index.ts';
import { createAgentHandlers } from '../features/agents/index.ts';
import { createAiHandlers } from '../features/ai/index.ts';
import { createApiKeyHandlers } from '../features/api-keys/index.ts';
import { createAuthHandlers, createRenewSession, createSecondStepHandlers } from '../features/auth/index.ts';
import { createAutomationHandlers } from '../features/automations/index.ts';
import { createBusinessHoursHandlers } from '../features/business-hours/index.ts';
import { createCauseHandlers } from '../features/causes/index.ts';
import { createContactHandlers } from '../features/contacts/index.ts';
import { createConversationHandlers, findVisibleUuids, loadVisible } from '../features/conversations/index.ts';
import { createCustomAttributeHandlers } from '../features/custom-attributes/index.ts';
import { createDraftHandlers } from '../features/drafts/index.ts';
import { createInboxHandlers } from '../features/inboxes/index.ts';
import { createMacroHandlers } from '../features/macros/index.ts';
import { createMediaHandlers } from '../features/media/index.ts';
import { createNotificationHandlers } from '../features/notifications/index.ts';
import { createOidcHandlers, keepProviderSession } from '../features/oidc/index.ts';
import { createPriorityHandlers } from '../features/priorities/index.ts';
import { createPushHandlers } from '../features/push/index.ts';
import { createReportHandlers } from '../features/reports/index.ts';
import { createRoleHandlers } from '../features/roles/index.ts';
import { createSearchHandlers } from '../features/search/index.ts';
import { createSecondFactorHandlers } from '../features/second-factor/index.ts';
import { createSettingsHandlers, currentLanguagePack, loadSettings } from '../features/settings/index.ts';
import { createSlaHandlers } from '../features/sla/index.ts';
import { createStatusHandlers } from '../features/statuses/index.ts';
import { createSystemHandlers } from '../features/system/index.ts';
import { createTagHandlers } from '../features/tags/index.ts';
import { createTeamHandlers } from '../features/teams/index.ts';
import { createTemplateHandlers } from '../features/templates/index.ts';
import { createUserHandlers } from '../features/users/index.ts';
import { createViewHandlers } from '../features/views/index.ts';
import { createWebhookHandlers } from '../features/webhooks/index.ts';
import type { Handlers } from '../http/request-context.ts';
import { createPresenceHandlers } from '../realtime/presence.handlers.ts';
import type { Presence } from '../realtime/presence.ts';

/** Route name to handler; one that is missing does not compile. */
export function createHandlers(deps: Deps, presence: Pick<Presence, 'list'>): Handlers<Routes> {
  return {
    ...createPresenceHandlers(presence),
    ...createAuthHandlers(deps),
    ...createSecondStepHandlers({ ...deps, keepProviderSession }),
    ...createSecondFactorHandlers(deps, { renewSession: createRenewSession(deps) }),
    ...createUserHandlers(deps),
    ...createTeamHandlers(deps),
    ...createRoleHandlers(deps),
    ...createAgentHandlers(deps),
    ...createApiKeyHandlers(deps),
    ...createSettingsHandlers(deps),
    ...createTemplateHandlers(deps),
    ...createStatusHandlers(deps),
    ...createPriorityHandlers(deps),
    ...createTagHandlers(deps),
    ...createCustomAttributeHandlers(deps),
    ...createBusinessHoursHandlers(deps),
    ...createSlaHandlers(deps),
    ...createInboxHandlers(deps),
    ...createMediaHandlers(deps),
    ...createContactHandlers(deps),
    ...createDraftHandlers(deps, { loadVisible, findVisible: findVisibleUuids }),
    ...createConversationHandlers(deps),
    ...createCauseHandlers(deps),
    ...createSearchHandlers(deps),
    ...createViewHandlers(deps),
    ...createMacroHandlers(deps),
    ...createAutomationHandlers(deps),
    ...createAiHandlers(deps),
    ...createNotificationHandlers(deps),
    ...createPushHandlers(deps),
    ...createSystemHandlers(deps),
    ...createActivityLogHandlers(deps, {
      languagePack: () => currentLanguagePack(deps.db),
      timezone: async () => (await loadSettings(deps.db))['app.timezone'],
    }),
    ...createReportHandlers(deps),
    ...createOidcHandlers(deps),
    ...createWebhookHandlers(deps),
  };
}
