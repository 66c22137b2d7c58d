import { assignedRecipient, type SlaPolicyInput } from '@bellhop/contract';
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
  const fields = fieldsOf(input, false);
  const id = await insertPolicy(uow.db, fields, uow.now);
  if (id === undefined) throw nameTaken(fields.name);
  await recordChange(uow, { entity: 'sla', id, name: fields.name, before: null, after: { ...fields } });
  return true;
}

/** Replaces a policy; deadlines that run already stay as they are (wire B 13.4). Throws sla.not_found, config.*, input.invalid. */
export async function updatePolicy(uow: UnitOfWork, id: number, input: SlaPolicyInput): Promise<true> {
  const stored = await lockPolicy(uow.db, id);
  if (!stored) throw new AppError('sla.not_found');
  assertUnchanged(stored, input);
  await refuseStrangers(uow, input);
  const fields = fieldsOf(input, stored.pause_on_waiting);
  if (await isPolicyNameTaken(uow.db, fields.name, id)) throw nameTaken(fields.name);
  await patchPolicy(uow.db, id, fields, uow.now);
  await recordChange(uow, { entity: 'sla', id, name: fields.name, before: { ...stored }, after: { ...fields } });
  return true;
}

/** Deletes a policy; teams and conversations lose the reference (wire B 13.5). Throws sla.not_found. */
export async function removePolicy(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await lockPolicy(uow.db, id);
  if (!stored) throw new AppError('sla.not_found');
  await deletePolicy(uow.db, id);
  await recordChange(uow, { entity: 'sla', id, name: stored.name, before: { ...stored }, after: null });
  return true;
}

function fieldsOf(input: SlaPolicyInput, pauseUnlessTold: boolean): SlaPolicyFields {
  const { based_on: _, pause_on_waiting, ...fields } = input;
  return { ...fields, pause_on_waiting: pause_on_waiting ?? pauseUnlessTold };
}

/** An alert for somebody who is not there would never arrive. */
async function refuseStrangers(uow: UnitOfWork, { notifications }: SlaPolicyInput): Promise<void> {
  const ids = notifications.flatMap(({ recipients }) => recipients.filter((one) => one !== assignedRecipient));
  const agents = await agentIdsAmong(uow.db, [...new Set(ids.map(Number))]);
  const isStranger = (one: string) => one !== assignedRecipient && !agents.has(Number(one));
  const index = notifications.findIndex(({ recipients }) => recipients.some(isStranger));
  if (index === -1) return;
  const field = `notifications.${index}.recipients`;
  throw refused(field, `there is no agent ${notifications[index]!.recipients.find(isStranger)}`);
}

function nameTaken(name: string): AppError {
  return new AppError('config.name_taken', { params: { name }, data: { name: 'it is taken' } });
}
