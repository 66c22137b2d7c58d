import type { ErrorCode } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { because, finishCause } from '../../core/cause.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { escapeHtml } from '../../lib/html-escape.ts';
import { type ConversationRow, findConversationForUpdate, queueReply, type Reply } from '../conversations/index.ts';
import { currentLanguagePack, loadSettings } from '../settings/index.ts';
import {
  cancelSurvey,
  type DueSurvey,
  findSurveyFacts,
  listDue,
  lockSurveyOf,
  markSent,
  type SurveyFacts,
  type SurveyRow,
} from './csat.queries.ts';
import { done, skipped } from './survey-action.ts';
import { surveyLetter } from './survey-letter.ts';
import { reasonAgainst } from './survey-reason.ts';

/** How many one look takes up; the next look follows while it was full. */
const batch = 100;

/**
 * Job `csat.send_due`: sends the surveys whose time has come, each in a unit of its own, so that one that cannot be sent holds up no other, and a
 * process that dies has sent each wholly or not at all.
 */
export async function sendDueSurveys(deps: Deps): Promise<void> {
  let after = 0;
  let failed = 0;
  for (;;) {
    const surveys = await listDue(deps.db, { now: deps.clock.now(), after, limit: batch });
    for (const survey of surveys) {
      try {
        await deps.work(deps.system, (uow) => sendOne(deps, uow, survey));
      } catch (error) {
        failed++;
        deps.log.error({ err: error, conversation_id: survey.conversation_id }, 'a survey could not be sent');
      }
    }
    if (surveys.length < batch) break;
    after = surveys.at(-1)!.id;
  }
  if (failed > 0) throw new Error(`${failed} surveys could not be sent`);
}

/** The conversation first, as everybody locks who changes its status; then another process may have been quicker. */
async function sendOne(deps: Deps, uow: UnitOfWork, { id, conversation_id }: DueSurvey): Promise<void> {
  const conversation = await findConversationForUpdate(uow, conversation_id);
  const survey = conversation && (await lockSurveyOf(uow.db, conversation_id));
  const facts = survey && (await findSurveyFacts(uow.db, conversation_id));
  if (!facts || survey.id !== id || survey.state !== 'waiting') return;
  const reason = reasonNow(survey, facts) ?? (await send(deps, uow, conversation, survey));
  if (reason !== null) await cancelSurvey(uow.db, survey.id, { reason, now: uow.now });
  if (survey.cause_id === null) return;
  await finishCause(uow, survey.cause_id, { actions: [reason === null ? done : skipped(reason)] });
}

/** What was true when it was planned may have changed. */
function reasonNow(survey: SurveyRow, facts: SurveyFacts): ErrorCode | null {
  if (survey.on_resolve && facts.status_category !== 'resolved') return 'csat.reopened';
  if (survey.on_resolve && !facts.csat_enabled) return 'csat.switched_off';
  return reasonAgainst(facts);
}

/** Stores the message that agents see and queues the mail; or why that cannot be. */
async function send(
  deps: Deps,
  uow: UnitOfWork,
  conversation: ConversationRow,
  survey: SurveyRow,
): Promise<ErrorCode | null> {
  const pack = currentLanguagePack(uow.db);
  const { 'app.root_url': rootUrl, 'app.site_name': site } = await loadSettings(uow.db);
  // The link goes into the letter alone: whatever shows or tells of the message has nothing to hide.
  const reply: Reply = {
    html: `<p>${escapeHtml(pack['csat.message'] ?? '')}</p>`,
    letter: surveyLetter(deps.sealer, { pack, root_url: rootUrl, site, uuid: survey.uuid }),
    flags: { is_csat: true },
    attachments: [],
    // To the requester, whoever else was copied.
    to: [],
    cc: [],
    bcc: [],
  };
  const queue = () => queueReply(uow, conversation, reply);
  try {
    const { message } = await (survey.cause_id === null ? queue() : because(uow, survey.cause_id, queue));
    await markSent(uow.db, survey.id, { message_id: message.id, now: uow.now });
    return null;
  } catch (error) {
    // Refused before anything was written: the address is no good, or one of our own.
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
