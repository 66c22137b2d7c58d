import { type ActivityType, activityTypes, changeDeeds, changeOf, type DeedType } from '@bellhop/contract/activity-log';
import { configEntities } from '@bellhop/contract/configuration';
import { type TextKey, t } from '../../../lib/i18n.ts';
import type { Option } from '../../../ui/Combobox.tsx';

/** Types that belong together, under a name. */
interface TypeGroup {
  /** Stands in the address. */
  id: string;
  title: string;
  types: readonly ActivityType[];
}

const deeds: Record<'sign_in' | 'availability' | 'accounts' | 'api_keys' | 'exports', readonly DeedType[]> = {
  sign_in: ['agent_login', 'agent_login_failed', 'agent_logout'],
  availability: ['agent_online', 'agent_away', 'agent_away_reassigned'],
  accounts: [
    'agent_password_set',
    'agent_password_requested',
    'agent_sessions_ended',
    'agent_second_factor_added',
    'agent_second_factor_removed',
    'agent_second_factor_reset',
    'agent_recovery_codes_made',
    'agent_recovery_code_used',
    'agent_disabled',
    'agent_enabled',
    'agent_role_permissions_changed',
  ],
  api_keys: ['api_key_created', 'api_key_changed', 'api_key_revoked'],
  exports: ['export'],
};

/** Names of the types that are no change to configuration. */
const deedTexts: Record<DeedType, TextKey> = {
  agent_login: 'activity_log.agent_login',
  agent_login_failed: 'activity_log.type.agent_login_failed',
  agent_logout: 'activity_log.agent_logout',
  agent_online: 'activity_log.agent_online',
  agent_away: 'activity_log.agent_away',
  agent_away_reassigned: 'activity_log.agent_away_reassigned',
  agent_password_set: 'activity_log.type.agent_password_set',
  agent_password_requested: 'activity_log.type.agent_password_requested',
  agent_sessions_ended: 'activity_log.type.agent_sessions_ended',
  agent_second_factor_added: 'activity_log.type.agent_second_factor_added',
  agent_second_factor_removed: 'activity_log.type.agent_second_factor_removed',
  agent_second_factor_reset: 'activity_log.type.agent_second_factor_reset',
  agent_recovery_codes_made: 'activity_log.type.agent_recovery_codes_made',
  agent_recovery_code_used: 'activity_log.type.agent_recovery_code_used',
  agent_disabled: 'activity_log.type.agent_disabled',
  agent_enabled: 'activity_log.type.agent_enabled',
  agent_role_permissions_changed: 'activity_log.type.agent_role_permissions_changed',
  api_key_created: 'activity_log.type.api_key_created',
  api_key_changed: 'activity_log.type.api_key_changed',
  api_key_revoked: 'activity_log.type.api_key_revoked',
  export: 'activity_log.type.export',
};

/** Every group, in the order in which they are offered. */
export function typeGroups(): TypeGroup[] {
  return [
    ...(Object.keys(deeds) as (keyof typeof deeds)[]).map((id) => ({
      id,
      title: t(`activity_log.group.${id}`),
      types: deeds[id],
    })),
    ...configEntities.map((entity) => ({
      id: entity,
      title: t(`activity_log.entity.${entity}`),
      types: changeDeeds.map((deed): ActivityType => `${entity}_${deed}`),
    })),
  ];
}

function typeName(type: ActivityType): string {
  const change = changeOf(type);
  if (!change) return t(deedTexts[type as DeedType]);
  return t(`activity_log.type.${change.deed}`, { kind: t(`activity_log.entity.${change.entity}`) });
}

/** Every group as a whole, followed by its types one by one. */
export function typeOptions(): Option[] {
  return typeGroups().flatMap(({ id, title, types }) => {
    const single = types.map((type) => ({ value: type, label: typeName(type), also: title }));
    if (types.length === 1) return single;
    return [{ value: id, label: t('activity_log.group_all', { group: title }), also: types.join(' ') }, ...single];
  });
}

/** The types that an option stands for; none for an address that somebody made up. */
export function typesOf(value: string): readonly ActivityType[] {
  const group = typeGroups().find(({ id }) => id === value);
  return group ? group.types : activityTypes.filter((type) => type === value);
}
