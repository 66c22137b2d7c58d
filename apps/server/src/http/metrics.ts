import { type RouteTimes, routeTimeBounds } from '@bellhop/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricValueWithName, Registry } from 'prom-client';
import { AppError } from '../core/app-error.ts';
import { type CounterName, counters, type Meter } from '../core/meter.ts';
import { sameSecret } from '../lib/crypto.ts';

/** One value of a figure that has several, each under its labels. */
export interface LabelledValue {
  labels: Record<string, string>;
  value: number;
}

type Figure = number | readonly LabelledValue[];

/** What a process tells about itself; the parts of it add their figures here. */
export interface Metrics {
  registry: Registry;
  /**
   * Adds a figure that is read at each scrape. When reading fails or takes too long it is NaN, or without values where it has labels. Names are
   * snake_case with their unit, without the product's prefix; one that ends in `_total` only ever grows.
   */
  figure(name: string, help: string, read: () => Figure | Promise<Figure>, labelNames?: readonly string[]): void;
  /** Counts what the process does. */
  meter: Meter;
}

const prefix = 'bellhop_';
/** The whole scrape has ten seconds by default, and the other figures are wanted most while the database does not answer. */
const patienceMs = 3_000;
/** From a sweep that finds nothing to one that takes minutes. */
const jobBounds = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/** A registry with the figures of the process itself: memory, processor, event-loop lag. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    figure(name, help, read, labelNames = []) {
      const options = { name: prefix + name, help, labelNames: [...labelNames], registers: [registry] };
      const set = async (put: (labels: Record<string, string>, value: number) => void) => {
        const found = await inTime(read).catch(() => (labelNames.length > 0 ? [] : Number.NaN));
        if (typeof found === 'number') put({}, found);
        else for (const { labels, value } of found) put(labels, value);
      };
      if (name.endsWith('_total')) {
        new Counter({
          ...options,
          async collect() {
            // What could not be read stays as it was: a zero would count all of it anew afterwards.
            const found: [Record<string, string>, number][] = [];
            await set((labels, value) => found.push([labels, value]));
            if (found.every(([, value]) => Number.isNaN(value))) return;
            this.reset();
            for (const [labels, value] of found) this.inc(labels, value);
          },
        });
        return;
      }
      new Gauge({
        ...options,
        async collect() {
          this.reset();
          await set((labels, value) => this.set(labels, value));
        },
      });
    },
    meter: createMeter(registry),
  };
}

function createMeter(registry: Registry): Meter {
  const made = Object.entries(counters).map(([name, { help, labels }]) => {
    const options = { name: prefix + name, help, labelNames: [...labels], registers: [registry] };
    return [name, new Counter<string>(options)] as const;
  });
  const byName = new Map<string, Counter<string>>(made);
  const jobs = new Histogram({
    name: `${prefix}job_duration_seconds`,
    help: 'Jobs that ended, by how, and how long they took',
    // Prometheus itself calls what it scrapes a job.
    labelNames: ['task', 'outcome'],
    buckets: jobBounds,
    registers: [registry],
  });
  return {
    count: (name: CounterName, labels: Record<string, string>, by = 1) => byName.get(name)!.inc(labels, by),
    jobEnded: (job, outcome, seconds) => jobs.observe({ task: job, outcome }, seconds),
  };
}

async function inTime<T>(read: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), patienceMs);
  });
  try {
    return await Promise.race([read(), patience]);
  } finally {
    clearTimeout(timer);
  }
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
