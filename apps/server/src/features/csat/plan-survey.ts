import type { ErrorCode } from '@bellhop/contract';
import { finishCause, recordCause } from '../../core/cause.ts';
import type { Subscriber, UnitOfWork } from '../../core/unit-of-work.ts';
import type { ConversationRow } from '../conversations/index.ts';
import { loadSettings } from '../settings/index.ts';
import {
  asksOnResolve,
  cancelWaiting,
  findSurveyFacts,
  hastenSurvey,
  lockSurveyOf,
  type SurveyFacts,
  upsertSurvey,
} from './csat.queries.ts';
import { done, skipped } from './survey-action.ts';
import { reasonAgainst } from './survey-reason.ts';

/**
 * Asks the customer of a conversation how the help was, once in its life and as soon as this is committed, or records why not. For whoever orders
 * it, such as a rule: neither the status nor the inbox's switch is looked at.
 */
export function sendSurvey(uow: UnitOfWork, conversation: Pick<ConversationRow, 'id'>): Promise<void> {
  return plan(uow, conversation.id, { on_resolve: false });
}

/**
 * On every way into the category resolved the customer is asked, after the inbox's delay, where the inbox asks; leaving the category
 * before that calls the survey off (behaviour 7).
 */
export const planOnResolve: Subscriber<'conversation.status_changed'> = async (uow, event) => {
  const [was, is] = [event.from_category === 'resolved', event.to_category === 'resolved'];
  if (was && !is) return callOff(uow, event.conversation_id);
  if (is && !was && (await asksOnResolve(uow.db, event.conversation_id))) {
    await plan(uow, event.conversation_id, { on_resolve: true });
  }
};

async function plan(uow: UnitOfWork, conversationId: number, { on_resolve }: { on_resolve: boolean }): Promise<void> {
  const stored = await lockSurveyOf(uow.db, conversationId);
  if (stored?.state === 'waiting') {
    if (on_resolve) return;
    await hastenSurvey(uow.db, stored.id, uow.now);
    return enqueueDue(uow, conversationId, uow.now);
  }
  const facts = await findSurveyFacts(uow.db, conversationId);
  if (!facts) return;
  const reason: ErrorCode | null = stored?.state === 'sent' ? 'csat.already_sent' : reasonAgainst(facts);
  const minutes = on_resolve ? await delayOf(uow, facts) : 0;
  const due_at = new Date(uow.now.getTime() + minutes * 60_000);
  const cause_id = await recordCause(uow, {
    kind: 'csat',
    conversation_id: conversationId,
    trace: {
      event: on_resolve ? { kind: 'conversation.status_changed', at: uow.now.toISOString() } : null,
      actions: [reason === null ? done : skipped(reason)],
      facts: reason === null ? [{ name: 'csat_due_at', value: due_at.toISOString() }] : [],
    },
  });
  if (reason !== null) return;
  const { inbox_id, assigned_user_id, assigned_team_id } = facts;
  await upsertSurvey(uow.db, {
    conversation_id: conversationId,
    inbox_id,
    due_at,
    on_resolve,
    assigned_user_id,
    assigned_team_id,
    cause_id,
    now: uow.now,
  });
  await enqueueDue(uow, conversationId, due_at);
}

async function callOff(uow: UnitOfWork, conversationId: number): Promise<void> {
  const reason = 'csat.reopened';
  const off = await cancelWaiting(uow.db, { conversation_id: conversationId, reason, now: uow.now });
  if (off?.cause_id != null) await finishCause(uow, off.cause_id, { actions: [skipped(reason)] });
}

async function delayOf(uow: UnitOfWork, { csat_delay_minutes }: SurveyFacts): Promise<number> {
  return csat_delay_minutes ?? (await loadSettings(uow.db))['app.csat_delay_minutes'];
}

/** The clock's own look each minute would find it too, only later. */
function enqueueDue(uow: UnitOfWork, conversationId: number, run_at: Date): Promise<void> {
  return uow.enqueue('csat.send_due', {}, { run_at, key: `csat.send_due ${conversationId}` });
}
