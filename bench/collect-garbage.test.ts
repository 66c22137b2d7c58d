import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { freePort } from '../apps/server/test/machine.ts';
import { collectGarbage } from './collect-garbage.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A process that has begun, with its debugger at this port once it is asked for one. */
async function startProcess(port: number): Promise<ChildProcess & { pid: number }> {
  const script = "const held = Buffer.alloc(1); setInterval(() => held, 1_000); console.log('begun')";
  const child = spawn(process.execPath, [`--inspect-port=${port}`, '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  ends.push(() => child.kill('SIGKILL') && exited);
  await once(child.stdout!, 'data');
  return Object.assign(child, { pid: child.pid! });
}

/** A debugger of our own, which does with each socket as it is told. */
async function startDebugger(onSocket: (socket: import('ws').WebSocket) => void): Promise<number> {
  const server = createServer((_, answer) => {
    const { port } = server.address() as AddressInfo;
    answer.end(JSON.stringify([{ webSocketDebuggerUrl: `ws://127.0.0.1:${port}/` }]));
  });
  new WebSocketServer({ server }).on('connection', onSocket);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('tells what the heap of a process holds, again and again', async () => {
  const port = await freePort();
  const { pid } = await startProcess(port);
  for (const bytes of [await collectGarbage(pid, port), await collectGarbage(pid, port)])
    expect(bytes / 1024 ** 2).toSatisfy((mb: number) => mb > 1 && mb < 50);
});

test('a process that dies while it is asked is not waited for', async () => {
  const { pid } = await startProcess(await freePort());
  const asked: unknown[] = [];
  const port = await startDebugger((socket) =>
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: number; method: string };
      asked.push(method);
      if (id === 1) socket.send(JSON.stringify({ id, result: {} }));
      else socket.terminate();
    }),
  );
  await expect(collectGarbage(pid, port)).rejects.toThrow('has left its debugger');
  expect(asked).toEqual(['HeapProfiler.enable', 'HeapProfiler.collectGarbage']);
});

test('nor one that dies before it lets anybody in', async () => {
  const { pid } = await startProcess(await freePort());
  const port = await startDebugger((socket) => socket.terminate());
  await expect(collectGarbage(pid, port)).rejects.toThrow();
});

test('nor one that is not there at all', async () => {
  const child = await startProcess(await freePort());
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(collectGarbage(child.pid)).rejects.toThrow('ESRCH');
});
