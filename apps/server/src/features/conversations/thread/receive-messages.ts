import type { SkippedAttachment } from '../../../channels/channel.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { noteRoundTrips, type OwnAddresses, ownAddresses } from '../../inboxes/index.ts';
import { loadSettings, type Settings } from '../../settings/index.ts';
import { countSuppressedMail } from '../../users/index.ts';
import { findConversationsForUpdate } from '../conversation-rows.ts';
import { storeArrivals } from './add-incoming.ts';
import type { Arrival, Letter, ParsedMail } from './arrival.ts';
import { hintsOf, loadArrivalFacts } from './arrival-facts.ts';
import { applyBounce } from './bounce.ts';
import { classifyMachine, findSender } from './classify-sender.ts';
import { continueThreads, type Place } from './continue-thread.ts';
import { lockMessageIds } from './incoming.queries.ts';
import { identify } from './incoming-identity.ts';
import type { Decision } from './intake-decision.ts';
import { markedReference } from './subject-marker.ts';
import { type Evidence, findThread } from './threading.ts';
import { createUndecided } from './undecided.ts';

/** What is the same for all mails of a batch. */
interface Desk {
  own: OwnAddresses;
  settings: Settings;
}

/**
 * Takes mails in (behaviour 1.3 to 1.10), all of them or none, in the unit of work that is given: recognises them, leaves out what is
 * ours, automatic or blocked, finds their conversations or opens some, and stores what is left. A mail that may depend on an earlier
 * one waits until that is stored, so the outcome is that of one after the other. Answers what became of each. Throws what the first
 * one throws that cannot be taken in.
 */
export async function receiveMessages(deps: Deps, uow: UnitOfWork, mails: readonly ParsedMail[]): Promise<Decision[]> {
  const own = await ownAddresses(uow.db);
  const settings = await loadSettings(deps.db);
  await lockMessageIds(
    uow.db,
    mails.map(({ raw, mail }) => {
      const identity = identify(mail, raw);
      return identity.source_id ?? identity.synthetic_id!;
    }),
  );
  const decisions = new Map<number, Decision>();
  const ours = await noteRoundTrips(
    uow,
    mails.map(({ raw, mail }) => ({ inbox_id: raw.inbox_id, mail })),
  );
  for (const [index, { raw }] of mails.entries())
    if (ours[index]) decisions.set(raw.id, { outcome: 'skipped', reason: 'round_trip' });
  let left = mails.filter(({ raw }) => !decisions.has(raw.id));
  while (left.length > 0) left = await receiveFirst(deps, uow, { own, settings }, left, decisions);
  return mails.map(({ raw }) => decisions.get(raw.id)!);
}

/** Decides the first mail and all others that need not wait for an earlier one; answers those that do, in their order. */
async function receiveFirst(
  deps: Deps,
  uow: UnitOfWork,
  desk: Desk,
  mails: readonly ParsedMail[],
  decisions: Map<number, Decision>,
): Promise<ParsedMail[]> {
  const [first, ...rest] = mails;
  if (first!.mail.bounce) {
    decisions.set(first!.raw.id, await applyBounce(uow, first!.mail.bounce));
    return rest;
  }
  // A report changes conversations that only its own look-up knows.
  const report = mails.findIndex(({ mail }) => mail.bounce !== null);
  const letters: Letter[] = [];
  for (const mail of report < 0 ? mails : mails.slice(0, report)) {
    const letter = readLetter(desk, mail);
    if ('outcome' in letter) decisions.set(mail.raw.id, letter);
    else letters.push(letter);
  }
  const { arrivals, waiting } = await chooseArrivals(uow, desk, letters, decisions);
  const stored = await storeArrivals(deps, uow, arrivals);
  for (const [index, { raw, evidence, thread, continues }] of arrivals.entries()) {
    const led = continues ? { ...continues.evidence, closed: true as const } : evidence;
    decisions.set(raw.id, { outcome: 'stored', ...stored[index]!, opened: !thread, evidence: led });
  }
  return [...waiting, ...(report < 0 ? [] : mails.slice(report))];
}

