import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { addActivity, broadcastProps, findConversationForUpdate } from '../conversations/index.ts';
import { findCustomerName, lockSurveyOf, type SurveyRow, storeAnswer } from './csat.queries.ts';
import type { Entered } from './survey-pages.ts';

/** For so long an answer may be changed (settled question 32). */
const changeableMs = 24 * 3_600_000;
const longestFeedback = 1000;

/** Whether an answer was given so long ago that it stands. */
export function isClosed({ answered_at }: Pick<SurveyRow, 'answered_at'>, now: Date): boolean {
  return answered_at !== null && now.getTime() >= answered_at.getTime() + changeableMs;
}

/** Whole characters, of which none changes how those around it are read; what is too long is cut. */
export function cleanFeedback(text: string): string {
  return [...text.toWellFormed().replace(/\r\n?/g, '\n')]
    .filter((char) => char === '\n' || char === '\t' || !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(char))
    .slice(0, longestFeedback)
    .join('')
    .trim();
}

/**
 * Stores an answer, or a changed one, tells the agents who have the conversation open and whoever listens. Of two that were sent at the same
 * time the first counts: `survey` is as it was found when the request came in. Nothing happens when it says the same again, or too late.
 */
export async function answerSurvey(deps: Deps, survey: SurveyRow, entered: Entered): Promise<void> {
  await deps.work(deps.system, async (uow) => {
    const conversation = await findConversationForUpdate(uow, survey.conversation_id);
    const stored = conversation && (await lockSurveyOf(uow.db, survey.conversation_id));
    if (!stored || stored.answers !== survey.answers || isClosed(stored, uow.now)) return;
    const { rating, feedback } = entered;
    if (stored.rating === rating && (stored.feedback ?? '') === feedback) return;
    await storeAnswer(uow.db, stored.id, { rating, feedback: feedback || null, now: uow.now });
    const answered_at = stored.answered_at ?? uow.now;
    const params = { customer: await findCustomerName(uow.db, conversation.contact_id), rating: String(rating) };
    await addActivity(
      uow,
      conversation,
      feedback
        ? { activity_type: 'csat_commented', params: { ...params, feedback } }
        : { activity_type: 'csat_answered', params },
    );
    broadcastProps(uow, conversation, { csat: { rating, feedback, answered_at: answered_at.toISOString() } });
    await tell(uow, stored, entered);
  });
}

async function tell(uow: UnitOfWork, stored: SurveyRow, { rating, feedback }: Entered): Promise<void> {
  await uow.publish({
    kind: 'csat.answered',
    conversation_id: stored.conversation_id,
    survey_id: stored.id,
    rating,
    former: stored.answered_at === null ? null : stored.rating,
    feedback,
  });
}
