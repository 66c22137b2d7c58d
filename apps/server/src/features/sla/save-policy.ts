import { namedRecipients, type SlaPolicyInput } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { refused } from '../../core/refused.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  agentIdsAmong,
  deletePolicy,
  insertPolicy,
  isPolicyNameTaken,
  lockPolicy,
  patchPolicy,
  type SlaPolicyFields,
} from './sla.queries.ts';

/** Creates a policy (wire B 13.4). Throws config.name_taken, and input.invalid for a recipient that is no agent. */
export async function createPolicy(uow: UnitOfWork, input: SlaPolicyInput): Promise<true> {
  await refuseStrangers(uow, input);
  const fields = fieldsOf(input, flagsAtFirst);
  const id = await insertPolicy(uow.db, fields, uow.now);
  if (id === undefined) throw nameTaken(fields.name);
  await recordChange(uow, { entity: 'sla', id, name: fields.name, before: null, after: { ...fields } });
  return true;
}

/** Replaces a policy; deadlines that run already stay as they are, unless the input says otherwise (wire B 13.4). Throws sla.not_found, config.*, input.invalid. */
export async function updatePolicy(uow: UnitOfWork, id: number, input: SlaPolicyInput): Promise<true> {
  const stored = await lockPolicy(uow.db, id);
  if (!stored) throw new AppError('sla.not_found');
  assertUnchanged(stored, input);
  await refuseStrangers(uow, input);
  const fields = fieldsOf(input, stored);
  if (await isPolicyNameTaken(uow.db, fields.name, id)) throw nameTaken(fields.name);
  await patchPolicy(uow.db, id, fields, uow.now);
  await recordChange(uow, { entity: 'sla', id, name: fields.name, before: { ...stored }, after: { ...fields } });
  if (input.apply_to_open) await uow.enqueue('sla.recompute', { policy_id: id }, { key: `sla.recompute ${id}` });
  return true;
}

/**
 * Deletes a policy; teams and conversations lose the reference (wire B 13.5), and what runs under it ends, in the background, as conversations may
 * be many. Throws sla.not_found.
 */
export async function removePolicy(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await lockPolicy(uow.db, id);
  if (!stored) throw new AppError('sla.not_found');
  await uow.publish({ kind: 'sla_policy.deleted', sla_policy_id: id });
  await deletePolicy(uow.db, id);
  await uow.enqueue('sla.recompute', { policy_id: id }, { key: `sla.recompute ${id}` });
  await recordChange(uow, { entity: 'sla', id, name: stored.name, before: { ...stored }, after: null });
  return true;
}

/** What other clients do not know of a policy (settled question 1). */
type OwnFields = Pick<SlaPolicyFields, 'pause_on_waiting' | 'restart_on_reopen' | 'follow_team_hours' | 'starts_at'>;
const flagsAtFirst: OwnFields = {
  pause_on_waiting: false,
  restart_on_reopen: false,
  follow_team_hours: false,
  starts_at: 'created_at',
};

function fieldsOf(input: SlaPolicyInput, unlessTold: OwnFields): SlaPolicyFields {
  const { based_on: _, apply_to_open: __, ...fields } = input;
  return {
    ...fields,
    pause_on_waiting: input.pause_on_waiting ?? unlessTold.pause_on_waiting,
    restart_on_reopen: input.restart_on_reopen ?? unlessTold.restart_on_reopen,
    follow_team_hours: input.follow_team_hours ?? unlessTold.follow_team_hours,
    starts_at: input.starts_at ?? unlessTold.starts_at,
  };
}

/** An alert for somebody who is not there would never arrive. */
async function refuseStrangers(uow: UnitOfWork, { notifications }: SlaPolicyInput): Promise<void> {
  const ids = notifications.flatMap(({ recipients }) => recipients.filter((one) => !namedRecipients.includes(one)));
  const agents = await agentIdsAmong(uow.db, [...new Set(ids.map(Number))]);
  const isStranger = (one: string) => !namedRecipients.includes(one) && !agents.has(Number(one));
  const index = notifications.findIndex(({ recipients }) => recipients.some(isStranger));
  if (index === -1) return;
  const field = `notifications.${index}.recipients`;
  throw refused(field, `there is no agent ${notifications[index]!.recipients.find(isStranger)}`);
}

function nameTaken(name: string): AppError {
  return new AppError('config.name_taken', { params: { name }, data: { name: 'it is taken' } });
}
