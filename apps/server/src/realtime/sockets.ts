import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCodes } from '@bellhop/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { type CallerSource, demandAgent, type FindCaller } from '../http/guard.ts';
import { rawAnswer } from '../http/raw-answer.ts';
import { createRequestLimit } from '../http/request-limit.ts';
import type { Clock } from '../lib/clock.ts';
import { clientAddress, type TrustsPeer } from '../lib/trusted-peers.ts';
import type { Hub } from './hub.ts';
import type { Presence } from './presence.ts';
import { readPresence } from './read-presence.ts';

/**
 * Each client has this long to answer a sign of life, in milliseconds; browsers do so by themselves, in sleeping tabs too. A socket
 * whose session has expired is noticed within the same time.
 */
const beatMs = 30_000;

/** Tabs of one agent in this process, and what one of them may say in a minute: browsers ping every five seconds. */
const defaultLimits = { perAgent: 200, perMinute: 600 };

/** A client that lets this much pile up is dropped; it comes back and is caught up. */
const largestBacklog = 4 * 1024 * 1024;

export interface Sockets {
  count(): number;
  /**
   * Looks again at every socket of an agent, or of all: its session may be over, its permissions may have changed. A socket that
   * cannot be looked at is closed; its client comes back and is checked then.
   */
  recheck(agentId?: number): Promise<void>;
  /** Sends a text to every socket of an agent. */
  tell(agentId: number, text: string): void;
  close(): void;
}

/**
 * Serves `/ws` on a web server (wire B 14): session or API key and origin are checked before the upgrade; the text `ping` is answered
 * with `pong`; a `presence` message is noted; anything else is answered with an error frame.
 */
