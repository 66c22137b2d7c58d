import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Until a process listens for a debugger, in milliseconds. */
const patienceMs = 20_000;

/**
 * Has a running Node process collect its garbage, so that its memory is what it holds; answers the bytes of its heap that are then in
 * use. SIGUSR1 makes any Node process listen for a debugger on port 9229 of this machine, or the one that it was told. Throws when the
 * process dies meanwhile, as those of a load test do.
 */
export async function collectGarbage(pid: number, port = 9229): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const debug = new WebSocket(await debuggerOf(pid, port), { handshakeTimeout: patienceMs });
  const gone = new Promise<never>((_, reject) => {
    debug.on('error', reject);
    debug.on('close', () => reject(new Error(`process ${pid} has left its debugger`)));
  });
  const ask = async (id: number, method: string) => {
    debug.send(JSON.stringify({ id, method }));
    return Promise.race([answered(debug, id), gone]);
  };
  try {
    await Promise.race([once(debug, 'open'), gone]);
    await ask(1, 'HeapProfiler.enable');
    await ask(2, 'HeapProfiler.collectGarbage');
    const { result } = (await ask(3, 'Runtime.getHeapUsage')) as { result: { usedSize: number } };
    return result.usedSize;
  } finally {
    debug.close();
  }
}

/** The address of a process's debugger, once it listens. */
async function debuggerOf(pid: number, port: number): Promise<string> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(patienceMs) }).catch(
      () => null,
    );
    const targets = answer?.ok ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : [];
    if (targets[0]) return targets[0].webSocketDebuggerUrl;
    if (performance.now() > until) throw new Error(`process ${pid} listens for no debugger`);
    await pause(20);
  }
}

function answered(debug: WebSocket, id: number): Promise<unknown> {
  return new Promise((resolve) => {
    const listen = (data: Buffer) => {
      const answer = JSON.parse(String(data)) as { id?: number };
      if (answer.id !== id) return;
      debug.off('message', listen);
      resolve(answer);
    };
    debug.on('message', listen);
  });
}
