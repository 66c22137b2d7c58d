import { type RouteTimes, routeTimeBounds, type SystemFacts } from '@bellhop/contract';

type SlowRoute = SystemFacts['slow_routes'][number];

/** The slowest routes of all processes together, by their 95th percentile. */
export function slowRoutes(times: readonly RouteTimes[], most: number): SlowRoute[] {
  return [...Map.groupBy(times, ({ method, route }) => `${method} ${route}`).values()]
    .map(together)
    .filter(({ count }) => count > 0)
    .map(({ method, route, count, sum, within }) => ({
      method,
      route,
      count,
      mean_ms: round((sum / count) * 1000),
      p95_ms: round(percentile(within, count, 0.95) * 1000),
    }))
    .sort((a, b) => b.p95_ms - a.p95_ms || b.mean_ms - a.mean_ms)
    .slice(0, most);
}

function together(rows: RouteTimes[]): RouteTimes {
  const { method, route } = rows[0]!;
  return {
    method,
    route,
    count: total(rows.map((one) => one.count)),
    sum: total(rows.map((one) => one.sum)),
    within: routeTimeBounds.map((_bound, index) => total(rows.map((one) => one.within[index] ?? 0))),
  };
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/**
 * Seconds within which a share of the requests ended. Those between two bounds are taken to be spread evenly; beyond the last bound
 * nothing is known but that bound.
 */
export function percentile(within: readonly number[], count: number, share: number): number {
  const wanted = count * share;
  const index = within.findIndex((sofar) => sofar >= wanted);
  if (index < 0) return routeTimeBounds.at(-1)!;
  const [lower, below] = index === 0 ? [0, 0] : [routeTimeBounds[index - 1]!, within[index - 1]!];
  const here = within[index]! - below;
  return here === 0 ? lower : lower + ((routeTimeBounds[index]! - lower) * (wanted - below)) / here;
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
