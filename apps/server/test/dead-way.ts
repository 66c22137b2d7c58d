import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to the server that can go dead: connections stay open and carry nothing more; new ones are fine, unless it is dead to them, too. */
export async function openWay(url: string) {
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(url);
  let isDeadToAll = false;
  const server = createServer((near) => {
    if (isDeadToAll) {
      sockets.add(near);
      near.on('error', () => near.destroy());
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) };
  return {
    url: Object.assign(new URL(url), here).href,
    die({ to_all = false } = {}) {
      isDeadToAll = to_all;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
