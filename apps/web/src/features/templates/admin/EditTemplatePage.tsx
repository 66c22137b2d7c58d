import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { templateQueries } from '../templates.api.ts';
import { TemplateForm } from './TemplateForm.tsx';

/** An existing template of either kind. */
export function Component() {
  const id = Number(useParams().id);
  const query = useQuery(templateQueries.detail(id));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.template'), to: '/admin/templates' }}>
      {({ type, name, subject, body, is_default, updated_at }) => (
        <TemplateForm
          title={name}
          type={type}
          values={{ type, name, subject, body, is_default }}
          basedOn={updated_at}
          save={(changed) => api('templates.update', { params: { id }, body: changed })}
        />
      )}
    </LoadedPage>
  );
}
