import { CustomAttributeChange } from '@bellhop/contract/custom-attributes';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { customAttributeQueries } from '../custom-attributes.api.ts';
import { AttributeForm, attributesPath } from './AttributeForm.tsx';
import { withPattern } from './with-pattern.ts';

const schema = withPattern(CustomAttributeChange);

/** An existing custom attribute; its key and type stay what they are (wire A 20). */
export function Component() {
  const id = Number(useParams().id);
  const query = useQuery(customAttributeQueries.detail(id));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.customAttribute'), to: attributesPath }}>
      {(attribute) => (
        <AttributeForm
          title={attribute.name}
          schema={schema}
          isNew={false}
          values={attribute}
          basedOn={attribute.updated_at}
          save={(body) => api('custom_attributes.update', { params: { id }, body })}
        />
      )}
    </LoadedPage>
  );
}
