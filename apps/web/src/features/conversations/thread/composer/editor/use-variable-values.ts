import type { VariableValues } from '@bellhop/rules/template-variables';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrentAgent } from '../../../../../lib/session.ts';
import { conversationQueries } from '../../../conversations.api.ts';
import { variableValues } from '../use-unresolved.ts';

/** What the variables of a text in a conversation stand for now; undefined where there is no conversation yet. */
export function useVariableValues(uuid: string): VariableValues | undefined {
  const agent = useCurrentAgent();
  // Whoever writes in a conversation has it open.
  const { data } = useQuery({ ...conversationQueries.detail(uuid), enabled: false });
  return useMemo(() => data && variableValues(data, agent), [data, agent]);
}
