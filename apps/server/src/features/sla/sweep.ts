import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { inPieces, sideBySide } from '../../lib/side-by-side.ts';
import type { ConversationRow } from '../conversations/index.ts';
import { type AlertRow, listDueAlerts, putOffAlerts } from './alerts.queries.ts';
import { listDue, lockFree, putOffApplied } from './applied.queries.ts';
import { type KnownAgents, sendAlerts } from './send-alerts.ts';
import { settle } from './settle.ts';
import { statesOf } from './sla-state.ts';

/** So many conversations one look finds, one unit of work settles, and so many units are under way at a time. */
const look = 10_000;
const batch = 50;
const width = 3;
/** An alert that cannot be sent is tried so often, with a pause between. */
const mostAttempts = 3;
const pauseMs = 60_000;
/** After each failure the promises of a conversation are left alone for four times as long, for a day at most. */
const mostPauseMs = 24 * 3600_000;

type Parts = Pick<Deps, 'db' | 'work' | 'clock' | 'system' | 'log'>;

/**
 * Finds what fell due without anybody doing anything: deadlines that have passed, and alerts whose time has come. Both are rows, so that
 * a restart or a dead process loses none; a conversation that another process has locked is left to it, and to the next sweep.
 * Answers how many conversations were looked at.
 */
export async function sweepSla(deps: Parts, stopped: () => boolean = () => false): Promise<number> {
  const { db, clock, log } = deps;
  let seen = 0;
  const settlePiece = async (ids: readonly number[]) => {
    if (stopped()) return;
    try {
      await settleDue(deps, ids);
    } catch (error) {
      // One that cannot be settled must not keep the others back.
      log.warn({ err: error }, 'due promises could not be settled together; each is tried by itself');
      for (const id of ids) await settleAlone(deps, id);
    }
    seen += ids.length;
  };
  for (;;) {
    const ids = await listDue(db, clock.now(), look);
    await sideBySide(inPieces(ids, batch), width, settlePiece);
    if (ids.length < look || stopped()) return seen;
  }
}

async function settleDue(deps: Parts, ids: readonly number[]): Promise<void> {
  await deps.work(deps.system, async (uow) => {
    const conversations = await lockFree(uow.db, ids);
    const states = await statesOf(uow, conversations);
    const after = new Map<number, ConversationRow>();
    for (const state of states) after.set(state.conversation.id, await settle(uow, state));
    await sendDue(uow, conversations, after);
  });
}

/** Alerts are read after the verdicts, which may have taken some back. */
async function sendDue(
  uow: UnitOfWork,
  conversations: readonly ConversationRow[],
  promised: ReadonlyMap<number, ConversationRow>,
): Promise<void> {
  const due = await listDueAlerts(
    uow.db,
    conversations.map(({ id }) => id),
    uow.now,
  );
  const known: KnownAgents = new Map();
  const byConversation = Map.groupBy(due, ({ conversation_id }) => conversation_id);
  for (const conversation of conversations) {
    const alerts: AlertRow[] = byConversation.get(conversation.id) ?? [];
    if (alerts.length > 0) await sendAlerts(uow, promised.get(conversation.id) ?? conversation, alerts, known);
  }
}

/** Alerts are tried a few times, the verdicts without them; what fails without any is said once, and tried again after ever longer pauses. */
async function settleAlone(deps: Parts, id: number): Promise<void> {
  try {
    await settleDue(deps, [id]);
  } catch (error) {
    const failures = await deps.work(deps.system, async (uow) => {
      const until = new Date(uow.now.getTime() + pauseMs);
      const alerts = { conversation_id: id, until, now: uow.now, attempts: mostAttempts };
      if (await putOffAlerts(uow.db, alerts)) return 0;
      return putOffApplied(uow.db, { conversation_id: id, now: uow.now, first_ms: pauseMs, most_ms: mostPauseMs });
    });
    const what = { err: error, conversation_id: id, failures };
    if (failures > 1) deps.log.debug(what, 'the promises of a conversation could not be settled again');
    else deps.log.error(what, 'the promises of a conversation could not be settled');
  }
}
