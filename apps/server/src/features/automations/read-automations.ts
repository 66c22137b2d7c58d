import type { Automation } from '@bellhop/contract';
import { paddedRules, type RuleWorld, readRule, ruleProblems } from '@bellhop/rules';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { type AutomationRow, findAutomation, findRuleWorld, listAutomations } from './automations.queries.ts';

/** The rules of a type in their order; none for a type that does not exist (wire B 12.2). */
export async function listRules(db: Reader, type: string): Promise<Automation[]> {
  const rows = await listAutomations(db, type);
  if (rows.length === 0) return [];
  const world = await findRuleWorld(db);
  return rows.map((row) => viewOf(row, world));
}

/** One rule. Throws automation.not_found. */
export async function getRule(db: Reader, id: number): Promise<Automation> {
  const row = await findAutomation(db, id);
  if (!row) throw new AppError('automation.not_found');
  return viewOf(row, await findRuleWorld(db));
}

function viewOf(row: AutomationRow, world: RuleWorld): Automation {
  return {
    ...wireTimes(row),
    rules: paddedRules(row.rules),
    problems: ruleProblems(row.type, readRule(row.rules), world),
  };
}
