import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../lib/api.ts';
import { fullName } from '../../lib/format.ts';
import { customAttributeQueries } from '../custom-attributes/index.ts';
import { inboxQueries } from '../inboxes/index.ts';
import { priorityQueries } from '../priorities/index.ts';
import { statusQueries } from '../statuses/index.ts';
import { tagQueries } from '../tags/index.ts';
import { teamQueries } from '../teams/index.ts';
import { agentQueries } from '../users/index.ts';

/** Names of the SLA policies. */
const slaNames = () =>
  queryOptions({
    queryKey: ['sla', 'names'],
    queryFn: ({ signal }) => api('sla.list', {}, { signal }),
  });

/** What rules may refer to; undefined until all of it is there. */
export function useRuleWorld(): RuleWorld | undefined {
  const { data: teams } = useQuery(teamQueries.compact());
  const { data: agents } = useQuery(agentQueries.compact());
  const { data: statuses } = useQuery(statusQueries.list());
  const { data: priorities } = useQuery(priorityQueries.list());
  const { data: inboxes } = useQuery(inboxQueries.list());
  const { data: sla } = useQuery(slaNames());
  const { data: tags } = useQuery(tagQueries.list());
  const { data: attributes } = useQuery(customAttributeQueries.list());
  return useMemo(() => {
    if (!(teams && agents && statuses && priorities && inboxes && sla && tags && attributes)) return undefined;
    return {
      rows: {
        team: namesOf(teams),
        agent: new Map(agents.map((agent) => [String(agent.id), fullName(agent)])),
        status: namesOf(statuses),
        priority: namesOf(priorities),
        inbox: namesOf(inboxes),
        sla: namesOf(sla),
      },
      tags: tags.map(({ name }) => name),
      attributes,
    };
  }, [teams, agents, statuses, priorities, inboxes, sla, tags, attributes]);
}

function namesOf(rows: readonly { id: number; name: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}
