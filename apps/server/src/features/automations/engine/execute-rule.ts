import type { CauseAction } from '@bellhop/contract';
import { noticeValue, type RuleAction, type RuleVerdict, readNotice, readRule } from '@bellhop/rules';
import { AppError } from '../../../core/app-error.ts';
import { because, finishCause, recordCause } from '../../../core/cause.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { errorText } from '../../../http/texts.ts';
import { type ConversationRow, isDatabaseTrouble } from '../../conversations/index.ts';
import { languagePack } from '../../settings/index.ts';
import type { AutomationRow } from '../automations.queries.ts';
import { whileRulesAct } from './guard.ts';
import { countRuns, onTrial, tooManyRuns } from './limits.queries.ts';
import { inOrder, type Performed, perform } from './perform.ts';

/** So many rules may act on one conversation within a minute; a loop that nothing else stops ends there (behaviour 4.7 d). */
const mostRuns = 20;
const minuteMs = 60_000;

/** A rule that is to act on a locked conversation, and why. */
export interface RuleRun {
  conversation: ConversationRow;
  rule: AutomationRow;
  verdict: RuleVerdict;
  /** The domain event or clock that made the rule look. */
  event: { kind: string; at: Date };
}

/** An action failed as nobody foresaw, and what it had written is undone with its unit of work. */
export class ActionBroken extends Error {
  override name = 'ActionBroken';
  readonly place: number;

  constructor(place: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.place = place;
  }
}

/** Places of actions that broke a unit of work before: they are recorded as failed without another try. */
export type BrokenActions = Set<number>;

/**
 * A unit of work of the engine's, in which rules act through `executeRule`. When an action breaks it, all is done again without that
 * action, so that the others happen and the record says which did not (behaviour 4.6). Throws what else fails.
 */
export async function actInUnit<T>(
  { work, system, log }: Pick<Deps, 'work' | 'system' | 'log'>,
  body: (uow: UnitOfWork, broken: BrokenActions) => Promise<T>,
): Promise<T> {
  const broken: BrokenActions = new Set();
  for (;;) {
    try {
      return await work(system, (uow) => body(uow, broken));
    } catch (error) {
      if (!(error instanceof ActionBroken) || broken.has(error.place)) throw error;
      log.error({ err: error.cause }, 'an action of a rule broke');
      broken.add(error.place);
    }
  }
}

/**
 * Lets a rule act, once its verdict is that it matches: a cause record, then each action in order, whose failure holds up no other
 * (behaviour 4.6, 4.9). Of a rule on trial only the record is made. What the actions raise makes no rule run. `stopped` says that too many rules have acted on the
 * conversation within a minute: nothing was done, and none of them should go on.
 */
export async function executeRule(
  uow: UnitOfWork,
  run: RuleRun,
  broken: BrokenActions,
): Promise<{ conversation: ConversationRow; stopped: boolean }> {
  const { conversation, rule } = run;
  const actions = inOrder(readRule(rule.rules).actions);
  if (rule.shadow) {
    await recordHeld(uow, run, actions, { result: 'skipped', error: new AppError(onTrial) });
    return { conversation, stopped: false };
  }
  const since = new Date(uow.now.getTime() - minuteMs);
  const { runs, is_noted } = await countRuns(uow.db, { conversation_id: conversation.id, since, now: uow.now });
  if (runs >= mostRuns) {
    // Written down once, not with every event of a loop.
    const error = new AppError(tooManyRuns, { params: { n: mostRuns } });
    if (!is_noted) await recordHeld(uow, run, actions, { result: 'failed', error });
    return { conversation, stopped: true };
  }
  const cause = await recordRun(uow, run);
  return because(uow, cause, () =>
    whileRulesAct(uow, conversation.id, async () => {
      const results: CauseAction[] = [];
      let current = conversation;
      for (const [place, action] of actions.entries()) {
        const tried = await attempt(uow, { ...run, conversation: current }, action, place, broken);
        current = tried.conversation;
        results.push(tried.result);
      }
      await finishCause(uow, cause, { actions: results });
      return { conversation: current, stopped: false };
    }),
  );
}

async function attempt(
  uow: UnitOfWork,
  { conversation, rule }: RuleRun,
  action: RuleAction,
  place: number,
  broken: BrokenActions,
): Promise<{ conversation: ConversationRow; result: CauseAction }> {
  const failed = (error: AppError) => ({ conversation, result: resultOf(action, 'failed', error) });
  if (broken.has(place)) return failed(new AppError('general.internal'));
  let performed: Performed;
  try {
    performed = await perform(uow, conversation, rule, action);
  } catch (error) {
    if (error instanceof AppError) return failed(error);
    // A lost database is nobody's fault: all of it is tried again later.
    throw isDatabaseTrouble(error) ? error : new ActionBroken(place, error);
  }
  const { skipped } = performed;
  return {
    conversation: performed.conversation,
    result: skipped ? resultOf(action, 'skipped', skipped) : resultOf(action, 'done', null),
  };
}

function recordRun(uow: UnitOfWork, { conversation, rule, verdict, event }: RuleRun): Promise<number> {
  const { id, name, version, type } = rule;
  const { groups, group_operator } = verdict;
  return recordCause(uow, {
    kind: 'automation',
    conversation_id: conversation.id,
    rule_id: id,
    trace: {
      event: { kind: event.kind, at: event.at.toISOString() },
      rule: { id, name, version, type },
      groups,
      group_operator,
    },
  });
}

/** That a rule was held back, and none of its actions done. */
async function recordHeld(
  uow: UnitOfWork,
  run: RuleRun,
  actions: readonly RuleAction[],
  { result, error }: { result: 'failed' | 'skipped'; error: AppError },
): Promise<void> {
  const cause = await recordRun(uow, run);
  await finishCause(uow, cause, { actions: actions.map((action) => resultOf(action, result, error)) });
}

/** A text that an action writes stands in the thread, not in its record. */
function resultOf({ type, value }: RuleAction, result: CauseAction['result'], error: AppError | null): CauseAction {
  const isText = type === 'send_reply' || type === 'send_private_note';
  const shown = type === 'notify' ? noticeValue({ ...readNotice(value), message: '' }) : value;
  return {
    type,
    value: isText ? [] : shown,
    result,
    code: error?.code ?? null,
    error: error && errorText(languagePack('en').texts, error.code, error.params),
  };
}
