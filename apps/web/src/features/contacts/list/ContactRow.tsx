import type { ContactListItem } from '@bellhop/contract';
import { Ban } from 'lucide-react';
import { Link } from 'react-router';
import { fullDate, fullName, shortDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/Avatar.tsx';

/** A contact in the list: who it is, how to reach it, since when. `search` leads back to the same list. */
export function ContactRow({ contact, search }: { contact: ContactListItem; search: string }) {
  const name = fullName(contact) || contact.email;
  const phone = [contact.phone_number_calling_code, contact.phone_number].filter(Boolean).join(' ');
  return (
    <li>
      <Link className="contact-row" to={`/contacts/${contact.id}`} state={{ list: search }}>
        <Avatar first_name={contact.first_name || name} last_name={contact.last_name} avatar_url={contact.avatar_url} />
        <span className="contact-who">
          <span className="contact-name">
            <span className="cut" dir="auto">
              {name}
            </span>
            {!contact.enabled && (
              <span className="contact-blocked">
                <Ban className="ico-12" aria-hidden />
                {t('contacts.blocked')}
              </span>
            )}
          </span>
          <span className="cut contact-email">{contact.email}</span>
        </span>
        <span className="cut num contact-phone">{phone}</span>
        <time className="contact-since" dateTime={contact.created_at} title={fullDate(contact.created_at)}>
          {shortDate(contact.created_at)}
        </time>
      </Link>
    </li>
  );
}
