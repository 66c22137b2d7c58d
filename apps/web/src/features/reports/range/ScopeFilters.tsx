import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { type Option, Select } from '../../../ui/Combobox.tsx';
import { inboxQueries } from '../../inboxes/index.ts';
import { priorityQueries } from '../../priorities/index.ts';
import { tagQueries } from '../../tags/index.ts';
import { teamQueries } from '../../teams/index.ts';
import { agentQueries } from '../../users/index.ts';
import { reportQueries } from '../reports.api.ts';
import { type FilterName, filterNames } from './report-params.ts';
import type { ScopeState } from './use-scope.ts';

/** What an option says that narrows nothing. */
const everything = 'all';

/** Narrows a report to one inbox, team, agent, tag, priority; to a contact leads only the report about contacts. */
export function ScopeFilters({ state: { scope, change } }: { state: ScopeState }) {
  const inboxes = useQuery(inboxQueries.list()).data;
  const teams = useQuery(teamQueries.compact()).data;
  const agents = useQuery(agentQueries.compact()).data;
  const tags = useQuery(tagQueries.list()).data;
  const priorities = useQuery(priorityQueries.list()).data;
  const pickers: { name: FilterName; label: string; all: string; options: readonly Option[] }[] = [
    { name: 'inbox_id', label: t('globals.terms.inbox', {}, 1), all: t('report.all_inboxes'), options: named(inboxes) },
    { name: 'team_id', label: t('globals.terms.team', {}, 1), all: t('report.all_teams'), options: named(teams) },
    {
      name: 'agent_id',
      label: t('globals.terms.agent', {}, 1),
      all: t('report.all_agents'),
      options: named(agents?.map((agent) => ({ id: agent.id, name: fullName(agent) }))),
    },
    { name: 'tag_id', label: t('globals.terms.tag', {}, 1), all: t('report.all_tags'), options: named(tags) },
    {
      name: 'priority_id',
      label: t('globals.terms.priority', {}, 1),
      all: t('report.all_priorities'),
      options: named(priorities),
    },
  ];
  const none = Object.fromEntries(filterNames.map((name) => [name, undefined]));
  return (
    <div className="scope-filters">
      {pickers.map(({ name, label, all, options }) => (
        <Select
          key={name}
          label={label}
          options={[{ value: everything, label: all }, ...withChosen(options, scope.filters[name])]}
          value={String(scope.filters[name] ?? everything)}
          onChange={(value) => change({ [name]: value === everything ? undefined : value })}
        />
      ))}
      {scope.filters.contact_id !== undefined && (
        <ContactChip id={scope.filters.contact_id} onRemove={() => change({ contact_id: undefined })} />
      )}
      {Object.keys(scope.filters).length > 0 && (
        <Button tone="quiet" onClick={() => change(none)}>
          {t('contacts.clear_filters')}
        </Button>
      )}
    </div>
  );
}

function named(things: readonly { id: number; name: string }[] | undefined): Option[] {
  return (things ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}

/** Something that is gone since still has its numbers. */
function withChosen(options: readonly Option[], id: number | undefined): readonly Option[] {
  if (id === undefined || options.some(({ value }) => value === String(id))) return options;
  return [...options, { value: String(id), label: t('report.gone', { id }) }];
}

function ContactChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(reportQueries.contact(id));
  const name = (data && fullName(data)) || t('report.gone', { id });
  return (
    <Button icon={<X aria-hidden />} onClick={onRemove}>
      <span className="cut" dir="auto">
        {t('report.contact_is', { name })}
      </span>
    </Button>
  );
}
