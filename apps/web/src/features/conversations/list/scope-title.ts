import { useQuery } from '@tanstack/react-query';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { teamQueries } from '../../teams/index.ts';
import { useView } from '../../views/index.ts';
import type { ListScope } from '../paths.ts';

/** Title of a list: "My inbox", "Unassigned", "All", the team's or the view's name. */
export function useScopeTitle(scope: ListScope): string {
  const { teams } = useCurrentAgent();
  const { data: allTeams } = useQuery(teamQueries.compact());
  const view = useView(scope.kind === 'view' ? scope.view_id : null);
  switch (scope.kind) {
    case 'assigned':
      return t('globals.terms.myInbox');
    case 'unassigned':
      return t('globals.terms.unassigned');
    case 'all':
      return t('globals.messages.all');
    case 'team':
      return (
        [...teams, ...(allTeams ?? [])].find(({ id }) => id === scope.team_id)?.name ?? t('globals.terms.teamInbox')
      );
    case 'view':
      return view?.name ?? t('globals.terms.view');
  }
}
