import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { inboxQueries } from '../inboxes.api.ts';
import { HealthPanel } from './HealthPanel.tsx';
import { InboxForm, inboxesPath } from './InboxForm.tsx';

/** An existing inbox: how it is doing, and its form. */
export function Component() {
  const id = Number(useParams().id);
  const query = useQuery(inboxQueries.detail(id));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.inbox'), to: inboxesPath }}>
      {({ health, undo_send_seconds, csat_delay_minutes, ...inbox }) => (
        <InboxForm
          key={id}
          id={id}
          title={inbox.name}
          lead={<HealthPanel inbox={inbox} health={health} />}
          values={{
            ...inbox,
            undo_send_seconds: undo_send_seconds ?? '',
            csat_delay_minutes: csat_delay_minutes ?? '',
          }}
          basedOn={inbox.updated_at}
          save={(body) => api('inboxes.update', { params: { id }, body })}
        />
      )}
    </LoadedPage>
  );
}
