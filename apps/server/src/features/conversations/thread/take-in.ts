import type { Deps } from '../../../core/deps.ts';
import { longestReason, storable } from '../../../lib/storable.ts';
import { type FailedStep, lockWaitingMails, patchRawMail, type RawMail, settleRawMails } from '../../inboxes/index.ts';
import { discardFiles } from '../../media/index.ts';
import type { ParsedMail } from './arrival.ts';
import type { Decision } from './intake-decision.ts';
import { IntakeInterrupted, isDatabaseTrouble } from './intake-failure.ts';
import { peekHeaders } from './peek-headers.ts';
import { receiveMessages } from './receive-messages.ts';

/** After these failures a mail is put aside. */
const mostFailures = 3;
/** Pauses after the first and second failure, in milliseconds. */
const failurePauses = [15_000, 60_000];

/** A mail whose preparation is over. */
export type PreparedMail = { raw: RawMail; parsed: ParsedMail } | { raw: RawMail; failure: Error };

/**
 * Takes prepared mails of one inbox in, in their order, in one transaction with their decisions. When one of them cannot be taken
 * in, each half is tried in a transaction of its own, and so on; what fails alone is noted on it. Throws IntakeInterrupted for trouble with
 * storage or database: then nothing is decided yet.
 */
export async function takeIn(deps: Deps, prepared: readonly PreparedMail[]): Promise<void> {
  const parsed = prepared.flatMap((one) => ('parsed' in one ? [one] : []));
  const failure = parsed.length > 0 ? await settle(deps, parsed) : null;
  if (failure !== null && parsed.length > 1) {
    const half = Math.ceil(parsed.length / 2);
    await takeIn(deps, parsed.slice(0, half));
    await takeIn(deps, parsed.slice(half));
  } else if (failure !== null) {
    await discardFiles(deps, parsed[0]!.parsed.files);
    await noteFailure(deps, parsed[0]!.raw, failure, 'store');
  }
  for (const one of prepared) if ('failure' in one) await noteFailure(deps, one.raw, one.failure, 'read');
}

/** Null when all are decided and written down, otherwise why nothing is. */
async function settle(deps: Deps, mails: readonly { raw: RawMail; parsed: ParsedMail }[]): Promise<Error | null> {
  let decisions: Map<number, Decision>;
  try {
    decisions = await decide(deps, mails);
  } catch (error) {
    // A commit whose answer got lost may have happened: its files must stay, even at the price of some that nobody needs.
    if (isDatabaseTrouble(error)) throw new IntakeInterrupted('the database failed', { cause: error });
    return error as Error;
  }
  for (const { raw, parsed } of mails) {
    const decision = decisions.get(raw.id);
    if (decision?.outcome === 'stored') continue;
    await discardFiles(deps, parsed.files);
    if (decision?.outcome === 'skipped') {
      deps.log.info({ inbox: raw.inbox_id, raw_mail: raw.id, reason: decision.reason }, 'a mail was not taken in');
    }
  }
  return null;
}

/** Decisions by raw mail; those that another process has taken in meanwhile have none. */
function decide(deps: Deps, mails: readonly { raw: RawMail; parsed: ParsedMail }[]): Promise<Map<number, Decision>> {
  return deps.work(deps.system, async (uow) => {
    const ids = mails.map(({ raw }) => raw.id);
    const waiting = await lockWaitingMails(uow.db, mails[0]!.raw.inbox_id, ids);
    const mine = mails.filter(({ raw }) => waiting.has(raw.id));
    if (mine.length === 0) return new Map();
    const decisions = await receiveMessages(
      deps,
      uow,
      mine.map((one) => one.parsed),
    );
    const settled = mine.map(({ raw, parsed: { mail } }, index) => {
      const decision = decisions[index]!;
      return {
        id: raw.id,
        state: decision.outcome === 'skipped' ? ('skipped' as const) : ('processed' as const),
        message_id: mail.external_id,
        sender: mail.from?.address ?? null,
        subject: mail.subject,
        decision: {
          ...(raw.decision as object),
          ...decision,
          ...(mail.warnings.length > 0 && { warnings: mail.warnings }),
        },
      };
    });
    await settleRawMails(uow.db, settled, uow.now);
    return new Map(mine.map(({ raw }, index) => [raw.id, decisions[index]!]));
  });
}

/** The attempt was counted before it was made, so the row's own count is one behind. */
async function noteFailure(deps: Deps, raw: RawMail, error: Error, step: FailedStep): Promise<void> {
  const attempts = raw.attempts + 1;
  if (attempts >= mostFailures) return quarantine(deps, raw, error.message, step);
  // The error whole might quote the mail: databases name the values they refuse.
  const { message, stack } = error;
  deps.log.warn({ inbox: raw.inbox_id, raw_mail: raw.id, err: { message, stack } }, 'a mail could not be taken in yet');
  await deps.work(deps.system, (uow) =>
    patchRawMail(uow.db, raw.id, {
      error: storable(error.message, longestReason),
      next_attempt_at: new Date(uow.now.getTime() + failurePauses[attempts - 1]!),
    }),
  );
}

/** Puts a mail aside with the reason, where an administrator sees it and can have it processed again. */
export async function quarantine(deps: Deps, raw: RawMail, reason: string, step: FailedStep): Promise<void> {
  deps.log.error({ inbox: raw.inbox_id, raw_mail: raw.id, reason }, 'a mail was quarantined');
  const headers = await deps.storage.get(raw.storage_key).then(peekHeaders, (error: Error) => {
    deps.log.warn({ raw_mail: raw.id, err: error.message }, 'the source of a quarantined mail could not be read');
    return {};
  });
  await deps.work(deps.system, (uow) =>
    patchRawMail(uow.db, raw.id, {
      state: 'quarantined',
      error: storable(reason, longestReason),
      failed_step: step,
      processed_at: uow.now,
      ...headers,
    }),
  );
}
