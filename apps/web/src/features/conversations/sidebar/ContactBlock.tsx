import type { Conversation } from '@bellhop/contract';
import { Link } from 'react-router';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';

/** Who wrote: name, address, telephone; the name leads to the contact's page. */
export function ContactBlock({ conversation: { contact } }: { conversation: Conversation }) {
  const name = fullName(contact) || contact.email || t('globals.terms.contact');
  const mayOpen = useCan('contacts:read');
  const phone = [contact.phone_number_calling_code, contact.phone_number].filter(Boolean).join(' ');
  return (
    <>
      <div className="who">
        <Avatar
          first_name={contact.first_name || name}
          last_name={contact.last_name}
          avatar_url={contact.avatar_url}
          size={40}
        />
        <strong className="who-name" dir="auto">
          {mayOpen ? (
            <Link className="who-link" to={`/contacts/${contact.id}`} title={t('contacts.open')}>
              {name}
            </Link>
          ) : (
            name
          )}
          {!contact.enabled && <span className="who-blocked">{t('contacts.blocked')}</span>}
        </strong>
      </div>
      <dl className="facts">
        <dt>{t('globals.terms.email')}</dt>
        <dd className="is-text">
          {contact.email ? <Address text={contact.email} /> : t('conversation.sidebar.notAvailable')}
        </dd>
        {phone && (
          <>
            <dt>{t('details.phone')}</dt>
            <dd className="is-text num">{phone}</dd>
          </>
        )}
      </dl>
    </>
  );
}

/** An address that has to break does so behind its at sign. */
function Address({ text }: { text: string }) {
  const at = text.lastIndexOf('@') + 1;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
