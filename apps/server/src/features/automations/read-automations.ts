import type { Automation } from '@bellhop/contract';
import { paddedRules, readRule, ruleProblems } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { listRuleLog, ruleStatistics } from '../causes/index.ts';
import { type AutomationRow, findAutomation, findRuleWorld, listAutomations } from './automations.queries.ts';

/** The rules of a type in their order; none for a type that does not exist (wire B 12.2). */
export async function listRules(db: Reader, type: string, now: Date): Promise<Automation[]> {
  return viewsOf(db, await listAutomations(db, type), now);
}

/** One rule. Throws automation.not_found. */
export async function getRule(db: Reader, id: number, now: Date): Promise<Automation> {
  const row = await findAutomation(db, id);
  if (!row) throw new AppError('automation.not_found');
  return (await viewsOf(db, [row], now))[0]!;
}

/** What a rule did, newest first. Throws automation.not_found. */
export async function listLog(
  db: Reader,
  actor: Actor,
  id: number,
  query: Parameters<typeof listRuleLog>[3],
): ReturnType<typeof listRuleLog> {
  if (!(await findAutomation(db, id))) throw new AppError('automation.not_found');
  return listRuleLog(db, actor, id, query);
}

async function viewsOf(db: Reader, rows: readonly AutomationRow[], now: Date): Promise<Automation[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [world, statistics] = await Promise.all([findRuleWorld(db), ruleStatistics(db, ids, now)]);
  return rows.map((row) => ({
    ...wireTimes(row),
    ...statistics.get(row.id)!,
    rules: paddedRules(row.rules),
    problems: ruleProblems(row.type, readRule(row.rules), world),
  }));
}
