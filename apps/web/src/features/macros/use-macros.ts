import type { Agent, Macro, MacroOccasion } from '@bellhop/contract';
import { offeredMacros } from '@bellhop/rules/macro-visibility';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrentAgent } from '../../lib/session.ts';
import { macroQueries } from './macros.api.ts';

const none: readonly Macro[] = [];

/** The macros that the signed-in agent may use on an occasion, latest use first; none while they load. */
export function useMacros(occasion: MacroOccasion): readonly Macro[] {
  const agent = useCurrentAgent();
  const { data } = useQuery(macroQueries.list());
  return useMemo(() => (data ? macrosFor(agent, data, occasion) : none), [data, agent, occasion]);
}

function macrosFor({ id, teams, permissions }: Agent, macros: readonly Macro[], occasion: MacroOccasion): Macro[] {
  const viewer = { id, team_ids: teams.map((team) => team.id), permissions: new Set<string>(permissions) };
  // Replies and notes of a macro cannot be applied (wire B 4.1): they are no actions to show, and no reason to offer it.
  const applicable = macros.map((macro) => ({
    ...macro,
    actions: macro.actions.filter(({ type }) => type !== 'send_private_note' && type !== 'send_reply'),
  }));
  return offeredMacros(viewer, applicable, occasion);
}
