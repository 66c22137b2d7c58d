import type { MailProblem } from '@bellhop/contract';
import { createTransport } from 'nodemailer';
import { explainMailError } from './describe-mail-error.ts';
import { withMailbox } from './imap-mailbox.ts';
import type { ImapConfig, SmtpConfig } from './inbox-config.ts';
import { smtpOptions } from './smtp-options.ts';

/** Both texts are in plain words for the administrator. */
export type ConnectionTest = { ok: true; detail: string } | { ok: false; error: string; problem: MailProblem };

/** A test ends within this time, in milliseconds, whatever the server does: who asked waits ten seconds (specification 7). */
const testLimitMs = 9_000;

/** Signs in and opens the mailbox, changing nothing; for "Test connection" before saving. Never throws. */
export async function testImap(config: ImapConfig, limitMs = testLimitMs): Promise<ConnectionTest> {
  const signal = AbortSignal.timeout(limitMs);
  const limits = { connect_ms: limitMs, silence_ms: limitMs };
  try {
    const detail = await withMailbox(config, { signal, limits }, async (client, mailbox) => {
      const pace = client.capabilities.has('IDLE')
        ? 'new mail is announced at once'
        : 'new mail is looked for regularly';
      return `Signed in; ${config.mailbox} holds ${mailbox.exists} ${mailbox.exists === 1 ? 'message' : 'messages'}, ${pace}.`;
    });
    return { ok: true, detail };
  } catch (error) {
    return refused(signal, error, config);
  }
}

/** Connects, encrypts and signs in as configured, and sends nothing. Never throws. */
export async function testSmtp(config: SmtpConfig, limitMs = testLimitMs): Promise<ConnectionTest> {
  const signal = AbortSignal.timeout(limitMs);
  const transport = createTransport(
    smtpOptions(config, { connect_ms: limitMs, greeting_ms: limitMs, silence_ms: limitMs }),
  );
  try {
    await Promise.race([transport.verify(), rejectedBy(signal)]);
    const protocol = config.auth_protocol;
    const detail =
      protocol === 'none' || protocol === '' ? 'Connected; the server was not asked for a sign-in.' : 'Signed in.';
    return { ok: true, detail };
  } catch (error) {
    return refused(signal, error, config);
  } finally {
    transport.close();
  }
}

function refused(signal: AbortSignal, error: unknown, server: { host: string; port: number }): ConnectionTest {
  const { text, problem } = explainMailError(signal.aborted ? { code: 'ETIMEDOUT' } : error, server);
  return { ok: false, error: text, problem };
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
