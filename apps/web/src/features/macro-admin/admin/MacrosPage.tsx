import type { Macro } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Zap } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { count, fullName } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { updatedAtColumn } from '../../../ui/admin/columns.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { macroQueries } from '../../macros/index.ts';
import { teamQueries } from '../../teams/index.ts';
import { useAgents } from '../../users/index.ts';
import { DeleteMacro } from './DeleteMacro.tsx';

/** All macros: who sees them, how often they are used. */
export function Component() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(macroQueries.list());
  const columns = useColumns();
  const [doomed, setDoomed] = useState<Macro>();
  const term = t('globals.terms.macro', {}, 1);
  return (
    <AdminPage
      title={plural('globals.terms.macro')}
      isWide
      actions={
        <Link className={buttonClass({ tone: 'main' })} to="/admin/conversations/macros/new">
          <Plus aria-hidden />
          {t('globals.messages.new', { name: term })}
        </Link>
      }
    >
      <AdminTable
        label={plural('globals.terms.macro')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={({ id }) => macroPath(id)}
        searchText={({ name, message_content }) => `${name} ${message_content.replace(/<[^>]*>/g, ' ')}`}
        menu={(macro) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(macroPath(macro.id))}>
              {t('globals.messages.edit')}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(macro)}>
              {t('globals.messages.delete')}
            </MenuItem>
          </>
        )}
        empty={{ icon: <Zap aria-hidden />, title: t('macro_admin.empty'), text: t('macro_admin.empty.text') }}
      />
      <DeleteMacro
        macro={doomed}
        onDelete={() => client.invalidateQueries({ queryKey: ['macros'] })}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}

function macroPath(id: number): string {
  return `/admin/conversations/macros/${id}/edit`;
}

function useColumns(): readonly AdminColumn<Macro>[] {
  const { data: teams } = useQuery(teamQueries.compact());
  const agentOf = useAgents();
  return useMemo(() => {
    const seenBy = ({ visibility, team_id, user_id }: Macro): string => {
      if (visibility === 'all') return t('macro_admin.visibility.all');
      const team = teams?.find(({ id }) => String(id) === team_id);
      const agent = agentOf(user_id === null ? null : Number(user_id));
      if (visibility === 'team') return team?.name ?? t('macro_admin.nobody');
      return agent ? fullName(agent) : t('macro_admin.nobody');
    };
    return [
      {
        id: 'name',
        title: t('globals.terms.name', {}, 1),
        cell: ({ name }) => <span dir="auto">{name}</span>,
        sortBy: ({ name }) => name,
      },
      {
        id: 'visibility',
        title: t('globals.terms.visibility', {}, 1),
        cell: (macro) => <span dir="auto">{seenBy(macro)}</span>,
        sortBy: seenBy,
      },
      {
        id: 'usage',
        title: t('globals.terms.usage'),
        cell: ({ usage_count }) => count(usage_count),
        sortBy: ({ usage_count }) => usage_count,
        isNumber: true,
        isMinor: true,
      },
      updatedAtColumn(),
    ];
  }, [teams, agentOf]);
}
