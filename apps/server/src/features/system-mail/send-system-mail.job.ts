import { ChannelClosedError, PermanentDeliveryError } from '../../channels/channel.ts';
import type { Deps } from '../../core/deps.ts';
import { retryMinutes } from '../../core/mail-retries.ts';
import { longestReason, storable } from '../../lib/storable.ts';
import { notificationServer } from '../settings/index.ts';
import { enqueueSystemMail, isEssential } from './queue-system-mail.ts';
import { renderSystemMail } from './render-system-mail.ts';
import {
  deleteEnded,
  findSystemMail,
  patchSystemMail,
  postponeSystemMail,
  type SystemMailRecord,
} from './system-mail.queries.ts';

/** Ended mails are kept for so long, to see why one did not come. */
const keptMs = 30 * 86_400_000;

/**
 * Job `system_mail.send`: makes one attempt for a mail of the desk and writes down how it ended. Passing failures are tried again as
 * replies are; the database's trouble is thrown, and the job comes again.
 */
export async function sendSystemMail(deps: Deps, id: number): Promise<void> {
  const mail = await findSystemMail(deps.db, id);
  if (!mail || mail.finished_at) return;
  const attempts = mail.attempts + 1;
  const end = (state: 'sent' | 'failed' | 'dropped', error: string | null) => {
    deps.meter.count('system_mails_total', { outcome: state });
    return deps.work(deps.system, (uow) =>
      patchSystemMail(uow.db, id, { state, attempts, error, finished_at: uow.now }),
    );
  };
  try {
    const outcome = await hand(deps, mail);
    await end(outcome, null);
  } catch (error) {
    if (error instanceof ChannelClosedError) throw error;
    const reason = storable((error as Error).message, longestReason);
    deps.log.warn({ system_mail: id, kind: mail.kind, attempt: attempts, err: reason }, 'a mail could not be sent');
    const minutes = retryMinutes[attempts - 1];
    if (error instanceof PermanentDeliveryError || minutes === undefined) return end('failed', reason);
    deps.meter.count('system_mails_total', { outcome: 'retrying' });
    await deps.work(deps.system, async (uow) => {
      const due_at = new Date(uow.now.getTime() + minutes * 60_000);
      await postponeSystemMail(uow.db, id, { attempts, error: reason, due_at });
      await enqueueSystemMail(uow, id, due_at);
    });
  }
}

/** Deletes ended mails after a month. */
export async function forgetSystemMails(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - keptMs);
  await deps.work(deps.system, (uow) => deleteEnded(uow.db, before));
}

async function hand(deps: Deps, mail: SystemMailRecord): Promise<'sent' | 'dropped'> {
  const server = await notificationServer(deps);
  // Switched off meanwhile: the news would be old when it is switched on again.
  if (!server.is_enabled && !isEssential(mail.kind)) return 'dropped';
  const { subject, html } = await renderSystemMail(deps, mail.kind, mail.content as Record<string, string>);
  await deps.channel.send(
    {
      external_id: `system-${mail.uuid}@${server.from.address.split('@')[1]}`,
      conversation_uuid: null,
      from: server.from,
      to: [mail.recipient],
      cc: [],
      bcc: [],
      reply_to: null,
      subject,
      references: [],
      in_reply_to: null,
      html,
      attachments: [],
      auto_submitted: 'auto-generated',
      date: deps.clock.now().toISOString(),
    },
    server.config,
    mail.uuid,
  );
  return 'sent';
}
