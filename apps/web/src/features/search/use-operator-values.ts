import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fullName } from '../../lib/format.ts';
import { inboxQueries } from '../inboxes/index.ts';
import { priorityQueries } from '../priorities/index.ts';
import { statusQueries } from '../statuses/index.ts';
import { tagQueries } from '../tags/index.ts';
import { teamQueries } from '../teams/index.ts';
import { agentQueries } from '../users/index.ts';
import type { ValuesByOperator } from './completion.ts';

/** Words of the grammar that stand for nobody and for oneself. */
const none = 'none';
const me = 'me';

/** What an operator's value may be, as far as the desk knows it by name. */
export function useOperatorValues(): ValuesByOperator {
  const tags = useQuery(tagQueries.list()).data;
  const agents = useQuery(agentQueries.compact()).data;
  const teams = useQuery(teamQueries.compact()).data;
  const inboxes = useQuery(inboxQueries.list()).data;
  const statuses = useQuery(statusQueries.list()).data;
  const priorities = useQuery(priorityQueries.list()).data;
  return useMemo(
    () => ({
      tag: namesOf(tags),
      assignee: [me, none, ...(agents ?? []).map(fullName)],
      team: [none, ...namesOf(teams)],
      inbox: namesOf(inboxes),
      status: namesOf(statuses),
      priority: [none, ...namesOf(priorities)],
      has: ['attachment'],
    }),
    [tags, agents, teams, inboxes, statuses, priorities],
  );
}

function namesOf(rows: readonly { name: string }[] | undefined): string[] {
  return (rows ?? []).map(({ name }) => name);
}
