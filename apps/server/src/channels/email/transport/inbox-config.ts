import { parseGoDuration } from '@bellhop/contract/go-duration';
import type { ImapConfig, SmtpConfig } from '@bellhop/contract/inboxes';

/**
 * The stored configuration of an inbox (wire A 19.2, behaviour B1.1.2 and B1.1.3). The contract owns its shape;
 * this file turns its texts into what the transports work with. Durations stay stored as they were written.
 */
export { ImapConfig, InboxConfig, SmtpConfig } from '@bellhop/contract/inboxes';

/** When an IMAP account is asked, in milliseconds; `warnings` name the durations that could not be read. */
export interface ImapTiming {
  read_interval_ms: number;
  scan_inbox_since_ms: number;
  warnings: string[];
}

/** Polling more often than this only annoys the provider. */
const shortestReadIntervalMs = 1000;

/** Unparsable, zero and negative durations fall back to 5m and 48h (B1.1.2). */
export function imapTiming(config: Pick<ImapConfig, 'read_interval' | 'scan_inbox_since'>): ImapTiming {
  const warnings: string[] = [];
  const readInterval = durationOr('5m', 'read_interval', config.read_interval, warnings);
  return {
    read_interval_ms: Math.max(readInterval, shortestReadIntervalMs),
    scan_inbox_since_ms: durationOr('48h', 'scan_inbox_since', config.scan_inbox_since, warnings),
    warnings,
  };
}

/** How long an idle SMTP connection is kept, and how long a mail waits for a free one, in milliseconds. */
export interface SmtpTiming {
  idle_timeout_ms: number;
  wait_timeout_ms: number;
  warnings: string[];
}

/** `pool_wait_timeout`, the later name of `wait_timeout`, wins where both stand (behaviour 1.1). Defaults 25s and 60s. */
export function smtpTiming(
  config: Pick<SmtpConfig, 'idle_timeout' | 'wait_timeout'> & { pool_wait_timeout?: string | undefined },
): SmtpTiming {
  const warnings: string[] = [];
  return {
    idle_timeout_ms: durationOr('25s', 'idle_timeout', config.idle_timeout, warnings),
    wait_timeout_ms: durationOr('60s', 'wait_timeout', config.pool_wait_timeout ?? config.wait_timeout, warnings),
    warnings,
  };
}

/** Timers of Node.js count in 32 bits: a longer wait would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

function durationOr(fallback: string, name: string, text: string, warnings: string[]): number {
  const parsed = parseGoDuration(text.trim());
  if (parsed !== null && parsed > 0) return Math.min(parsed, longestTimerMs);
  warnings.push(`${name} "${text}" is no duration, ${fallback} is used`);
  return parseGoDuration(fallback) ?? 0;
}
