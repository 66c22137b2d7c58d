import { type AutomationInput, isRuleAction, type RuleBodyInput, ruleActions } from '@bellhop/contract';
import { isTolerable, readRule, ruleProblems } from '@bellhop/rules';
import { AppError } from '../../core/app-error.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { sanitizeComposedHtml } from '../../lib/html-composed.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  type AutomationRow,
  type AutomationValues,
  deleteAutomation,
  findRuleWorld,
  insertAutomation,
  lockAutomation,
  lockOrder,
  nextPlace,
  patchAutomation,
} from './automations.queries.ts';

/** Creates a rule, enabled, after all others. Throws input.invalid, naming each wrong member. */
export async function createRule(uow: UnitOfWork, input: AutomationInput): Promise<true> {
  const values = { ...(await checkedValues(uow, input)), enabled: true, shadow: input.shadow ?? false };
  await lockOrder(uow.db);
  const row = await insertAutomation(uow.db, { ...values, ...(await placeFor(uow, values.type)), now: uow.now });
  await recordChange(uow, { entity: 'automation', id: row.id, name: row.name, before: null, after: { ...values } });
  return true;
}

/**
 * Changes what a rule says. Its place and the mode stay, unless it changes its type and so its list. Throws as `createRule`,
 * automation.not_found, config.changed_meanwhile.
 */
export async function updateRule(uow: UnitOfWork, id: number, input: AutomationInput): Promise<true> {
  const values = await checkedValues(uow, input);
  await lockOrder(uow.db);
  const row = await lockAutomation(uow.db, id);
  if (!row) throw new AppError('automation.not_found');
  assertUnchanged(row, input);
  const after = { ...values, enabled: input.enabled ?? row.enabled, shadow: input.shadow ?? row.shadow };
  const place =
    row.type === after.type
      ? { weight: row.weight, execution_mode: row.execution_mode }
      : await placeFor(uow, after.type);
  await patchAutomation(uow.db, id, { ...after, ...place, now: uow.now });
  await recordChange(uow, { entity: 'automation', id, name: after.name, before: valuesOf(row), after: { ...after } });
  return true;
}

/** Enables a disabled rule, and the other way round. Throws automation.not_found. */
export async function toggleRule(uow: UnitOfWork, id: number): Promise<true> {
  const row = await lockAutomation(uow.db, id);
  if (!row) throw new AppError('automation.not_found');
  const { weight, execution_mode } = row;
  const after = { ...valuesOf(row), enabled: !row.enabled };
  await patchAutomation(uow.db, id, { ...after, weight, execution_mode, now: uow.now });
  await recordChange(uow, { entity: 'automation', id, name: row.name, before: valuesOf(row), after });
  return true;
}

/** Deletes a rule. Throws automation.not_found. */
export async function removeRule(uow: UnitOfWork, id: number): Promise<true> {
  const row = await lockAutomation(uow.db, id);
  if (!row) throw new AppError('automation.not_found');
  await deleteAutomation(uow.db, id);
  await recordChange(uow, { entity: 'automation', id, name: row.name, before: valuesOf(row), after: null });
  return true;
}

function valuesOf({ type, name, description, events, rules, enabled, shadow }: AutomationRow) {
  return { type, name, description, events, rules, enabled, shadow };
}

/** The end of the order, and the mode of the list that the rule joins. */
async function placeFor(uow: UnitOfWork, type: AutomationInput['type']) {
  const { weight, mode } = await nextPlace(uow.db);
  return { weight, execution_mode: type === 'new_conversation' ? mode : ('all' as const) };
}

async function checkedValues(
  uow: UnitOfWork,
  input: AutomationInput,
): Promise<Omit<AutomationValues, 'enabled' | 'shadow'>> {
  const { name, description } = input;
  return { name, description, ...(await checkedRule(uow.db, input)) };
}

/**
 * What a rule waits for, asks and does: `rules` as it came, but for its HTML, which is cleaned (wire B 12.1). Throws input.invalid, naming
 * each wrong member.
 */
export async function checkedRule(
  db: Reader,
  input: Pick<AutomationInput, 'type' | 'events' | 'rules'>,
): Promise<Pick<AutomationValues, 'type' | 'events' | 'rules'>> {
  const { type } = input;
  const events = type === 'conversation_update' ? [...new Set(input.events)] : [];
  if (type === 'conversation_update' && events.length === 0) throw invalid({ events: 'it must not be empty' });
  const rules = input.rules.map(cleaned);
  const problems = ruleProblems(type, readRule(rules), await findRuleWorld(db));
  const refused = problems.filter((problem) => !isTolerable(problem));
  if (refused.length > 0) throw invalid(Object.fromEntries(refused.map(({ path, reason }) => [path, reason])));
  return { type, events, rules };
}

function cleaned(body: RuleBodyInput): RuleBodyInput {
  const isHtml = (type: string) => isRuleAction(type) && ruleActions[type] === 'html';
  return {
    ...body,
    actions: body.actions.map((action) =>
      isHtml(action.type) ? { ...action, value: action.value.map((html) => sanitizeComposedHtml(html)) } : action,
    ),
  };
}

function invalid(reasons: Record<string, string>): AppError {
  const [field, reason] = Object.entries(reasons)[0]!;
  return new AppError('input.invalid', { params: { field, reason }, data: reasons });
}
