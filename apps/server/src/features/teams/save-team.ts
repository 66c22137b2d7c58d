import type { TeamInput } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { refused } from '../../core/refused.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import { deleteMembers } from './members.queries.ts';
import {
  deleteHiddenTeam,
  hasBusinessHours,
  hasSlaPolicy,
  hideTeam,
  insertTeam,
  isTeamNameTaken,
  lockTeam,
  lockTeamNames,
  patchTeam,
  type Team,
  type TeamValues,
} from './teams.queries.ts';

/** Creates a team. Throws config.name_taken, input.invalid for business hours and SLA policies that there are not. */
export async function createTeam(uow: UnitOfWork, input: TeamInput): Promise<true> {
  const values = await checkedValues(uow, input, null);
  const id = await insertTeam(uow.db, { ...values, now: uow.now });
  await recordChange(uow, { entity: 'team', id, name: values.name, before: null, after: values });
  return true;
}

/** Changes a team. Throws team.not_found, config.*, input.invalid. */
export async function updateTeam(uow: UnitOfWork, id: number, input: TeamInput): Promise<true> {
  const team = await lockTeam(uow.db, id);
  if (!team) throw new AppError('team.not_found');
  assertUnchanged(team, input);
  const values = await checkedValues(uow, input, team);
  await patchTeam(uow.db, id, { ...values, now: uow.now });
  await uow.publish({ kind: 'team.changed', team_id: id });
  await recordChange(uow, { entity: 'team', id, name: values.name, before: valuesOf(team), after: values });
  return true;
}

/**
 * Deletes a team: its agents leave it, on open sockets too; who has heard of `team.deleted` deletes its macros and frees its
 * conversations (wire A 8.6). Nobody finds it from now on; with very many conversations its row is left to `purgeTeam`.
 * Throws team.not_found.
 */
export async function removeTeam(uow: UnitOfWork, id: number): Promise<true> {
  const team = await lockTeam(uow.db, id);
  if (!team) throw new AppError('team.not_found');
  for (const userId of await deleteMembers(uow.db, id)) uow.wake('bellhop_sessions', String(userId));
  await uow.publish({ kind: 'team.deleted', team_id: id });
  await hideTeam(uow.db, id, uow.now);
  if (await deleteHiddenTeam(uow.db, id)) await uow.enqueue('reports.forget', { team_id: id });
  else await uow.enqueue('teams.purge', { team_id: id }, { key: `teams.purge ${id}` });
  await recordChange(uow, { entity: 'team', id, name: team.name, before: valuesOf(team), after: null });
  return true;
}

/** What is stored, once the rows that it refers to are found; the name is free without regard to case. */
async function checkedValues(uow: UnitOfWork, input: TeamInput, stored: Team | null): Promise<TeamValues> {
  const { based_on: _, ...given } = input;
  const values = {
    ...given,
    assignment_strategy: given.assignment_strategy ?? stored?.assignment_strategy ?? 'rotation',
  };
  await lockTeamNames(uow.db);
  if (await isTeamNameTaken(uow.db, values.name, stored?.id ?? null)) {
    throw new AppError('config.name_taken', { params: { name: values.name }, data: { name: 'it is taken' } });
  }
  if (values.business_hours_id !== null && !(await hasBusinessHours(uow.db, values.business_hours_id))) {
    throw refused('business_hours_id', 'there is no such row');
  }
  if (values.sla_policy_id !== null && !(await hasSlaPolicy(uow.db, values.sla_policy_id))) {
    throw refused('sla_policy_id', 'there is no such row');
  }
  return values;
}

function valuesOf({ id: _id, created_at: _made, updated_at: _saved, ...values }: Team) {
  return { ...values, emoji: values.emoji ?? '' };
}