function readLetter({ own, settings }: Desk, parsed: ParsedMail): Letter | Decision {
  const { raw, mail } = parsed;
  const found = findSender(mail, own);
  if ('skip' in found) return { outcome: 'skipped', reason: found.skip };
  const machine = classifyMachine(mail, raw.envelope_from);
  const reference = markedReference(mail.subject, settings['app.subject_marker']);
  return { ...parsed, sender: found.sender, machine, identity: identify(mail, raw), reference };
}

/** Those of the letters that are to be stored now, their conversations locked, and those that must wait. */
async function chooseArrivals(
  uow: UnitOfWork,
  desk: Desk,
  letters: readonly Letter[],
  decisions: Map<number, Decision>,
): Promise<{ arrivals: Arrival[]; waiting: Letter[] }> {
  const facts = letters.length > 0 ? await loadArrivalFacts(uow.db, desk.own, letters, uow.now) : null;
  const found = letters.map((letter) => ({ letter, evidence: findThread(desk.own, facts!, hintsOf(letter)) }));
  const places = await placesOf(uow, desk, found);
  const undecided = createUndecided();
  const chosen: Arrival[] = [];
  const waiting: Letter[] = [];
  for (const { letter, evidence: led } of found) {
    const { evidence, continues } = places?.get(letter) ?? { evidence: led, continues: null };
    // Those that continue a conversation come one after the other, as those that belong to it.
    const concerned = [led, evidence];
    if (concerned.some((one) => undecided.mayConcern(letter, one, facts!))) {
      for (const one of concerned) undecided.add(letter, one);
      waiting.push(letter);
      continue;
    }
    const contact = facts!.contacts.get(letter.sender.address) ?? null;
    const reason = whyLeftOut(letter, facts!.same(letter.identity), contact, evidence !== null);
    if (reason === null) {
      for (const one of concerned) undecided.add(letter, one);
      const { skipped_attachments = [] } = letter.raw.decision as { skipped_attachments?: SkippedAttachment[] };
      const recent = contact?.recent ?? 0;
      chosen.push({ ...letter, contact, recent, evidence, thread: null, continues, left_behind: skipped_attachments });
      continue;
    }
    if (reason === 'blocked_sender') await countSuppressedMail(uow, letter.sender.address);
    decisions.set(letter.raw.id, { outcome: 'skipped', reason });
  }
  const threads = await findConversationsForUpdate(
    uow,
    chosen.flatMap(({ evidence }) => evidence?.conversation_id ?? []),
  );
  const arrivals = chosen.map((one) => ({ ...one, thread: threads.get(one.evidence?.conversation_id ?? 0) ?? null }));
  // One whose conversation has gone meanwhile is looked at again, before those that wait for it.
  const isGone = (one: Arrival) => one.evidence !== null && one.thread === null;
  return {
    arrivals: arrivals.filter((one) => !isGone(one)),
    waiting: [...arrivals.filter(isGone), ...waiting],
  };
}

/** Undefined while conversations are reopened however long they were closed. */
async function placesOf(
  uow: UnitOfWork,
  { settings }: Desk,
  found: readonly { letter: Letter; evidence: Evidence | null }[],
): Promise<Map<Letter, Place> | undefined> {
  const days = settings['app.new_conversation_after_closed_days'];
  if (days === 0) return undefined;
  return continueThreads(uow.db, found, new Date(uow.now.getTime() - days * 86_400_000));
}

/** Why a letter is not taken in; null when it is. What machines write needs a thread that waits for it (behaviour 1.4). */
function whyLeftOut(
  { machine, raw }: Letter,
  same: { inbox_id: number; type: string } | undefined,
  contact: { enabled: boolean } | null,
  hasThread: boolean,
): string | null {
  if (same?.type === 'outgoing') return 'own_message';
  if (same) return same.inbox_id === raw.inbox_id ? 'duplicate' : 'received_in_another_inbox';
  if (contact && !contact.enabled) return 'blocked_sender';
  if (!hasThread && machine.kind === 'hard') return `machine_mail: ${machine.reason}`;
  if (!hasThread && machine.is_auto_reply) return `auto_reply: ${machine.reason}`;
  return null;
}
