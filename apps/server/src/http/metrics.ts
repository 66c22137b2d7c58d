import { type RouteTimes, routeTimeBounds } from '@bellhop/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type MetricValueWithName, Registry } from 'prom-client';
import { AppError } from '../core/app-error.ts';
import { sameSecret } from '../lib/crypto.ts';

/** What a process tells about itself; the parts of it add their figures here. */
export interface Metrics {
  registry: Registry;
  /** Adds a figure that is read at each scrape; NaN when reading fails. Names are snake_case with their unit, without the product's prefix. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

const prefix = 'bellhop_';

/** A registry with the figures of the process itself: memory, processor, event-loop lag. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    gauge(name, help, read) {
      new Gauge({
        name: prefix + name,
        help,
        registers: [registry],
        async collect() {
          // While the database is away the other figures are wanted most; NaN is how the format says that one is not known.
          this.set(await Promise.resolve(read()).catch(() => Number.NaN));
        },
      });
    },
  };
}

/** Counts and times every request by route and status, and serves GET /metrics as Prometheus text. Answers how to read the times. */
export function registerMetrics(
  app: FastifyInstance,
  options: { metrics: Metrics; token: string | undefined },
): { routeTimes(): Promise<RouteTimes[]> } {
  const { registry } = options.metrics;
  const durations = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Requests by route and status, and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: routeTimeBounds,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, options.token)) throw new AppError('metrics.forbidden');
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
  return { routeTimes: async () => timesByRoute((await durations.get()).values) };
}

/** More routes than this a process does not report. */
const mostRoutes = 200;

/** The histogram's counts by method and route, all statuses together. */
function timesByRoute(values: MetricValueWithName<string>[]): RouteTimes[] {
  const byRoute = Map.groupBy(values, ({ labels }) => `${labels.method} ${labels.route}`);
  return [...byRoute.values()].slice(0, mostRoutes).map((rows) => {
    const sum = (meant: (row: MetricValueWithName<string>) => boolean) =>
      rows.filter(meant).reduce((total, { value }) => total + value, 0);
    return {
      method: String(rows[0]!.labels.method),
      route: String(rows[0]!.labels.route),
      count: sum(({ metricName }) => metricName?.endsWith('_count') ?? false),
      sum: sum(({ metricName }) => metricName?.endsWith('_sum') ?? false),
      within: routeTimeBounds.map((bound) => sum(({ labels }) => labels.le === bound)),
    };
  });
}

/** With a token whoever bears it; without one this machine alone, and nothing that came through a proxy on it. */
function mayScrape(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return sameSecret(request.headers.authorization ?? '', `Bearer ${token}`);
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isForwarded && isLoopback(request.socket.remoteAddress ?? '');
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
