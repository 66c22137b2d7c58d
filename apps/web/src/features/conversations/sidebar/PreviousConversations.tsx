import type { Conversation } from '@bellhop/contract';
import { Link } from 'react-router';
import { fullDate, shortDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useListParams } from '../list/use-list-params.ts';
import { conversationPath } from '../paths.ts';

/** The latest earlier conversations of the same contact. */
export function PreviousConversations({ conversation: { previous_conversations } }: { conversation: Conversation }) {
  const { params, search } = useListParams();
  if (previous_conversations.length === 0)
    return <p className="panel-note">{t('conversation.sidebar.noPreviousConvo')}</p>;
  return (
    <ul className="prev">
      {previous_conversations.map((one) => {
        const at = one.last_message_at ?? one.created_at;
        return (
          <li key={one.uuid}>
            <Link
              className="cut"
              to={conversationPath(params.scope, one.uuid, search)}
              dir="auto"
              title={one.last_message ?? undefined}
            >
              {one.subject || one.last_message || t('list.no_subject')}
            </Link>
            <time dateTime={at} title={fullDate(at)}>
              {shortDate(at)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}
