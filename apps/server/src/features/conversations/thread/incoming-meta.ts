import type { InboundMessage, MachineMail, Mailbox, SkippedAttachment } from '../../../channels/channel.ts';

/**
 * `meta` of an incoming message (wire B 3.1, behaviour 1.5): bare lower-cased addresses and the subject, which clients show and
 * compute recipients from, then what Bellhop keeps beside them.
 */
export function incomingMeta(
  mail: InboundMessage,
  facts: {
    sender: Mailbox;
    machine: MachineMail;
    is_auto_reply: boolean;
    is_rate_limited: boolean;
    hides_link: boolean;
    skipped_attachments: readonly SkippedAttachment[];
  },
): Record<string, unknown> {
  const { sender, machine, skipped_attachments } = facts;
  const isForwardedForm = mail.from !== null && mail.from.address !== sender.address;
  return {
    from: [sender.address],
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    bcc: addresses(mail.bcc),
    subject: mail.subject,
    date: mail.sent_at,
    reply_to: addresses(mail.reply_to),
    references: mail.references,
    in_reply_to: mail.in_reply_to,
    id_headers: mail.id_headers,
    ...(isForwardedForm && { header_from: mail.from!.address }),
    ...(machine.kind !== 'none' && { machine: { kind: machine.kind, reason: machine.reason } }),
    ...(facts.is_auto_reply && { is_auto_reply: true }),
    ...(facts.is_rate_limited && { is_rate_limited: true }),
    ...(facts.hides_link && { hides_link: true }),
    ...(skipped_attachments.length > 0 && { skipped_attachments }),
  };
}

function addresses(mailboxes: readonly Mailbox[]): string[] {
  return mailboxes.map((mailbox) => mailbox.address);
}
