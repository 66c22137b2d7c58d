import type { ConfigEntity } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { renewCurrentAgent, renewSettings } from './start.ts';

/** What shows each kind of configuration, as beginnings of query keys. */
const shownBy: Record<ConfigEntity, readonly string[]> = {
  agent: ['agents'],
  team: ['teams'],
  role: ['roles'],
  inbox: ['inboxes'],
  business_hours: ['business-hours'],
  sla: ['sla'],
  tag: ['tags'],
  status: ['statuses'],
  macro: ['macros'],
  custom_attribute: ['custom-attributes'],
  automation: ['automations'],
  template: ['templates'],
  oidc: ['oidc'],
  webhook: ['webhooks'],
  setting: ['settings'],
  notification_settings: ['settings'],
  ai_settings: ['ai'],
  ai_prompt: ['ai'],
};
/** These decide what the signed-in agent may do, or is called. */
const ofAgents: readonly ConfigEntity[] = ['agent', 'team', 'role'];

/** Somebody changed the set-up: what shows it is fetched anew, in every tab. */
export function applyConfigChanged(client: QueryClient, { entity }: { entity: ConfigEntity }): void {
  void client.invalidateQueries({ queryKey: shownBy[entity] });
  void client.invalidateQueries({ queryKey: ['activity-logs', 'list'] });
  if (ofAgents.includes(entity)) void renewCurrentAgent();
  if (entity === 'setting') void renewSettings();
}
