import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sanitizeComposedHtml } from '../../../lib/html-composed.ts';
import { type ConversationRow, queueReply } from '../../conversations/index.ts';
import type { AutomationRow } from '../automations.queries.ts';
import { countAutomated, hasReplied, isByMachines } from './limits.queries.ts';

const dayMs = 86_400_000;
/** More automated replies to one person within a day are held back (behaviour 1.4, rate guard). */
const mostPerDay = 10;

/**
 * A rule's reply: to the requester alone, by nobody, and marked so that it counts as no reply (behaviour 2.2). Answers why it was
 * held back, if it was: never to machines, and at most once in 24 hours by one rule in one conversation, unless the rule answers
 * incoming messages (behaviour 4.7 e). Throws what `queueReply` throws.
 */
export async function sendReply(
  uow: UnitOfWork,
  conversation: ConversationRow,
  rule: Pick<AutomationRow, 'id' | 'events'>,
  html: string,
): Promise<{ conversation: ConversationRow; skipped?: AppError }> {
  const skipped = await whyNot(uow, conversation, rule);
  if (skipped) return { conversation, skipped };
  try {
    const sent = await queueReply(uow, conversation, {
      html: sanitizeComposedHtml(html),
      attachments: [],
      to: [],
      cc: [],
      bcc: [],
      flags: { is_automated: true },
    });
    return { conversation: sent.conversation };
  } catch (error) {
    // Somebody without an address cannot be told.
    if (error instanceof AppError && error.code === 'message.no_recipient') return { conversation, skipped: error };
    throw error;
  }
}

async function whyNot(
  uow: UnitOfWork,
  { id, contact_id }: ConversationRow,
  rule: Pick<AutomationRow, 'id' | 'events'>,
): Promise<AppError | undefined> {
  const since = new Date(uow.now.getTime() - dayMs);
  if (await isByMachines(uow.db, id)) return new AppError('automation.reply_to_machine');
  const answersMail = rule.events.includes('conversation.message.incoming');
  if (!answersMail && (await hasReplied(uow.db, { conversation_id: id, rule_id: rule.id, since, now: uow.now }))) {
    return new AppError('automation.reply_repeated');
  }
  if ((await countAutomated(uow.db, { contact_id, since, most: mostPerDay })) >= mostPerDay) {
    return new AppError('automation.reply_rate', { params: { n: mostPerDay } });
  }
  return undefined;
}
