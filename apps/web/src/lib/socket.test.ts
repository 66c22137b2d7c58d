import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
    lose(code = 1006) {
      this.readyState = 3;
      this.dispatchEvent(Object.assign(new Event('close'), { code }));
    }
  }
  const begin = () => {
    vi.useFakeTimers();
    Wire.all = [];
    vi.stubGlobal('WebSocket', Wire);
    const states: SocketState[] = [];
    const frames: SocketFrame[] = [];
    const onSessionEnded = vi.fn();
    const live = createSocket({
      url: 'ws://x/ws',
      onFrame: (frame) => frames.push(frame),
      onState: (state) => states.push(state),
      onSessionEnded,
    });
    live.start();
    return { live, states, frames, onSessionEnded };
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
    expect(states.at(-1)).toMatchObject({ name: 'failed', attempt: 50 });
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

  it('comes back and asks for what followed the last number', () => {
    const { live, frames, states } = begin();
    Wire.all[0]!.open();
    Wire.all[0]!.say('{"type":"new_message","data":{},"seq":41}');
    Wire.all[0]!.say('{"type":"new_message","data":{},"seq":40}');
    const heardAt = Date.now();
    vi.advanceTimersByTime(2_000);
    Wire.all[0]!.lose();
    expect(states.at(-1)).toMatchObject({ name: 'waiting', lostAt: heardAt });
    vi.advanceTimersByTime(socketTiming.firstDelayMs);
    expect(Wire.all.map((wire) => wire.url)).toEqual(['ws://x/ws', 'ws://x/ws?since=41']);
    Wire.all[1]!.open();
    expect(states.at(-1)).toEqual({ name: 'catching_up', attempt: 0, lostAt: heardAt });
    Wire.all[1]!.say('{"type":"resumed","data":{"seq":44}}');
    expect(states.at(-1)).toEqual({ name: 'open', attempt: 0, lostAt: null });
    Wire.all[1]!.lose();
    vi.advanceTimersByTime(socketTiming.firstDelayMs);
    expect(Wire.all[2]?.url).toBe('ws://x/ws?since=44');
    expect(frames.map((frame) => frame.type)).toEqual(['new_message', 'new_message', 'resumed']);
    live.stop();
  });

  it('hears when the session is over', () => {
    const { live, onSessionEnded } = begin();
    Wire.all[0]!.open();
    Wire.all[0]!.lose();
    expect(onSessionEnded).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('focus'));
    Wire.all[1]!.lose(1008);
    expect(onSessionEnded).toHaveBeenCalledTimes(1);
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
