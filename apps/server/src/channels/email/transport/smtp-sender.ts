import { createHash, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport, type SMTPSentMessageInfo } from 'nodemailer';
import { createSlots, type Slots } from '../../../lib/slots.ts';
import { ChannelClosedError, type DeliveryReceipt, TemporaryDeliveryError } from '../../channel.ts';
import type { ComposedMail } from './compose-mail.ts';
import { deliveryError, isBrokenConnection, isEnvelopeRefused, rejectedRecipients } from './delivery-error.ts';
import { prependHeaders } from './email-headers.ts';
import { type SmtpConfig, smtpTiming } from './inbox-config.ts';
import { type SmtpTimeLimits, smtpOptions, smtpTimeLimits } from './smtp-options.ts';
import { cleanId } from './thread-headers.ts';

/** Longest a `send` takes in milliseconds, the wait for a free connection and all re-sends included. */
export const smtpAttemptLimitMs = 5 * 60_000;

export interface SmtpSender {
  /**
   * Hands a composed mail to one of the servers, chosen at random (behaviour B2.3.2). Resolves when the server has taken
   * it for at least one recipient; the receipt names those it refused. Throws PermanentDeliveryError or
   * TemporaryDeliveryError with a text for an agent, and ChannelClosedError after `close`. Never tries again after the server
   * acknowledged the mail.
   */
  send(servers: SmtpConfig[], mail: ComposedMail): Promise<DeliveryReceipt>;
  /** Closes the connections of every configuration that is not among these: called when inboxes change. */
  retain(servers: SmtpConfig[]): void;
  /** Refuses new mail, waits for the mails under way, at most `limitMs`, then breaks them off. */
  close(limitMs?: number): Promise<void>;
}

export interface SmtpSenderOptions {
  limits?: SmtpTimeLimits;
  attempt_limit_ms?: number;
}

/** One pool of connections for each SMTP server configuration, for the life of the process. */
export function createSmtpSender(options: SmtpSenderOptions = {}): SmtpSender {
  const limits = options.limits ?? smtpTimeLimits;
  const pools = new Map<string, Pool>();
  const underWay = new Set<Promise<DeliveryReceipt>>();
  const closing = new AbortController();
  let isClosed = false;

  function poolOf(config: SmtpConfig): Pool {
    const key = fingerprint(config);
    const pool = pools.get(key) ?? openPool(config, limits);
    pools.set(key, pool);
    return pool;
  }

  return {
    async send(servers, mail) {
      const config = servers[servers.length > 1 ? randomInt(servers.length) : 0];
      if (config === undefined) throw new Error('send needs at least one SMTP server');
      if (isClosed) throw new ChannelClosedError('Bellhop is shutting down');
      const limit = AbortSignal.timeout(options.attempt_limit_ms ?? smtpAttemptLimitMs);
      const delivery = deliver(poolOf(config), mail, AbortSignal.any([limit, closing.signal]));
      underWay.add(delivery);
      try {
        return await delivery;
      } finally {
        underWay.delete(delivery);
      }
    },

    retain(servers) {
      const kept = new Set(servers.map(fingerprint));
      for (const [key, pool] of pools) {
        if (kept.has(key)) continue;
        pools.delete(key);
        pool.transport.close();
      }
    },

    async close(limitMs = 25_000) {
      isClosed = true;
      const ended = new AbortController();
      const timer = pause(limitMs, undefined, { signal: ended.signal }).then(
        () => closing.abort(),
        () => undefined,
      );
      await Promise.allSettled(underWay);
      ended.abort();
      await timer;
      for (const pool of pools.values()) pool.transport.close();
      pools.clear();
    },
  };
}

interface Pool {
  config: SmtpConfig;
  limits: SmtpTimeLimits;
  transport: ReturnType<typeof openTransport>;
  slots: Slots;
  /** Learnt from the server's answer, so that only the first automated mail is tried twice. */
  refuses_null_sender: boolean;
}

function openPool(config: SmtpConfig, limits: SmtpTimeLimits): Pool {
  return {
    config,
    limits,
    transport: openTransport(config, limits),
    slots: createSlots(config.max_conns),
    refuses_null_sender: false,
  };
}

function openTransport(config: SmtpConfig, limits: SmtpTimeLimits) {
  return createTransport(smtpOptions(config, limits));
}

async function deliver(pool: Pool, mail: ComposedMail, signal: AbortSignal): Promise<DeliveryReceipt> {
  const release = await pool.slots.take(smtpTiming(pool.config).wait_timeout_ms, signal);
  if (release === null) {
    const { host, max_conns: count } = pool.config;
    throw new TemporaryDeliveryError(
      signal.aborted ? `Sending to ${host} was stopped` : `All ${count} connections to ${host} are busy`,
    );
  }
  try {
    return receiptOf(await sendWithResends(pool, mail, signal));
  } catch (error) {
    throw deliveryError(error, pool.config);
  } finally {
    release();
  }
}

/**
 * `max_msg_retries` counts the re-sends on a fresh connection within one attempt (settled question 19). A refused null
 * sender does not count; servers that check the sender late refuse the recipients in its place, so the From address is
 * tried then, too, and kept for later mails when it helped.
 */
async function sendWithResends(pool: Pool, mail: ComposedMail, signal: AbortSignal): Promise<SMTPSentMessageInfo> {
  const { from, fallback_from: fallback } = mail.envelope;
  let sender = from === '' && pool.refuses_null_sender ? (fallback ?? '') : from;
  for (let resends = 0; ; ) {
    try {
      const info = await handOver(pool, mail, sender, signal, resends > 0);
      pool.refuses_null_sender ||= sender !== from;
      return info;
    } catch (error) {
      if (sender === '' && fallback !== null && isEnvelopeRefused(error)) {
        sender = fallback;
        continue;
      }
      if (!isBrokenConnection(error) || resends >= pool.config.max_msg_retries || signal.aborted) throw error;
      resends += 1;
      // A server that restarts needs a moment; the pause doubles from a tenth of a second to two seconds.
      await pause(Math.min(50 * 2 ** resends, 2000), undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}

async function handOver(
  pool: Pool,
  mail: ComposedMail,
  from: string,
  signal: AbortSignal,
  onFreshConnection: boolean,
): Promise<SMTPSentMessageInfo> {
  const raw = prependHeaders(mail.raw, pool.config.email_headers);
  const transport = onFreshConnection ? openTransport(pool.config, pool.limits) : pool.transport;
  try {
    return await transport.sendMail({ envelope: { from, to: mail.envelope.to, size: raw.length }, raw, signal });
  } finally {
    if (onFreshConnection) transport.close();
  }
}

function receiptOf(info: SMTPSentMessageInfo): DeliveryReceipt {
  return {
    response: info.response,
    relay_external_id: info.serverMessageId === undefined ? null : cleanId(info.serverMessageId),
    accepted: info.accepted,
    rejected: rejectedRecipients(info.rejectedErrors),
  };
}

/** Equal for equal configurations; a hash, so that no password is held as a key. */
function fingerprint(config: SmtpConfig): string {
  const entries = Object.entries(config).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
