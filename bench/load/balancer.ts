import { setTimeout as pause } from 'node:timers/promises';

/** How often each process is asked whether it serves. */
const lookMs = 250;

/** What stands before several web processes: takes them in turn, whoever asks, and leaves out those that do not answer /health with 200. */
export interface Balancer {
  /** The address for the next request; waits while none serves. */
  pick(): Promise<string>;
  /** A request or a socket found this one gone. */
  lost(address: string): void;
  close(): void;
}

export function startBalancer(addresses: readonly string[]): Balancer {
  const up = new Set(addresses);
  let turn = 0;
  let closed = false;
  const watch = async (address: string) => {
    while (!closed) {
      const answer = await fetch(`${address}/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (answer?.status === 200) up.add(address);
      else up.delete(address);
      await answer?.body?.cancel();
      await pause(lookMs);
    }
  };
  for (const address of addresses) void watch(address);
  return {
    async pick() {
      for (;;) {
        const serving = addresses.filter((address) => up.has(address));
        if (serving.length > 0) return serving[turn++ % serving.length]!;
        await pause(20);
      }
    },
    lost: (address) => void up.delete(address),
    close() {
      closed = true;
    },
  };
}
