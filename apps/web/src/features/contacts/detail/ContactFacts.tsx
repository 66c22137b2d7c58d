import type { Contact } from '@bellhop/contract';
import { t } from '../../../lib/i18n.ts';
import { countryName } from '../countries.ts';
import '../../../ui/facts.css';

/** What is known about a contact, to read. */
export function ContactFacts({ contact }: { contact: Contact }) {
  const phone = [contact.phone_number_calling_code, contact.phone_number].filter(Boolean).join(' ');
  const facts: [name: string, value: string | null][] = [
    [t('globals.terms.firstName'), contact.first_name],
    [t('globals.terms.lastName'), contact.last_name],
    [t('globals.terms.email'), contact.email],
    [t('globals.terms.phoneNumber'), phone],
    [t('contacts.field.country'), contact.country && countryName(contact.country)],
  ];
  return (
    <dl className="facts contact-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="is-text" dir="auto">
            {value || <span className="muted">{t('details.no_value')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
