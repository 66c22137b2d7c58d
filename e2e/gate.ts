import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What stands between browser and product: a network that fails when it is told to. */
export interface Gate {
  /** `http://127.0.0.1:port`. */
  address: string;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Lets them through again. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Passes every byte on to `port` of this machine. */
export async function openGate(port: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const product = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, product],
      [product, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.pipe(other);
      // Whatever ends one side ends the other; an error is followed by this event.
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await listen(0);
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    address: `http://127.0.0.1:${own}`,
    cut,
    mend: async () => {
      if (!server.listening) await listen(own);
    },
    close: cut,
  };
}
