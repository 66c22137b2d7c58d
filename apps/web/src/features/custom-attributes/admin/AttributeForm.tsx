import type { CustomAttribute } from '@bellhop/contract';
import type { CustomAttributeChange, CustomAttributeInput } from '@bellhop/contract/custom-attributes';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { SelectField, TextField, TextsField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { ownerName, typeName } from './attribute-names.ts';

export const attributesPath = '/admin/custom-attributes';
const dataTypes: readonly CustomAttribute['data_type'][] = ['text', 'number', 'checkbox', 'date', 'link', 'list'];

type Schema = typeof CustomAttributeInput | typeof CustomAttributeChange;

interface AttributeFormProps<S extends Schema> {
  title: string;
  schema: S;
  /** Key and type can be chosen once. */
  isNew: boolean;
  values: z.input<S>;
  basedOn?: string;
  save: (values: z.output<S>) => Promise<unknown>;
}

/** The form of a custom attribute, new or not. */
export function AttributeForm<S extends Schema>({ title, isNew, ...options }: AttributeFormProps<S>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const state = useAdminForm({
    ...options,
    name: ({ name }) => String(name),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['custom-attributes'] });
      void navigate(attributesPath);
    },
  });
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.customAttribute'), to: attributesPath }}>
      <AdminForm state={state} label={title} back={attributesPath}>
        <div className="admin-pair">
          <SelectField
            name="applies_to"
            label={t('globals.terms.appliesTo')}
            options={(['contact', 'conversation'] as const).map((value) => ({ value, label: ownerName(value) }))}
          />
          <SelectField
            name="data_type"
            label={t('globals.terms.type')}
            isDisabled={!isNew}
            options={dataTypes.map((value) => ({ value, label: typeName(value) }))}
          />
        </div>
        <TextField name="name" label={t('globals.terms.name')} help={t('admin.customAttributes.name.description')} />
        <TextField
          name="key"
          label={t('globals.terms.key')}
          help={t(isNew ? 'admin.customAttributes.key.description' : 'admin.customAttributes.key.fixed')}
          disabled={!isNew}
          spellCheck={false}
        />
        <TextField
          name="description"
          label={t('globals.terms.description')}
          help={t('admin.customAttributes.description.description')}
        />
        <TypeFields />
      </AdminForm>
    </AdminPage>
  );
}

/** What only some types have: the values of a list, the pattern of a text. */
function TypeFields() {
  const { watch } = useFormContext();
  const type = watch('data_type') as CustomAttribute['data_type'];
  if (type === 'list') {
    return (
      <TextsField
        name="values"
        label={t('globals.terms.listValues')}
        help={t('globals.messages.pressEnterToSelectAValue')}
        placeholder={t('globals.messages.pressEnterToSelectAValue')}
      />
    );
  }
  if (type !== 'text') return null;
  return (
    <FormSection title={t('admin.customAttributes.check')} help={t('admin.customAttributes.regex.description')}>
      <TextField name="regex" label={t('globals.terms.regex')} isOptional spellCheck={false} dir="ltr" />
      <TextField
        name="regex_hint"
        label={t('globals.terms.regexHint')}
        help={t('admin.customAttributes.regexHint.description')}
        isOptional
      />
    </FormSection>
  );
}
