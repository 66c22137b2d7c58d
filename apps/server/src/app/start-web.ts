import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteTimes } from '@bellhop/contract';
import { canSeeConversation } from '@bellhop/rules';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';
import type { DirectFrame } from '../core/tell-agent.ts';
import type { Bus } from '../db/bus.ts';
import { createFindKey } from '../features/api-keys/index.ts';
import { createFindSession, createLogout, createPageCookies, isSecure } from '../features/auth/index.ts';
import { findAssignment } from '../features/conversations/index.ts';
import { registerCsatPages } from '../features/csat/index.ts';
import { createStageUpload, registerUploads } from '../features/media/index.ts';
import { createFindLogoutPage } from '../features/oidc/index.ts';
import {
  currentLanguagePack,
  findPicture,
  languagePack as languagePackOf,
  loadSettings,
} from '../features/settings/index.ts';
import { touchLastActive } from '../features/users/index.ts';
import { bindRoutes } from '../http/bind-routes.ts';
import { createServer } from '../http/create-server.ts';
import { registerEmojiPictures } from '../http/emoji-pictures.ts';
import type { FindCaller } from '../http/guard.ts';
import { registerHealth } from '../http/health.ts';
import { type Metrics, registerMetrics } from '../http/metrics.ts';
import { registerApiDocs } from '../http/openapi/register-api-docs.ts';
import { createRequestLimit } from '../http/request-limit.ts';
import { registerShell } from '../http/shell.ts';
import { errorText } from '../http/texts.ts';
import { trustedPeers } from '../lib/trusted-peers.ts';
import { startHub } from '../realtime/hub.ts';
import { startPresence } from '../realtime/presence.ts';
import { serveSockets } from '../realtime/sockets.ts';
import { createHandlers } from './handlers.ts';

/** A desk's own network may be one address to us: a hundred pages a minute are loaded by nobody else. */
const publicRequests = { most: 1_500, windowMs: 60_000 };

/** The role web: HTTP and websocket. */
export interface WebRole {
  server: FastifyInstance;
  /** How long requests took, by route. */
  routeTimes(): Promise<RouteTimes[]>;
  /** Goes on serving for `drainMs`, in which /health tells that it stops; sockets are closed after that. */
  stop(drainMs: number): Promise<void>;
}

export async function startWebRole(options: { deps: Deps; bus: Bus; metrics: Metrics }): Promise<WebRole> {
  const { deps, bus, metrics } = options;
  const { config, db, log } = deps;
  await loadSettings(db);
  const findSession = createFindSession(deps);
  const findKey = createFindKey(deps);
  // Pages belong to browsers and ask for sessions alone.
  const findCaller: FindCaller = async (source) => (await findKey(source)) ?? findSession(source);
  const languagePack = () => currentLanguagePack(db);
  const trustsPeer = trustedPeers(config.trust_proxy);
  const server = await createServer({
    log,
    trustProxy: config.trust_proxy !== false && trustsPeer,
    languagePack,
    isTls: (protocol) => isSecure(db, protocol),
  });

  const { routeTimes } = registerMetrics(server, { metrics, token: config.metrics_token });
  const leaving = new AbortController();
  registerHealth(server, { db, isLeaving: () => leaving.signal.aborted });
  // Connections that are kept between requests would bring more of them.
  server.addHook('onRequest', async (_request, reply) => {
    if (leaving.signal.aborted) reply.header('connection', 'close');
  });
  const presence = startPresence({ bus, db, clock: deps.clock, log });
  bindRoutes(server, createHandlers(deps, presence), {
    findCaller,
    stageUpload: createStageUpload(deps),
    languagePack,
    checkOutput: !config.is_production,
    publicLimit: createRequestLimit({ ...publicRequests, now: () => deps.clock.now().getTime() }),
  });
  registerApiDocs(server, {
    rootUrl: async () => (await loadSettings(db))['app.root_url'],
    englishTexts: () => languagePackOf('en').texts,
  });
  registerUploads(server, deps, {
    findCaller,
    canReadConversation: async (actor, id) => {
      const assignment = await findAssignment(db, id);
      return assignment !== null && canSeeConversation(actor, assignment);
    },
  });

  registerCsatPages(server, deps);

  const hub = await startHub({ bus, db, log });
  const sockets = serveSockets({
    server: server.server,
    hub,
    presence,
    findCaller,
    rootHost: async () => new URL((await loadSettings(db))['app.root_url']).host,
    trustsPeer,
    onPing: (actor) => {
      // A program's sign of life is none of its agent.
      if (actor.via) return;
      touchLastActive(deps, actor).catch((error: Error) =>
        log.warn({ err: error.message }, 'a ping could not be noted'),
      );
    },
    errorText: (error) => errorText(languagePack(), error.code, error.params),
    clock: deps.clock,
  });
  metrics.figure('websocket_connections', 'Open websocket connections of this process', () => sockets.count());
  metrics.figure(
    'change_log_lag_seconds',
    'How long the oldest frame has waited that this process has not passed on',
    () => hub.lag(),
  );

  const unsubscribe = [
    // Frames that follow a change of permissions wait until it counts.
    bus.on('bellhop_sessions', (agentId) => hub.inOrder(() => sockets.recheck(Number(agentId)))),
    bus.on('bellhop_agents', (payload) => {
      const { agent_id, type, data } = JSON.parse(payload) as DirectFrame;
      sockets.tell(agent_id, JSON.stringify({ type, data }));
    }),
    // Any session may have ended meanwhile, and must not hear what was missed.
    bus.onGap(() => {
      hub.inOrder(() => sockets.recheck());
      hub.catchUp();
    }),
  ];

  await registerEmojiPictures(server);
  await registerShell(server, {
    dist: join(import.meta.dirname, '../../../web/dist'),
    findSession,
    pageCookies: createPageCookies(deps),
    deskPicture: (picture) => findPicture(deps, picture),
    logout: createLogout(deps, findSession, createFindLogoutPage(deps)),
  });
  await server.listen({ port: config.port, host: config.host });
  return {
    server,
    routeTimes,
    async stop(drainMs) {
      leaving.abort();
      await pause(drainMs);
      for (const end of unsubscribe) end();
      sockets.close();
      hub.close();
      await presence.close();
      // A client that never reads its answer may not hold the stop up.
      const impatience = setTimeout(() => server.server.closeAllConnections(), 5_000);
      await server.close();
      clearTimeout(impatience);
    },
  };
}
