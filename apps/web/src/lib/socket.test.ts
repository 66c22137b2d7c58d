import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { createSocket, retryDelay, type SocketFrame, type SocketState, socketTiming } from './socket.ts';

it('waits 1 s, then half as long again each time, up to 30 s', () => {
  expect([1, 2, 3, 10, 50].map(retryDelay)).toEqual([1000, 1500, 2250, 30_000, 30_000]);
});

// A page's window, as far as a connection knows it.
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('with a server', () => {
  it('hears when the session is over', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    server.on('connection', (socket) => socket.close(1008, 'session ended'));
    const over = Promise.withResolvers<void>();
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`;
    const live = createSocket({ url, onFrame: () => {}, onSessionEnded: over.resolve });
    live.start();
    await over.promise;
    live.stop();
    server.close();
  });

  it('comes back and asks for what followed the last frame', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const visits: { url: string | undefined; socket: ServerSocket }[] = [];
    const frames: SocketFrame[] = [];
    const arrived = Promise.withResolvers<void>();
    server.on('connection', (socket, request) => {
      visits.push({ url: request.url, socket });
      if (visits.length === 1) socket.send('{"type":"new_message","data":{},"seq":41}');
      else socket.send('{"type":"resumed","data":{"seq":44},"seq":44}');
    });
    const live = createSocket({
      url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
      onFrame: (frame) => {
        frames.push(frame);
        if (frame.type === 'resumed') arrived.resolve();
        else visits[0]?.socket.terminate();
      },
    });
    live.start();
    await arrived.promise;
    live.stop();
    server.close();
    expect(visits.map((visit) => visit.url)).toEqual(['/ws', '/ws?since=41']);
    expect(frames.map((frame) => frame.type)).toEqual(['new_message', 'resumed']);
  });
});

describe('with a network that does as told', () => {
  class Wire extends EventTarget {
    static readonly OPEN = 1;
    static all: Wire[] = [];
    readonly sent: string[] = [];
    readonly url: string;
    readyState = 0;
    constructor(url: string) {
      super();
      this.url = url;
      Wire.all.push(this);
    }
    send(text: string) {
      this.sent.push(text);
    }
    close() {
      this.readyState = 2;
    }
    open() {
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    }
    say(text: string) {
      this.dispatchEvent(new MessageEvent('message', { data: text }));
    }
    lose() {
      this.readyState = 3;
      this.dispatchEvent(new Event('close'));
    }
  }
  const begin = () => {
    vi.useFakeTimers();
    Wire.all = [];
    vi.stubGlobal('WebSocket', Wire);
    const states: SocketState[] = [];
    const frames: SocketFrame[] = [];
    const live = createSocket({ url: 'ws://x/ws', onFrame: (f) => frames.push(f), onState: (s) => states.push(s) });
    live.start();
    return { live, states, frames };
  };

  it('pings every 5 s and gives up when no pong came for 60 s', () => {
    const { live, states } = begin();
    const wire = Wire.all[0]!;
    wire.open();
    vi.advanceTimersByTime(socketTiming.pingMs * 3);
    expect(wire.sent).toEqual(['ping', 'ping', 'ping']);
    wire.say('pong');
    vi.advanceTimersByTime(socketTiming.pongTimeoutMs - 1);
    expect(states.map((state) => state.name)).toEqual(['connecting', 'open']);
    vi.advanceTimersByTime(socketTiming.pingMs);
    expect(states.map((state) => state.name)).toContain('waiting');
    live.stop();
  });

  it('stops after 50 tries and says so', () => {
    const { live, states } = begin();
    for (let lost = 0; lost <= socketTiming.attempts; lost += 1) {
      Wire.all.at(-1)!.lose();
      vi.advanceTimersByTime(socketTiming.longestDelayMs);
    }
    expect(Wire.all).toHaveLength(1 + socketTiming.attempts);
    expect(states.at(-1)).toEqual({ name: 'failed', attempt: 50 });
    live.stop();
  });

  it('tries at once when the window comes to the front or the network returns', () => {
    const { live } = begin();
    Wire.all[0]!.lose();
    window.dispatchEvent(new Event('online'));
    expect(Wire.all).toHaveLength(2);
    window.dispatchEvent(new Event('focus'));
    expect(Wire.all).toHaveLength(2);
    live.stop();
  });

  it('asks for a reload when it was lost before it knew any number', () => {
    const { live, frames } = begin();
    Wire.all[0]!.open();
    Wire.all[0]!.lose();
    window.dispatchEvent(new Event('focus'));
    Wire.all[1]!.open();
    expect(frames).toEqual([{ type: 'reload', data: {} }]);
    live.stop();
  });
});
