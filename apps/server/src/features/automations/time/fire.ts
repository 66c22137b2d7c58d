import { createHash } from 'node:crypto';
import { evaluateRule, readRule } from '@bellhop/rules';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findConversationForUpdate } from '../../conversations/index.ts';
import { type AutomationRow, holdAutomation } from '../automations.queries.ts';
import type { BrokenActions, executeRule } from '../engine/execute-rule.ts';
import { loadFacts } from '../engine/load-facts.ts';
import { countFailure, lockHolds, putFired } from './time.queries.ts';

/** What a rule asks for, as a hash. */
export function conditionsOf(rule: Pick<AutomationRow, 'rules'>): string {
  const { groups, group_operator, match_all } = readRule(rule.rules);
  return createHash('sha256')
    .update(JSON.stringify([groups, group_operator, match_all]))
    .digest('hex');
}

/** What lets a rule act: `executeRule`, but for tests. */
export type Execute = typeof executeRule;

/**
 * Runs a rule of the clock on a conversation, unless it holds already or holds no longer: of two that try only one does it, and what dies in
 * the middle has done nothing. False when the rule is not what it was when it was read.
 */
export async function fireRule(
  uow: UnitOfWork,
  asked: AutomationRow,
  conversationId: number,
  { execute, broken }: { execute: Execute; broken: BrokenActions },
): Promise<boolean> {
  const conversation = await findConversationForUpdate(uow, conversationId);
  if (!conversation) return true;
  const rule = await holdAutomation(uow.db, asked.id);
  if (!rule?.enabled || rule.shadow !== asked.shadow || conditionsOf(rule) !== conditionsOf(asked)) return false;
  const key = { rule_id: rule.id, conversation_id: conversationId };
  if (await lockHolds(uow.db, { ...key, isOnTrial: rule.shadow })) return true;
  const facts = (await loadFacts(uow.db, [conversationId], uow.now)).get(conversationId)!;
  const verdict = evaluateRule(readRule(rule.rules), facts);
  if (!verdict.matched) return true;
  const event = { kind: 'time', at: uow.now };
  const { stopped } = await execute(uow, { conversation, rule, verdict, event }, broken);
  if (stopped) await countFailure(uow.db, rule.id, conversationId);
  else await putFired(uow.db, { ...key, shadow: rule.shadow, now: uow.now });
  return true;
}
