import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessFacts } from '@bellhop/contract';
import { productVersion } from './version.ts';

/** Watches this process; each call says how it is doing since the call before. */
export function watchProcess(): { read(): Omit<ProcessFacts, 'routes' | 'database_connections'>; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    read() {
      const { rss, heapUsed } = process.memoryUsage();
      const lag = delay.percentile(99) / 1e6;
      delay.reset();
      return {
        host: hostname(),
        pid: process.pid,
        version: productVersion,
        node_version: process.version,
        memory: rss,
        heap: heapUsed,
        // The timer's own pace is part of what is measured; before the first measurement there is none.
        lag_ms: Number.isFinite(lag) ? Math.max(0, Math.round((lag - 20) * 10) / 10) : 0,
      };
    },
    stop: () => delay.disable(),
  };
}
