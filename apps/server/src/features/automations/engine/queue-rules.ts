import type { AutomationEvent } from '@bellhop/contract';
import type { DomainEvent } from '../../../core/domain-events.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { doRulesAct } from './guard.ts';
import { findHeld, findOrigin, listListening } from './listening.queries.ts';
import { idText } from './load-facts.ts';
import { type RaisingKind, ruleEvents } from './raising.ts';
import { insertTask, type Task } from './tasks.queries.ts';

type Raising = Extract<DomainEvent, { kind: Exclude<RaisingKind, 'conversation.created'> }>;
type Previous = Task['previous'];

/** So many jobs of rules wait side by side; those of one conversation come one after the other. */
const queues = 16;

/**
 * Something happened, whoever did it: if a rule waits for it, rules look at the conversation soon after the commit (behaviour 4.2). It
 * costs one small query for each unit of work while none does. Left out are what rules did themselves, what machines wrote, mail
 * that no person wrote, and senders who open too many conversations (behaviour 1.4, 4.7). Removing an agent or team is no
 * assignment.
 */
export async function queueRules(uow: UnitOfWork, event: Raising): Promise<void> {
  const previous = noteBefore(uow, event);
  const kind = event.kind === 'message.received' && event.opened ? 'conversation.created' : event.kind;
  if ('to' in event && event.to === null) return;
  if (event.kind === 'message.received' && event.is_auto_reply) return;
  if (doRulesAct(uow, event.conversation_id)) return;
  if (!(await listening(uow)).has(ruleEvents[kind] ?? 'new')) return;
  if ('message_id' in event && !(await isForRules(uow, event))) return;
  await insertTask(uow.db, {
    conversation_id: event.conversation_id,
    kind,
    message_id: 'message_id' in event ? event.message_id : null,
    previous: kind === 'message.received' ? await beforeMessage(uow, event.conversation_id) : previous,
    cause_id: uow.cause,
    now: uow.now,
  });
  await uow.enqueue(
    'automation.run',
    { conversation_id: event.conversation_id },
    { key: `automation.run ${event.conversation_id}`, queue: `automation ${event.conversation_id % queues}` },
  );
}

const listened = new WeakMap<UnitOfWork, Promise<Set<AutomationEvent | 'new'>>>();

/** Asked once for each unit of work. */
function listening(uow: UnitOfWork): Promise<Set<AutomationEvent | 'new'>> {
  const known = listened.get(uow) ?? listListening(uow.db);
  listened.set(uow, known);
  return known;
}

async function isForRules(uow: UnitOfWork, event: Extract<Raising, { message_id: number }>): Promise<boolean> {
  const origin = await findOrigin(uow.db, event.message_id);
  if (!origin || origin.meta.is_rate_limited) return false;
  if (event.kind === 'message.received') return true;
  // The sender of mail acts as System, so its writer tells whether a person did it.
  return origin.sender_id !== uow.actor.id && !origin.meta.is_automated && !origin.meta.is_csat;
}

const before = new WeakMap<UnitOfWork, Map<number, Previous>>();

/** What was there before the event, remembered for what follows in the unit of work: a message reopens before it is told of. */
function noteBefore(uow: UnitOfWork, event: Raising): Previous {
  if (!('from' in event)) return {};
  const previous: Previous = { [previousField[event.kind]]: idText(event.from) };
  const noted = before.get(uow) ?? new Map<number, Previous>();
  before.set(uow, noted.set(event.conversation_id, { ...previous, ...noted.get(event.conversation_id) }));
  return previous;
}

const previousField = {
  'conversation.user_assigned': 'previous_assigned_user',
  'conversation.team_assigned': 'previous_assigned_team',
  'conversation.status_changed': 'previous_status',
  'conversation.priority_changed': 'previous_priority',
} as const;

/** Everything as it was before a message came in: what its coming changed stands in the notes. */
async function beforeMessage(uow: UnitOfWork, conversationId: number): Promise<Previous> {
  const held = await findHeld(uow.db, conversationId);
  if (!held) return {};
  return {
    previous_status: idText(held.status_id),
    previous_priority: idText(held.priority_id),
    previous_assigned_team: idText(held.assigned_team_id),
    previous_assigned_user: idText(held.assigned_user_id),
    ...before.get(uow)?.get(conversationId),
  };
}
