import { once } from 'node:events';
import { WebSocket } from 'ws';

/**
 * Has a running Node process collect its garbage, so that its memory is what it holds. SIGUSR1 makes any Node process listen for
 * a debugger on port 9229 of this machine.
 */
export async function collectGarbage(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1');
  let targets: { webSocketDebuggerUrl: string }[] | undefined;
  while (!targets) {
    const answer = await fetch('http://127.0.0.1:9229/json').catch(() => null);
    targets = answer?.ok ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : undefined;
  }
  const debug = new WebSocket(targets[0]!.webSocketDebuggerUrl);
  await once(debug, 'open');
  for (const [index, method] of ['HeapProfiler.enable', 'HeapProfiler.collectGarbage'].entries()) {
    debug.send(JSON.stringify({ id: index, method }));
    await answered(debug, index);
  }
  debug.close();
}

function answered(debug: WebSocket, id: number): Promise<void> {
  return new Promise((resolve) => {
    const listen = (data: Buffer) => {
      if (JSON.parse(String(data)).id !== id) return;
      debug.off('message', listen);
      resolve();
    };
    debug.on('message', listen);
  });
}
