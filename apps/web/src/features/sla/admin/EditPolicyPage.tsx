import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { slaQueries } from '../sla.api.ts';
import { PolicyForm, policiesPath } from './PolicyForm.tsx';

/** An existing SLA policy. */
export function Component() {
  const id = Number(useParams().id);
  const query = useQuery(slaQueries.detail(id));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.slaPolicy'), to: policiesPath }}>
      {(policy) => (
        <PolicyForm
          id={id}
          title={policy.name}
          values={policy}
          basedOn={policy.updated_at}
          save={(body) => api('sla.update', { params: { id }, body })}
        />
      )}
    </LoadedPage>
  );
}
