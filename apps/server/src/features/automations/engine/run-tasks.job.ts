import { evaluateRule, type RuleFacts, readRule } from '@bellhop/rules';
import { because } from '../../../core/cause.ts';
import type { Deps } from '../../../core/deps.ts';
import type { Jobs } from '../../../core/jobs.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Reader } from '../../../db/types.ts';
import { findConversationForUpdate, isDatabaseTrouble } from '../../conversations/index.ts';
import { type AutomationRow, findAutomation, listAutomations } from '../automations.queries.ts';
import { actInUnit, type BrokenActions, executeRule } from './execute-rule.ts';
import { findMessageText } from './facts.queries.ts';
import { loadFacts } from './load-facts.ts';
import { ruleEvents } from './raising.ts';
import { countFailure, deleteTask, listTasks, lockTask, markRan, type Task } from './tasks.queries.ts';

/** After these failures of its own a task is dropped, so that it holds up no later one. */
const mostFailures = 5;

/**
 * Job `automation.run`: holds what happened in a conversation against the rules, oldest first. It may run twice and at once: each
 * rule acts in a unit of work of its own, which notes that it has.
 */
export async function runTasks(deps: Deps, { conversation_id }: Jobs['automation.run']): Promise<void> {
  for (const task of await listTasks(deps.db, conversation_id)) {
    try {
      await runTask(deps, task);
    } catch (error) {
      if (isDatabaseTrouble(error)) throw error;
      deps.meter.count('automation_failures_total', {});
      const failures = await deps.work(deps.system, (uow) => countFailure(uow.db, task.id));
      if (failures < mostFailures) throw error;
      deps.log.error({ err: error, conversation_id, event: task.kind }, 'rules could not be run: the event is dropped');
      await deps.work(deps.system, (uow) => deleteTask(uow.db, task.id));
    }
  }
}

/** Rules by weight and id; the conversation is read anew after each that acted (behaviour 4.6). */
async function runTask(deps: Deps, task: Task): Promise<void> {
  const rules = await rulesFor(deps.db, task);
  const ran = new Set(task.ran);
  const onTrial = new Set(rules.filter(({ shadow }) => shadow).map(({ id }) => id));
  let facts: RuleFacts | undefined;
  for (const rule of rules) {
    const isOnlyOne = rule.execution_mode === 'first_match';
    if (isOnlyOne && hasActed(ran, onTrial)) break;
    if (ran.has(rule.id)) continue;
    facts ??= await factsOf(deps.db, task, deps.clock.now());
    if (!facts) break;
    if (!evaluateRule(readRule(rule.rules), facts).matched) continue;
    const outcome = await actInUnit(deps, (uow, broken) => act(uow, task, rule.id, { broken, onTrial }));
    if (outcome === 'over') break;
    if (outcome === 'acted') ran.add(rule.id);
    facts = undefined;
  }
  await deps.work(deps.system, (uow) => deleteTask(uow.db, task.id));
}

/** A rule on trial takes no other's place. */
function hasActed(ran: Iterable<number>, onTrial: ReadonlySet<number>): boolean {
  return [...ran].some((id) => !onTrial.has(id));
}

/** The enabled rules that wait for what happened. */
async function rulesFor(db: Reader, { kind }: Task): Promise<AutomationRow[]> {
  const event = ruleEvents[kind];
  const rules = await listAutomations(db, event ? 'conversation_update' : 'new_conversation');
  return rules.filter(({ enabled, events }) => enabled && (event === null || events.includes(event)));
}

async function factsOf(db: Reader, task: Task, now: Date): Promise<RuleFacts | undefined> {
  const { conversation_id: id, message_id, previous } = task;
  const text = message_id === null ? undefined : await findMessageText(db, message_id);
  const known = new Map([[id, { ...previous, ...(text !== undefined && { content: text }) }]]);
  return (await loadFacts(db, [id], now, { known, ...(text === undefined && { content: 'latest' }) })).get(id);
}

/**
 * Lets a rule act that seemed to match, if it still does now that nobody else can change the conversation; `over` when none should go
 * on: the task is done, the conversation gone, or too many have acted.
 */
async function act(
  uow: UnitOfWork,
  task: Task,
  ruleId: number,
  { broken, onTrial }: { broken: BrokenActions; onTrial: ReadonlySet<number> },
): Promise<'acted' | 'unmatched' | 'over'> {
  const conversation = await findConversationForUpdate(uow, task.conversation_id);
  const current = conversation && (await lockTask(uow.db, task.id));
  if (!current) return 'over';
  if (current.ran.includes(ruleId)) return 'acted';
  const rule = await findAutomation(uow.db, ruleId);
  if (!rule?.enabled) return 'unmatched';
  if (rule.execution_mode === 'first_match' && hasActed(current.ran, onTrial)) return 'over';
  const facts = await factsOf(uow.db, task, uow.now);
  const verdict = facts && evaluateRule(readRule(rule.rules), facts);
  if (!verdict?.matched) return 'unmatched';
  const run = { conversation, rule, verdict, event: { kind: task.kind, at: task.created_at } };
  const execute = () => executeRule(uow, run, broken);
  const { stopped } = await (task.cause_id === null ? execute() : because(uow, task.cause_id, execute));
  if (stopped) return 'over';
  await markRan(uow.db, task.id, ruleId);
  return 'acted';
}