export function serveSockets(options: {
  server: Server;
  hub: Hub;
  presence: Presence;
  findCaller: FindCaller;
  /** Host of `app.root_url`, which is allowed beside the request's own (settled question 31). */
  rootHost: () => Promise<string>;
  /** Whether the peer is a proxy whose forwarded host is believed. */
  trustsPeer: TrustsPeer;
  onPing: (actor: Actor) => void;
  errorText: (error: AppError) => string;
  clock: Clock;
  beatMs?: number;
  limits?: typeof defaultLimits;
}): Sockets {
  const limits = options.limits ?? defaultLimits;
  const { server, hub, findCaller } = options;
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false });
  const open = new Map<WebSocket, Entry>();
  let rechecks = 0;

  const refuse = (socket: Duplex, error: AppError) => {
    const { code, data, headers } = error;
    const { status, error_type } = errorCodes[code];
    const message = options.errorText(error);
    socket.end(rawAnswer(`${status} Refused`, { status: 'error', message, data, error_type, code }, headers));
  };

  const countOf = (agentId: number) => [...open.values()].filter(({ actor }) => actor.id === agentId).length;

  const sourceOf = (request: IncomingMessage): CallerSource => ({
    headers: request.headers,
    protocol: 'http',
    raw: { rawHeaders: request.rawHeaders },
    ip: clientAddress(request, options.trustsPeer),
  });

  /** Who sends a handshake; asked for again when sockets were looked at meanwhile, for this one is not among them yet. */
  const findLasting = async (source: CallerSource) => {
    for (;;) {
      const before = rechecks;
      const found = await findCaller(source);
      if (before === rechecks || !found?.agent) return found;
    }
  };

  const onUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const url = URL.parse(request.url ?? '/', 'http://local');
    if (url?.pathname !== '/ws') return refuse(socket, new AppError('general.route_not_found'));
    try {
      const isOriginAllowed = await originAllowed(request, options);
      const source = sourceOf(request);
      const found = await findLasting(source);
      const agent = demandAgent(found);
      if (!isOriginAllowed) throw new AppError('session.origin');
      if (countOf(agent.id) >= limits.perAgent) {
        throw new AppError('general.too_many_requests', { params: { seconds: 60 } });
      }
      const session = { actor: agent, expires_at: found!.expires_at };
      const since = /^\d{1,15}$/.test(url.searchParams.get('since') ?? '')
        ? Number(url.searchParams.get('since'))
        : null;
      webSockets.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, session, source, since));
    } catch (error) {
      refuse(socket, error instanceof AppError ? error : new AppError('general.internal'));
    }
  };

  const accept = (
    webSocket: WebSocket,
    session: Pick<Entry, 'actor' | 'expires_at'>,
    source: CallerSource,
    since: number | null,
  ) => {
    const client = {
      get viewer() {
        return entry.actor;
      },
      send(text: string) {
        if (webSocket.readyState !== webSocket.OPEN) return;
        if (webSocket.bufferedAmount > largestBacklog) return webSocket.terminate();
        webSocket.send(text);
      },
    };
    const entry: Entry = { ...session, source, isAlive: true, send: client.send };
    const remove = hub.add(client, since);
    const seat = options.presence.join(client);
    const admit = createRequestLimit({
      most: limits.perMinute,
      windowMs: 60_000,
      now: () => options.clock.now().getTime(),
    });
    open.set(webSocket, entry);
    webSocket.on('pong', () => {
      entry.isAlive = true;
    });
    webSocket.on('message', (data, isBinary) => {
      if (isBinary) return webSocket.close(1003);
      // It may come back: a second later, then ever slower.
      if (webSocket.readyState !== webSocket.OPEN || admit('') > 0) return webSocket.close(1013, 'too many messages');
      const text = String(data);
      const presence = text === 'ping' ? undefined : readPresence(text);
      if (text === 'ping') {
        webSocket.send('pong');
        options.onPing(entry.actor);
      } else if (presence !== undefined) seat.say(presence);
      else webSocket.send(JSON.stringify({ type: 'error', data: 'unknown message' }));
    });
    webSocket.on('error', () => webSocket.terminate());
    webSocket.on('close', () => {
      open.delete(webSocket);
      remove();
      seat.leave();
    });
  };

  /** A key that is no good any more is one that has ended. */
  const findAgain = (source: CallerSource) =>
    findCaller({ ...source, again: true }).catch((error: unknown) => {
      if (error instanceof AppError && errorCodes[error.code].status === 401) return null;
      throw error;
    });

  const look = async (webSocket: WebSocket, entry: Entry) => {
    try {
      const found = await findAgain(entry.source);
      if (found?.agent && !found.is_limited) Object.assign(entry, { actor: found.agent, expires_at: found.expires_at });
      else webSocket.close(1008, 'session ended');
    } catch {
      webSocket.close(1013, 'session could not be checked');
    }
  };

  const beat = setInterval(() => {
    const now = options.clock.now();
    for (const [webSocket, entry] of open) {
      // A client that went away without a word holds its connection open for ever.
      if (!entry.isAlive) webSocket.terminate();
      else if (webSocket.readyState === webSocket.OPEN) {
        entry.isAlive = false;
        webSocket.ping();
        // It may have been renewed meanwhile.
        if (entry.expires_at && entry.expires_at <= now) void look(webSocket, entry);
      }
    }
  }, options.beatMs ?? beatMs);
  server.on('upgrade', onUpgrade);
  return {
    count: () => open.size,
    async recheck(agentId) {
      rechecks++;
      for (const [webSocket, entry] of open) {
        if (agentId === undefined || entry.actor.id === agentId) await look(webSocket, entry);
      }
    },
    tell(agentId, text) {
      for (const entry of open.values()) if (entry.actor.id === agentId) entry.send(text);
    },
    close() {
      clearInterval(beat);
      server.off('upgrade', onUpgrade);
      for (const webSocket of open.keys()) webSocket.close(1001, 'server stops');
      for (const webSocket of open.keys()) setImmediate(() => webSocket.terminate());
      webSockets.close();
    },
  };
}

interface Entry {
  actor: Actor;
  /** When the session ends unless it is renewed, or the key; null for a key that never does. */
  expires_at: Date | null;
  source: CallerSource;
  /** Whether the client has answered since the last beat. */
  isAlive: boolean;
  send(text: string): void;
}

async function originAllowed(
  request: IncomingMessage,
  options: { rootHost: () => Promise<string>; trustsPeer: TrustsPeer },
): Promise<boolean> {
  const origin = request.headers.origin;
  if (!origin) return true;
  let host: string;
  try {
    host = new URL(origin).host;
  } catch {
    return false;
  }
  const isProxied = options.trustsPeer(request.socket.remoteAddress);
  const forwarded = isProxied ? request.headers['x-forwarded-host'] : undefined;
  const own = (typeof forwarded === 'string' ? forwarded.split(',')[0]!.trim() : undefined) ?? request.headers.host;
  return host === own || host === (await options.rootHost());
}
