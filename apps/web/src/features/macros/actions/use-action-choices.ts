import { defaultStatusNames } from 'virtual:contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Option } from '../../../ui/Combobox.tsx';
import { usePriorityOptions } from '../../priorities/index.ts';
import { statusQueries } from '../../statuses/index.ts';
import { useTagOptions } from '../../tags/index.ts';
import { useTeamOptions } from '../../teams/index.ts';
import { useAgentOptions } from '../../users/index.ts';
import type { ActionChoices } from './action-choices.ts';

const none: readonly string[] = [];

/** Everything that actions may choose among. Snoozing is not offered: it needs a time. SLA policies come from whoever offers them. */
export function useActionChoices(sla: readonly Option[]): ActionChoices {
  const team = useTeamOptions();
  const agent = useAgentOptions(null);
  const { data: statuses } = useQuery(statusQueries.list());
  const { options: priority } = usePriorityOptions();
  const tags = useTagOptions(none);
  return useMemo(() => {
    const status = (statuses ?? [])
      .filter(({ name }) => name !== defaultStatusNames.snoozed)
      .map(({ id, name }) => ({ value: String(id), label: name }));
    return { rows: { team, agent, status, priority, sla }, tags };
  }, [team, agent, statuses, priority, sla, tags]);
}
