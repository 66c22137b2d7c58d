import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EmailNotificationInput, TestMailResult } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { fillText } from '../../http/texts.ts';
import { escapeHtml } from '../../lib/html-escape.ts';
import { currentLanguagePack } from './current-language.ts';
import { loadSettings } from './load-settings.ts';
import { notificationServer } from './notification-server.ts';

/** Clients wait for 10 s (wire A 1.1). */
const patienceMs = 9_000;

/**
 * Sends a mail to whoever asks, by the settings given, unsaved ones included, and says in plain words how that went. Throws
 * input.invalid when there is nothing to try.
 */
export async function testEmailNotifications(
  deps: Deps,
  actor: Actor,
  input: EmailNotificationInput,
): Promise<TestMailResult> {
  const { config, from } = await notificationServer(deps, input);
  const smtp = config.smtp.map((server) => ({ ...server, max_msg_retries: 0, max_conns: 1 }));
  const site = (await loadSettings(deps.db))['app.site_name'];
  const pack = currentLanguagePack(deps.db);
  const uuid = randomUUID();
  const stopped = new AbortController();
  const tooSlow = pause(patienceMs, undefined, { signal: stopped.signal }).then(() => {
    throw new Error(`${smtp[0]!.host}:${smtp[0]!.port} did not answer in time`);
  });
  tooSlow.catch(() => {});
  const sending = deps.channel.send(
    {
      external_id: `test-${uuid}@${from.address.split('@')[1]}`,
      conversation_uuid: null,
      from,
      to: [actor.email],
      cc: [],
      bcc: [],
      reply_to: null,
      subject: fillText(pack['mail.test.subject'] ?? '', { site }),
      references: [],
      in_reply_to: null,
      html: `<p>${escapeHtml(fillText(pack['mail.test.body'] ?? '', { site }))}</p>`,
      attachments: [],
      auto_submitted: 'auto-generated',
      date: deps.clock.now().toISOString(),
    },
    { imap: [], smtp },
    uuid,
  );
  sending.catch(() => {});
  try {
    const receipt = await Promise.race([sending, tooSlow]);
    return { ok: true, detail: fillText(pack['mail.test.taken'] ?? '', { to: actor.email, reply: receipt.response }) };
  } catch (error) {
    return { ok: false, detail: (error as Error).message };
  } finally {
    stopped.abort();
  }
}
