import type { Conversation } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AttributeField, definitionOfKey } from '../../custom-attributes/fields/index.ts';
import { customAttributeQueries } from '../../custom-attributes/index.ts';
import { usePermissions } from '../actions/permissions.ts';
import { type AttributeOwner, useAttributeChange } from '../conversation-changes.ts';

interface AttributeFieldsProps {
  conversation: Conversation;
  owner: AttributeOwner;
  /** Puts a frame round the fields; left out when there are none. */
  children?: (fields: ReactNode) => ReactNode;
}

/** The custom attributes of the conversation or its contact: every definition, and values whose definition is gone. */
export function AttributeFields({ conversation, owner, children = (fields) => fields }: AttributeFieldsProps) {
  const { data: definitions = [] } = useQuery(customAttributeQueries.list());
  const change = useAttributeChange(conversation, owner);
  const may = usePermissions();
  const mayChange = may.agent || may.team || may.priority || may.status || may.tags;
  const values = owner === 'contact' ? conversation.contact.custom_attributes : conversation.custom_attributes;
  const own = definitions.filter((one) => one.applies_to === owner).toSorted((a, b) => a.name.localeCompare(b.name));
  const known = new Set(own.map((one) => one.key));
  const orphans = Object.entries(values).filter(([key]) => !known.has(key));
  if (own.length === 0 && orphans.length === 0) return null;
  return children(
    <dl className="facts">
      {own.map((definition) => (
        <AttributeField
          key={definition.key}
          definition={definition}
          value={values[definition.key]}
          {...(mayChange ? { onChange: (value: unknown) => change({ [definition.key]: value }) } : {})}
        />
      ))}
      {orphans.map(([key, value]) => (
        <AttributeField key={key} definition={definitionOfKey(key)} value={value} />
      ))}
    </dl>,
  );
}
