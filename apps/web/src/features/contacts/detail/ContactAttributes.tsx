import type { Contact } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { AttributeField, definitionOfKey } from '../../custom-attributes/fields/index.ts';
import { customAttributeQueries } from '../../custom-attributes/index.ts';
import { useMergeAttributes } from '../contacts.api.ts';

/** The contact's custom attributes, changed in place; left out when there are none. */
export function ContactAttributes({ contact }: { contact: Contact }) {
  const { data: definitions = [] } = useQuery(customAttributeQueries.list());
  const { mutate } = useMergeAttributes(contact.id);
  const mayWrite = useCan('contacts:write');
  const values = contact.custom_attributes ?? {};
  const own = definitions
    .filter((one) => one.applies_to === 'contact')
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const known = new Set(own.map((one) => one.key));
  const orphans = Object.entries(values).filter(([key]) => !known.has(key));
  if (own.length === 0 && orphans.length === 0) return null;
  return (
    <section className="contact-section" aria-labelledby="contact-attributes">
      <h2 id="contact-attributes">{t('conversation.sidebar.contactAttributes')}</h2>
      <dl className="facts ruled-facts">
        {own.map((definition) => (
          <div key={definition.key}>
            <AttributeField
              definition={definition}
              value={values[definition.key]}
              {...(mayWrite ? { onChange: (value: unknown) => mutate({ [definition.key]: value }) } : {})}
            />
          </div>
        ))}
        {orphans.map(([key, value]) => (
          <div key={key}>
            <AttributeField definition={definitionOfKey(key)} value={value} />
          </div>
        ))}
      </dl>
    </section>
  );
}
