import { setTimeout as pause } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';

/** Watches a mailbox between two looks at it. */
export interface NewsWatch {
  /** Forgets what was announced so far: called right before the mailbox is searched. */
  clear(): void;
  /**
   * Idles (RFC 2177) until the server announces a mail, the connection ends or `limitMs` is over. An announcement that came
   * since `clear` ends it at once, so that nothing between search and IDLE is missed.
   */
  wait(limitMs: number): Promise<void>;
  stop(): void;
}

export function watchForNews(client: ImapFlow): NewsWatch {
  let hasNews = false;
  let wake: (() => void) | null = null;
  const onExists = (): void => {
    hasNews = true;
    wake?.();
  };
  const onClose = (): void => wake?.();
  client.on('exists', onExists);
  client.on('close', onClose);
  return {
    clear() {
      hasNews = false;
    },
    async wait(limitMs) {
      if (hasNews) return;
      const woken = new AbortController();
      const isWoken = new Promise<void>((resolve) => woken.signal.addEventListener('abort', () => resolve()));
      wake = () => woken.abort();
      const timer = setTimeout(wake, limitMs);
      try {
        while (!woken.signal.aborted && client.usable) await idleOnce(client, woken.signal, isWoken);
      } finally {
        clearTimeout(timer);
        wake = null;
      }
    },
    stop() {
      client.off('exists', onExists);
      client.off('close', onClose);
    },
  };
}

/**
 * One IDLE, until woken or until it ends: a silent server is asked with NOOP from time to time, which ends the IDLE. A server
 * that refuses IDLE or ends it at once is not asked again and again.
 */
async function idleOnce(client: ImapFlow, woken: AbortSignal, isWoken: Promise<void>): Promise<void> {
  const begun = Date.now();
  const ended = await Promise.race([client.idle(), isWoken]);
  if (woken.aborted || !client.usable) return;
  const isHealthy: boolean = (ended as unknown) !== false && Date.now() - begun >= 1000;
  if (!isHealthy) await Promise.race([pause(10_000, undefined, { ref: false }), isWoken]);
}
