import type { FastifyInstance } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { currentLanguagePack } from '../features/settings/index.ts';
import { createServer } from '../http/create-server.ts';
import { registerHealth } from '../http/health.ts';
import { type Metrics, registerMetrics } from '../http/metrics.ts';

/** Where a process that serves nobody can be asked how it is. */
export interface Monitor {
  server: FastifyInstance;
  stop(): Promise<void>;
}

/** Answers GET /health and GET /metrics, and nothing else, for a process without the role web. */
export async function startMonitor(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  metrics: Metrics,
  port: number,
): Promise<Monitor> {
  const server = await createServer({ log, trustProxy: false, languagePack: () => currentLanguagePack(db) });
  registerHealth(server, { db });
  registerMetrics(server, { metrics, token: config.metrics_token });
  await server.listen({ port, host: config.host });
  return { server, stop: async () => server.close() };
}
