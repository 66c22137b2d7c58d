import { ImapFlow, type MailboxObject } from 'imapflow';
import { isConnectionLoss } from './describe-mail-error.ts';
import type { ImapConfig } from './inbox-config.ts';

/** Time limits of an IMAP connection in milliseconds (behaviour 1.2: connection, login and command time-outs of 30 s). */
export interface ImapTimeLimits {
  connect_ms: number;
  /** Silence of the server while it owes an answer. An idling server that stays silent is asked with NOOP. */
  silence_ms: number;
}

export const imapTimeLimits: ImapTimeLimits = { connect_ms: 30_000, silence_ms: 30_000 };

export interface MailboxAccess {
  signal: AbortSignal;
  limits?: ImapTimeLimits;
  /** Largest piece in bytes that the server may send at once; bounds the memory of a connection. */
  max_piece_bytes?: number;
}

/**
 * Connects, signs in, opens the configured mailbox read-only, so that no flag is ever changed (B1.2.1), and hands the open
 * connection to `use`. Logs out when `use` is done, closes at once when it fails or `signal` aborts. A connection that
 * broke rejects with the cause of the break instead of the command that noticed it.
 */
export async function withMailbox<Result>(
  config: ImapConfig,
  access: MailboxAccess,
  use: (client: ImapFlow, mailbox: MailboxObject) => Promise<Result>,
): Promise<Result> {
  access.signal.throwIfAborted();
  const client = new ImapFlow(clientOptions(config, access));
  let breakCause: Error | undefined;
  client.on('error', (error) => {
    breakCause ??= error;
  });
  const close = (): void => client.close();
  access.signal.addEventListener('abort', close);
  try {
    await client.connect();
    // The lock tells imapflow that the connection is in use while mails are stored between two commands.
    const lock = await client
      .getMailboxLock(config.mailbox, { readOnly: true, maxLockHoldTime: false })
      .catch((error: unknown) => Promise.reject(asMailboxError(error)));
    if (client.mailbox === false) throw new Error('The mailbox could not be opened');
    const result = await use(client, client.mailbox);
    lock.release();
    await client.logout();
    return result;
  } catch (error) {
    throw breakCause !== undefined && isConnectionLoss(error) ? breakCause : error;
  } finally {
    access.signal.removeEventListener('abort', close);
    client.close();
  }
}

/** A refusal to open the mailbox; imapflow marks it only where it can tell that the mailbox is missing. */
function asMailboxError(error: unknown): unknown {
  const isRefused =
    error instanceof Error && 'responseStatus' in error && ['NO', 'BAD'].includes(String(error.responseStatus));
  return isRefused ? Object.assign(error, { mailboxMissing: true }) : error;
}

function clientOptions(config: ImapConfig, { limits = imapTimeLimits, max_piece_bytes: piece }: MailboxAccess) {
  return {
    host: config.host,
    port: config.port,
    secure: config.tls_type === 'tls',
    doSTARTTLS: config.tls_type === 'tls' ? undefined : config.tls_type === 'starttls',
    tls: { rejectUnauthorized: !config.tls_skip_verify },
    auth: { user: config.username, pass: config.password },
    clientInfo: { name: 'Bellhop' },
    connectionTimeout: limits.connect_ms,
    greetingTimeout: limits.connect_ms,
    socketTimeout: limits.silence_ms,
    ...(piece === undefined ? {} : { maxLiteralSize: piece, maxLineLength: piece, maxResponseSize: piece * 2 }),
    // IDLE begins when the receiver says so, and mail is compressed already.
    disableAutoIdle: true,
    disableCompression: true,
    logger: false as const,
  };
}
