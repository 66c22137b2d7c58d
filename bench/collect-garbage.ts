import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Until a process listens for a debugger, in milliseconds. */
const patienceMs = 20_000;

/**
 * Has a running Node process collect its garbage, so that its memory is what it holds; answers the bytes of its heap that are then in
 * use. SIGUSR1 makes any Node process listen for a debugger on port 9229 of this machine, or the one that it was told.
 */
export async function collectGarbage(pid: number, port = 9229): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const until = performance.now() + patienceMs;
  let targets: { webSocketDebuggerUrl: string }[] | undefined;
  while (!targets) {
    const answer = await fetch(`http://127.0.0.1:${port}/json`).catch(() => null);
    targets = answer?.ok ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : undefined;
    if (!targets && performance.now() > until) throw new Error(`process ${pid} listens for no debugger`);
    if (!targets) await pause(20);
  }
  const debug = new WebSocket(targets[0]!.webSocketDebuggerUrl);
  await once(debug, 'open');
  const ask = async (id: number, method: string) => {
    debug.send(JSON.stringify({ id, method }));
    return answered(debug, id);
  };
  await ask(1, 'HeapProfiler.enable');
  await ask(2, 'HeapProfiler.collectGarbage');
  const { result } = (await ask(3, 'Runtime.getHeapUsage')) as { result: { usedSize: number } };
  debug.close();
  return result.usedSize;
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
