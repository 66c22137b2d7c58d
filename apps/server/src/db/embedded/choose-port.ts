import { once } from 'node:events';
import { createServer } from 'node:net';

/** The remembered port when nothing listens on it, else a free one (0 stands for none remembered). */
export async function choosePort(remembered: number): Promise<number> {
  return (await bind(remembered)) ?? (await bind(0)) ?? remembered;
}

async function bind(port: number): Promise<number | null> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  } catch {
    // Taken, or not allowed: either way not for us.
    return null;
  } finally {
    server.close();
  }
}
