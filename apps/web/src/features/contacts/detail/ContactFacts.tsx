import type { Contact } from '@bellhop/contract';
import { t } from '../../../lib/i18n.ts';
import { FactList } from '../../../ui/FactList.tsx';
import { countryName } from '../countries.ts';

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
  return <FactList facts={facts} />;
}
