import { createSmtpListener, type SmtpListener } from '../../channels/email/transport/smtp-listener.ts';
import type { Deps } from '../../core/deps.ts';
import { createDeliveryNotes } from './note-delivery.ts';
import { resolveRecipient } from './resolve-recipient.ts';
import { createRawMailStore } from './store-raw-mail.ts';

/** Announced with SIZE and answered with 552 beyond it; of larger mails from elsewhere only the text is kept anyway. */
const largestMail = 50 * 1024 * 1024;

/**
 * Listens for mail to the addresses of enabled inboxes and says 250 once it is stored durably (running page, local mail). Null when
 * the setting switches it off; `port` overrides the setting, 0 takes a free one. Rejects when the port is taken.
 */
export async function startLocalSmtp(deps: Deps, port?: number): Promise<SmtpListener | null> {
  if (port === undefined && deps.config.local_smtp_port === 0) return null;
  const storeRawMail = createRawMailStore(deps);
  const noteDelivery = createDeliveryNotes(deps);
  return createSmtpListener({
    host: deps.config.local_smtp_host,
    port: port ?? deps.config.local_smtp_port,
    maxSize: largestMail,
    log: deps.log,
    async resolveRecipient(address) {
      const inbox_id = await resolveRecipient(deps.db, address);
      return inbox_id === undefined ? null : { inbox_id };
    },
    async store({ inbox_ids, envelope, raw }) {
      await storeRawMail(
        raw,
        inbox_ids.map((inbox_id) => ({
          inbox_id,
          source: 'smtp' as const,
          envelope_from: envelope.from,
          envelope_to: envelope.to,
        })),
      );
      await noteDelivery(inbox_ids);
    },
  });
}
