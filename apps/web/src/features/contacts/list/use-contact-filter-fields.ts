import { type BuilderField, contactBuilderFields } from '@bellhop/rules/filter-fields';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { customAttributeQueries } from '../../custom-attributes/index.ts';
import type { FilterField } from '../../views/filter-builder/index.ts';
import { countryOptions } from '../countries.ts';

const fieldTexts: Record<string, TextKey> = {
  'users.email': 'globals.terms.email',
  'users.created_at': 'globals.terms.createdAt',
  'users.updated_at': 'globals.terms.updatedAt',
  'users.enabled': 'contacts.field.enabled',
  'users.country': 'contacts.field.country',
};

/** What contacts can be filtered by, their custom attributes included. */
export function useContactFilterFields(): readonly FilterField[] {
  const { data: attributes = [] } = useQuery(customAttributeQueries.list());
  return useMemo(() => {
    const asField = ({ model, field, type, values, name }: BuilderField): FilterField => {
      const key = `${model}.${field}`;
      const text = fieldTexts[key];
      const own = values?.map((value) => ({ value, label: value }));
      const options = key === 'users.country' ? countryOptions('').slice(1) : own;
      return { key, label: name ?? (text ? t(text) : key), type, ...(options ? { options } : {}) };
    };
    return contactBuilderFields(attributes).map(asField);
  }, [attributes]);
}
