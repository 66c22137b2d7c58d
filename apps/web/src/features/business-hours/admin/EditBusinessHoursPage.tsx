import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { businessHoursQueries } from '../business-hours.api.ts';
import { BusinessHoursForm, businessHoursPath } from './BusinessHoursForm.tsx';

/** An existing set of business hours. */
export function Component() {
  const id = Number(useParams().id);
  const query = useQuery(businessHoursQueries.detail(id));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.businessHour'), to: businessHoursPath }}>
      {(hours) => (
        <BusinessHoursForm
          title={hours.name}
          values={hours}
          basedOn={hours.updated_at}
          save={(body) => api('business_hours.update', { params: { id }, body })}
        />
      )}
    </LoadedPage>
  );
}
