import type { DryRun, DryRunInput } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Reader } from '../../../db/types.ts';
import { wireTimes } from '../../../lib/wire-times.ts';
import { findAutomation } from '../automations.queries.ts';
import { checkedRule } from '../save-automation.ts';
import { cancelDryRuns, type DryRunRow, findDryRun, findShown, insertDryRun } from './dry-run.queries.ts';

const mostShown = 20;

/**
 * Begins to try a rule, saved or not; an earlier dry run of the same agent that is not over ends. Throws input.invalid, naming each wrong member,
 * automation.not_found.
 */
export async function startDryRun(uow: UnitOfWork, { rule_id, ...input }: DryRunInput): Promise<DryRun> {
  const rule = await checkedRule(uow.db, input);
  if (rule_id && !(await findAutomation(uow.db, rule_id))) throw new AppError('automation.not_found');
  const user_id = uow.actor.id;
  await cancelDryRuns(uow.db, { user_id, now: uow.now });
  const row = await insertDryRun(uow.db, { user_id, rule_id: rule_id ?? null, rule, now: uow.now });
  await uow.enqueue('automations.dry_run', { id: row.id }, { max_attempts: 3 });
  return viewOf(uow.db, uow.actor, row);
}

/** How far an own dry run is, with samples that the agent sees now. Throws automation.dry_run_not_found. */
export async function getDryRun(db: Reader, actor: Actor, id: number): Promise<DryRun> {
  const row = await findDryRun(db, id);
  if (row?.user_id !== actor.id) throw new AppError('automation.dry_run_not_found');
  return viewOf(db, actor, row);
}

/** Ends an own dry run that is not over. Throws automation.dry_run_not_found. */
export async function cancelDryRun(uow: UnitOfWork, id: number): Promise<true> {
  const row = await findDryRun(uow.db, id);
  if (row?.user_id !== uow.actor.id) throw new AppError('automation.dry_run_not_found');
  await cancelDryRuns(uow.db, { user_id: uow.actor.id, id, now: uow.now });
  return true;
}

async function viewOf(db: Reader, actor: Actor, row: DryRunRow): Promise<DryRun> {
  const { result, user_id: _, rule: __, ...rest } = wireTimes(row);
  if (!result) return { ...rest, result: null };
  const stored = row.result!.samples;
  const shown = await findShown(
    db,
    actor,
    stored.map(({ conversation_id }) => conversation_id),
  );
  const samples = stored.flatMap(({ conversation_id, ...sample }) => {
    const conversation = shown.get(conversation_id);
    return conversation ? [{ ...conversation, ...sample }] : [];
  });
  return { ...rest, result: { ...row.result!, samples: samples.slice(0, mostShown) } };
}
