import type { CompactAgent } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fullName } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentAgent } from '../../lib/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Option } from '../../ui/Combobox.tsx';
import { agentQueries } from './users.api.ts';

/** Enabled agents to choose from, oneself first, then by name; the disabled one who is chosen already stays in the list. */
export function useAgentOptions(chosenId: number | null): readonly Option[] {
  const { data: agents } = useQuery(agentQueries.compact());
  const me = useCurrentAgent();
  return useMemo(() => optionsOf(agents ?? none, chosenId, me.id), [agents, chosenId, me.id]);
}

const none: readonly CompactAgent[] = [];
const byName = new Intl.Collator();
/** Several pickers of a screen offer the same agents, and every conversation that is opened brings new ones. */
const made = new WeakMap<readonly CompactAgent[], Map<string, readonly Option[]>>();

function optionsOf(agents: readonly CompactAgent[], chosenId: number | null, myId: number): readonly Option[] {
  const isChosenDisabled = agents.some((agent) => agent.id === chosenId && !agent.enabled);
  const key = `${myId} ${isChosenDisabled ? chosenId : ''}`;
  const known = made.get(agents)?.get(key);
  if (known) return known;
  const offered = agents.filter((agent) => agent.enabled || agent.id === chosenId);
  offered.sort((a, b) => Number(b.id === myId) - Number(a.id === myId) || byName.compare(fullName(a), fullName(b)));
  const options = offered.map((agent) => optionOf(agent, agent.id === myId));
  made.set(agents, (made.get(agents) ?? new Map()).set(key, options));
  return options;
}

function optionOf(agent: CompactAgent, isMe: boolean): Option {
  const { id, availability_status: status } = agent;
  return {
    value: String(id),
    label: fullName(agent),
    lead: <Avatar {...agent} size={20} isUs />,
    ...(isMe ? { also: t('shell.you') } : {}),
    hint: isMe ? t('shell.you') : hintOf(agent.enabled, status),
  };
}

function hintOf(isEnabled: boolean, status: CompactAgent['availability_status']): string {
  if (!isEnabled) return t('globals.terms.disabled');
  if (status === 'online') return t('globals.terms.online');
  return status === 'offline' ? t('globals.terms.offline') : t('globals.terms.away');
}
