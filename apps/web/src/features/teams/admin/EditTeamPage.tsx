import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { teamQueries } from '../teams.api.ts';
import { TeamForm, teamsPath } from './TeamForm.tsx';

/** An existing team. */
export function Component() {
  const id = Number(useParams().id);
  const query = useQuery(teamQueries.detail(id));
  return (
    <LoadedPage query={query} parent={{ title: plural('globals.terms.team'), to: teamsPath }}>
      {(team) => (
        <TeamForm title={team.name} team={team} save={(body) => api('teams.update', { params: { id }, body })} />
      )}
    </LoadedPage>
  );
}
