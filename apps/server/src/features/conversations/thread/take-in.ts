import type { Deps } from '../../../core/deps.ts';
import { lockWaitingMail, patchRawMail, type RawMail } from '../../inboxes/index.ts';
import { discardFiles } from '../../media/index.ts';
import type { Decision } from './intake-decision.ts';
import { IntakeInterrupted, isDatabaseTrouble } from './intake-failure.ts';
import { peekHeaders } from './peek-headers.ts';
import { type ParsedMail, receiveMessage } from './receive-message.ts';

/** After these failures a mail is put aside. */
const mostFailures = 3;
/** Pauses after the first and second failure, in milliseconds. */
const failurePauses = [15_000, 60_000];

/**
 * Takes a prepared mail in, in one transaction with its decision; a failure of the mail itself is noted on it. Throws
 * IntakeInterrupted for trouble with storage or database: then nothing is decided yet.
 */
export async function takeIn(deps: Deps, raw: RawMail, prepared: Promise<ParsedMail>): Promise<void> {
  let parsed: ParsedMail;
  try {
    parsed = await prepared;
  } catch (error) {
    if (error instanceof IntakeInterrupted) throw error;
    return noteFailure(deps, raw, error as Error);
  }
  try {
    const decision = await decide(deps, raw, parsed);
    if (decision?.outcome !== 'stored') await discardFiles(deps, parsed.files);
  } catch (error) {
    // A commit whose answer got lost may have happened: its files must stay, even at the price of some that nobody needs.
    if (isDatabaseTrouble(error)) throw new IntakeInterrupted('the database failed', { cause: error });
    await discardFiles(deps, parsed.files);
    await noteFailure(deps, raw, error as Error);
  }
}

/** Null when another process has taken the mail in meanwhile. */
async function decide(deps: Deps, raw: RawMail, parsed: ParsedMail): Promise<Decision | null> {
  const { mail } = parsed;
  const decision = await deps.work(deps.system, async (uow) => {
    if (!(await lockWaitingMail(uow.db, raw))) return null;
    const made = await receiveMessage(deps, uow, parsed);
    await patchRawMail(uow.db, raw.id, {
      state: made.outcome === 'skipped' ? 'skipped' : 'processed',
      decision: { ...(raw.decision as object), ...made, ...(mail.warnings.length > 0 && { warnings: mail.warnings }) },
      error: null,
      processed_at: uow.now,
      message_id: mail.external_id,
      sender: mail.from?.address ?? null,
      subject: mail.subject,
    });
    return made;
  });
  if (decision?.outcome === 'skipped') {
    deps.log.info({ inbox: raw.inbox_id, raw_mail: raw.id, reason: decision.reason }, 'a mail was not taken in');
  }
  return decision;
}

/** The attempt was counted before it was made, so the row's own count is one behind. */
async function noteFailure(deps: Deps, raw: RawMail, error: Error): Promise<void> {
  const attempts = raw.attempts + 1;
  if (attempts >= mostFailures) return quarantine(deps, raw, error.message);
  // The error whole might quote the mail: databases name the values they refuse.
  const { message, stack } = error;
  deps.log.warn({ inbox: raw.inbox_id, raw_mail: raw.id, err: { message, stack } }, 'a mail could not be taken in yet');
  await deps.work(deps.system, (uow) =>
    patchRawMail(uow.db, raw.id, {
      error: reasonText(error.message),
      next_attempt_at: new Date(uow.now.getTime() + failurePauses[attempts - 1]!),
    }),
  );
}

/** Puts a mail aside with the reason, where an administrator sees it and can have it processed again. */
export async function quarantine(deps: Deps, raw: RawMail, reason: string): Promise<void> {
  deps.log.error({ inbox: raw.inbox_id, raw_mail: raw.id, reason }, 'a mail was quarantined');
  const headers = await deps.storage.get(raw.storage_key).then(peekHeaders, (error: Error) => {
    deps.log.warn({ raw_mail: raw.id, err: error.message }, 'the source of a quarantined mail could not be read');
    return {};
  });
  await deps.work(deps.system, (uow) =>
    patchRawMail(uow.db, raw.id, {
      state: 'quarantined',
      error: reasonText(reason),
      processed_at: uow.now,
      ...headers,
    }),
  );
}

function reasonText(message: string): string {
  return message.replaceAll('\u0000', '').slice(0, 2000);
}
