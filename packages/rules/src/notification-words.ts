import type { Notification, NotificationEvent, NotificationKind } from '@bellhop/contract';

/** A text of the language packs, with what stands in its placeholders. */
export interface Words {
  key: string;
  params: Record<string, string>;
}

/** The event of the matrix to which a kind of notification belongs. */
export function eventOfKind(kind: NotificationKind): NotificationEvent {
  return kind === 'mailbox_stopped' || kind === 'mailbox_silent' ? 'mailbox_trouble' : kind;
}

type Told = Pick<Notification, 'kind' | 'scope'> & {
  team: { name: string } | null;
  rule: { name: string | null; subject: string } | null;
};

/** What happened, in a sentence: `name` is who did it. */
export function whatWasTold(told: Omit<Told, 'scope'> & { metric: string }, name: string): Words {
  const { kind, team, rule, metric } = told;
  if (kind === 'rule' && rule) return { key: 'notifications.rule', params: { subject: rule.subject } };
  if (kind === 'mention' && team) return { key: 'notifications.mention_team', params: { name, team: team.name } };
  if (kind === 'team_assignment') return { key: 'notifications.team_assignment', params: { team: team?.name ?? '' } };
  return { key: `notifications.${kind}`, params: { name, metric } };
}

/** Why the agent was told, in a sentence. */
export function whyTold({ kind, scope, team, rule }: Told): Words {
  if (scope === 'my_teams') {
    return team
      ? { key: 'notifications.reason.my_teams', params: { team: team.name } }
      : { key: 'notifications.reason.a_team', params: {} };
  }
  if (scope !== 'named') return { key: `notifications.reason.${scope}`, params: {} };
  if (kind === 'rule' && rule?.name) return { key: 'notifications.reason.rule', params: { rule: rule.name } };
  if (kind === 'rule') return { key: 'notifications.reason.a_rule', params: {} };
  if (kind === 'mention' && team) return { key: 'notifications.reason.mention_team', params: { team: team.name } };
  return { key: `notifications.reason.${eventOfKind(kind)}`, params: {} };
}
