import type { SkippedAttachment } from '../../../channels/channel.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { type OwnAddresses, ownAddresses } from '../../inboxes/index.ts';
import { countSuppressedMail } from '../../users/index.ts';
import { findConversationForUpdate } from '../conversation-rows.ts';
import { addToThread, openConversation } from './add-incoming.ts';
import { type Arrival, conversationsPerHour, type ParsedMail } from './arrival.ts';
import { applyBounce } from './bounce.ts';
import { classifyMachine, findSender } from './classify-sender.ts';
import { findArrivalFacts, lockMessageIds } from './incoming.queries.ts';
import { identify } from './incoming-identity.ts';
import type { Decision } from './intake-decision.ts';
import { findThread } from './threading.ts';

/**
 * Takes mails in, in their order, all of them or none, in the unit of work that is given. Answers what became of each. Throws what
 * the first one throws that cannot be taken in.
 */
export async function receiveMessages(deps: Deps, uow: UnitOfWork, mails: readonly ParsedMail[]): Promise<Decision[]> {
  const own = await ownAddresses(uow.db);
  await lockMessageIds(
    uow.db,
    mails.map(({ raw, mail }) => {
      const identity = identify(mail, raw);
      return identity.source_id ?? identity.synthetic_id!;
    }),
  );
  const decisions: Decision[] = [];
  for (const mail of mails) decisions.push(await receiveMessage(deps, uow, own, mail));
  return decisions;
}

/**
 * Takes one mail in (behaviour 1.3 to 1.10): recognises it, leaves out what is ours, automatic or blocked, finds its conversation or
 * opens one, stores message, files, contact and participants, reopens, starts the wait and tells everybody concerned.
 */
async function receiveMessage(deps: Deps, uow: UnitOfWork, own: OwnAddresses, parsed: ParsedMail): Promise<Decision> {
  const { raw, mail } = parsed;
  if (mail.bounce) return applyBounce(uow, mail.bounce);
  const found = findSender(mail, own);
  if ('skip' in found) return { outcome: 'skipped', reason: found.skip };
  const { sender } = found;
  const identity = identify(mail, raw);
  const facts = await findArrivalFacts(uow.db, {
    ...identity,
    sender: sender.address,
    named_ids: [...mail.in_reply_to, ...mail.references],
    recent_since: new Date(uow.now.getTime() - 3_600_000),
    recent_limit: conversationsPerHour,
  });
  if (facts.same) return { outcome: 'skipped', reason: whyKnown(facts.same, raw) };
  if (facts.contact && !facts.contact.enabled) {
    await countSuppressedMail(uow, sender.address);
    return { outcome: 'skipped', reason: 'blocked_sender' };
  }

  const evidence = await findThread(uow.db, own, {
    ...mail,
    inbox_id: raw.inbox_id,
    envelope_to: raw.envelope_to,
    sender: sender.address,
    named: facts.named,
  });
  const thread = evidence ? await findConversationForUpdate(uow, evidence.conversation_id) : undefined;
  const machine = classifyMachine(mail, raw.envelope_from);
  if (!thread && machine.kind === 'hard') return { outcome: 'skipped', reason: `machine_mail: ${machine.reason}` };
  if (!thread && machine.is_auto_reply) return { outcome: 'skipped', reason: `auto_reply: ${machine.reason}` };

  const { skipped_attachments = [] } = raw.decision as { skipped_attachments?: SkippedAttachment[] };
  const arrival: Arrival = { ...parsed, sender, machine, identity, facts, left_behind: skipped_attachments };
  const stored = thread ? await addToThread(uow, thread, arrival) : await openConversation(deps, uow, arrival);
  await uow.publish({
    kind: 'message.received',
    ...stored,
    is_auto_reply: thread !== undefined && machine.kind !== 'none',
    opened: !thread,
  });
  return { outcome: 'stored', ...stored, opened: !thread, evidence: thread ? evidence : null };
}

function whyKnown(same: { inbox_id: number; type: string }, raw: { inbox_id: number }): string {
  if (same.type === 'outgoing') return 'own_message';
  return same.inbox_id === raw.inbox_id ? 'duplicate' : 'received_in_another_inbox';
}
