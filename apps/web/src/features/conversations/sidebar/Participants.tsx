import type { Conversation } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { conversationQueries } from '../conversations.api.ts';
import { Section } from './Section.tsx';

/** Everybody who wrote in the thread or changed something; left out while nobody is known. */
export function Participants({ conversation: { uuid, contact_id } }: { conversation: Conversation }) {
  const { data: participants = [] } = useQuery(conversationQueries.participants(uuid));
  if (participants.length === 0) return null;
  return (
    <Section name="participants" title={t('details.participants')}>
      <ul className="people">
        {participants.map((one) => (
          <li key={one.id}>
            <Avatar {...one} size={20} isUs={one.id !== String(contact_id)} />
            <span className="cut" dir="auto">
              {fullName(one)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
