import type { FastifyInstance } from 'fastify';
import { AppError } from '../core/app-error.ts';
import type { Reader } from '../db/types.ts';
import { askDatabase } from './health.queries.ts';

const patienceMs = 3_000;

/**
 * GET /health: 200 while the database answers within three seconds, else 503 (settled question 40); 503 as well from the moment in which the
 * process means to stop, so that a load balancer sends nothing more.
 */
export function registerHealth(app: FastifyInstance, options: { db: Reader; isLeaving?: () => boolean }): void {
  app.get('/health', async (_request, reply) => {
    if (options.isLeaving?.()) throw new AppError('general.unavailable');
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the database did not answer in time')), patienceMs);
    });
    try {
      await Promise.race([askDatabase(options.db), patience]);
    } catch (error) {
      throw new AppError('general.unavailable', { cause: error });
    } finally {
      clearTimeout(timer);
    }
    return reply.header('cache-control', 'no-store').send({ status: 'success', data: true });
  });
}
