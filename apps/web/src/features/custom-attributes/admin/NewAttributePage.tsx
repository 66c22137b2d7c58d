import { CustomAttributeInput } from '@bellhop/contract/custom-attributes';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { AttributeForm } from './AttributeForm.tsx';
import { withPattern } from './with-pattern.ts';

const schema = withPattern(CustomAttributeInput);

/** A new custom attribute. */
export function Component() {
  return (
    <AttributeForm
      title={t('globals.messages.new', { name: t('globals.terms.customAttribute', {}, 1) })}
      schema={schema}
      isNew
      values={{
        applies_to: 'contact',
        data_type: 'text',
        name: '',
        key: '',
        description: '',
        values: [],
        regex: '',
        regex_hint: '',
      }}
      save={(body) => api('custom_attributes.create', { body })}
    />
  );
}
