import { WebSocket } from 'ws';
import type { DeskProcess } from './desk-process.ts';

/** What somebody at an open screen heard, over all connections. */
export interface Heard {
  /** uuid of each message whose `new_message` came, with how often. */
  messages: Map<string, number>;
  connections: number;
  /** Times that the server said that too much was missed. */
  reloads: number;
  /** Frames whose number was not above that of the frame before. */
  disorder: string[];
}

export interface Watcher {
  heard: Heard;
  close(): void;
}

/** Listens on the socket, and after each loss comes back with the number of the last frame that it saw. */
export function watch(desk: DeskProcess, cookie: string): Watcher {
  const heard: Heard = { messages: new Map(), connections: 0, reloads: 0, disorder: [] };
  let last = 0;
  let isClosed = false;
  let socket: WebSocket | null = null;

  const connect = () => {
    if (isClosed) return;
    const next = new WebSocket(`${desk.address.replace('http', 'ws')}/ws?since=${last}`, { headers: { cookie } });
    socket = next;
    next.on('open', () => {
      heard.connections += 1;
    });
    next.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string; seq?: number; data: { uuid: string } };
      if (frame.seq === undefined) return;
      if (frame.type === 'reload') heard.reloads += 1;
      const isControl = frame.type === 'reload' || frame.type === 'resumed';
      if (!isControl && frame.seq <= last) heard.disorder.push(`${frame.type} ${frame.seq} after ${last}`);
      last = Math.max(last, frame.seq);
      if (frame.type === 'new_message') {
        heard.messages.set(frame.data.uuid, (heard.messages.get(frame.data.uuid) ?? 0) + 1);
      }
    });
    // 'close' follows each error.
    next.on('error', () => {});
    next.on('close', () => setTimeout(connect, 60));
  };
  connect();
  return {
    heard,
    close() {
      isClosed = true;
      socket?.terminate();
    },
  };
}
