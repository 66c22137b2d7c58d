import type { CompactAgent, Conversation, Message, Participant } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { t } from '../../../lib/i18n.ts';
import { agentQueries } from '../../users/index.ts';
import { conversationQueries } from '../conversations.api.ts';

/** Whom a message shows as its writer. */
export interface Sender {
  first_name: string;
  last_name: string;
  avatar_url: string | null;
}

export type FindSender = (message: Pick<Message, 'sender_id' | 'sender_type'>) => Sender;

/** Names of those who write in a conversation: from its participants, else the agents or its contact, else by their kind. */
export function useSenders(conversation: Conversation): FindSender {
  // Asked for once the thread stands: until they come, agents and contact have their names.
  const isDrawn = useDeferredValue(true, false);
  const { data: participants } = useQuery({
    ...conversationQueries.participants(conversation.uuid),
    enabled: isDrawn,
  });
  const { data: agents } = useQuery(agentQueries.compact());
  const { contact } = conversation;
  return useMemo(() => {
    const known = new Map<string, Participant | CompactAgent>();
    for (const agent of agents ?? []) known.set(String(agent.id), agent);
    for (const participant of participants ?? []) known.set(participant.id, participant);
    return ({ sender_id, sender_type }) => {
      const found = known.get(String(sender_id)) ?? (sender_id === contact.id ? contact : undefined);
      if (found?.first_name || found?.last_name) return found;
      const kind = sender_type === 'agent' ? t('globals.terms.agent') : t('globals.terms.contact');
      return { first_name: kind, last_name: '', avatar_url: found?.avatar_url ?? null };
    };
  }, [participants, agents, contact]);
}
