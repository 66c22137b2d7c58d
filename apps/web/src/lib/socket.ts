/** A frame of the server (wire B 14.3); `seq` numbers the change in the change log, control frames may lack it. */
export interface SocketFrame {
  type: string;
  data: unknown;
  seq?: number;
}

/**
 * Where the connection stands. `waiting`: lost, next try at `retryAt`. `catching_up`: it stands again, and what was missed
 * is on its way. `failed`: all tries are used up, only a reload of the page (or `connectNow`) helps. `lostAt` is when the
 * server was last heard before the loss, null while nothing is lost. Times are milliseconds since 1970.
 */
export type SocketState =
  | { name: 'idle' | 'connecting' | 'catching_up' | 'open' | 'failed'; attempt: number; lostAt: number | null }
  | { name: 'waiting'; attempt: number; lostAt: number; retryAt: number };

export interface SocketOptions {
  /** Address of the socket, without the query. */
  url: string;
  onFrame: (frame: SocketFrame) => void;
  onState?: (state: SocketState) => void;
  /** The server has closed the connection because the session is over. */
  onSessionEnded?: () => void;
}

export interface LiveSocket {
  start: () => void;
  stop: () => void;
  /** Tries at once when the connection is lost; else does nothing. */
  connectNow: () => void;
  /** Says something to the server, as JSON; what it would hear too late is not kept for later. Answers whether it was said. */
  say: (message: object) => boolean;
}

/** Constants of specification 9. */
export const socketTiming = {
  pingMs: 5_000,
  pongTimeoutMs: 60_000,
  firstDelayMs: 1_000,
  factor: 1.5,
  longestDelayMs: 30_000,
  attempts: 50,
} as const;

/** Close code of a session that has ended, RFC 6455 7.4.1. */
const policyViolation = 1008;

/** Wait before the n-th try after a loss (1 is the first), in milliseconds. */
export function retryDelay(attempt: number): number {
  const { firstDelayMs, factor, longestDelayMs } = socketTiming;
  return Math.min(firstDelayMs * factor ** (attempt - 1), longestDelayMs);
}

/**
 * The live connection: pings every 5 s, gives up on a connection that was silent for 60 s, comes back with growing
 * waits, and then asks for what it missed (`?since=<last seq>`). The server answers `resumed` after the replay, or
 * `reload` when too much was missed.
 */
export function createSocket({ url, onFrame, onState, onSessionEnded }: SocketOptions): LiveSocket {
  let socket: WebSocket | undefined;
  let lastSeq: number | undefined;
  let lastPongAt = 0;
  let lastHeardAt = Date.now();
  let lostAt: number | null = null;
  let attempt = 0;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = true;
  let hasOpened = false;

  const connect = () => {
    clearTimeout(retryTimer);
    onState?.({ name: 'connecting', attempt, lostAt });
    const isResuming = lastSeq !== undefined;
    const current = new WebSocket(isResuming ? `${url}?since=${lastSeq}` : url);
    socket = current;
    const isBlind = hasOpened && lastSeq === undefined;
    current.addEventListener('open', () => {
      hasOpened = true;
      attempt = 0;
      lastPongAt = Date.now();
      lastHeardAt = lastPongAt;
      if (isResuming) onState?.({ name: 'catching_up', attempt, lostAt });
      else stand();
      pingTimer = setInterval(() => ping(current), socketTiming.pingMs);
      // Without a number there is nothing to resume from, and something may have been missed.
      if (isBlind) onFrame({ type: 'reload', data: {} });
    });
    current.addEventListener('message', (event) => receive(String(event.data)));
    current.addEventListener('close', ({ code }) => {
      if (code === policyViolation) onSessionEnded?.();
      lose(current);
    });
  };

  const stand = () => {
    lostAt = null;
    onState?.({ name: 'open', attempt, lostAt });
  };

  const receive = (text: string) => {
    lastHeardAt = Date.now();
    if (text === 'pong') {
      lastPongAt = lastHeardAt;
      return;
    }
    const frame = JSON.parse(text) as SocketFrame;
    const seq = frame.seq ?? seqOfControl(frame);
    if (seq !== undefined && (lastSeq === undefined || seq > lastSeq)) lastSeq = seq;
    onFrame(frame);
    if (frame.type === 'resumed' || frame.type === 'reload') stand();
  };

  const ping = (current: WebSocket) => {
    if (Date.now() - lastPongAt >= socketTiming.pongTimeoutMs) {
      // A dead link answers no close handshake either, so the loss is declared here and not waited for.
      current.close();
      lose(current);
    } else if (current.readyState === WebSocket.OPEN) {
      current.send('ping');
    }
  };

  const lose = (lost: WebSocket) => {
    if (lost !== socket) return;
    socket = undefined;
    clearInterval(pingTimer);
    if (isStopped) return;
    lostAt ??= lastHeardAt;
    if (attempt >= socketTiming.attempts) {
      onState?.({ name: 'failed', attempt, lostAt });
      return;
    }
    attempt += 1;
    const delay = retryDelay(attempt);
    onState?.({ name: 'waiting', attempt, lostAt, retryAt: Date.now() + delay });
    retryTimer = setTimeout(connect, delay);
  };

  const connectNow = () => {
    if (!isStopped && !socket) connect();
  };

  const say = (message: object) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };

  return {
    connectNow,
    say,
    start: () => {
      if (!isStopped) return;
      isStopped = false;
      window.addEventListener('focus', connectNow);
      window.addEventListener('online', connectNow);
      connect();
    },
    stop: () => {
      isStopped = true;
      window.removeEventListener('focus', connectNow);
      window.removeEventListener('online', connectNow);
      clearTimeout(retryTimer);
      clearInterval(pingTimer);
      socket?.close();
      socket = undefined;
      lostAt = null;
      onState?.({ name: 'idle', attempt: 0, lostAt });
    },
  };
}

/** `resumed` and `reload` name in their data up to which change the client is now. */
function seqOfControl(frame: SocketFrame): number | undefined {
  const data = frame.data as { seq?: unknown } | null;
  return typeof data?.seq === 'number' && (frame.type === 'resumed' || frame.type === 'reload') ? data.seq : undefined;
}
