import type { FrameData } from '@bellhop/contract';
import type { Viewer } from '@bellhop/rules';
import { mayHear } from '../core/audience.ts';
import { type ChangeNotification, eventsChannel, type NumberedFrame } from '../core/unit-of-work.queries.ts';
import type { Bus } from '../db/bus.ts';
import type { Reader } from '../db/types.ts';
import type { Log } from '../lib/log.ts';
import { assignmentsOf, firstSeq, framesBetween, lastSeq, waitingSince } from './change-log.queries.ts';

/** One connected client. `send` is given the finished text of a frame. */
export interface Listener {
  viewer: Viewer;
  send(text: string): void;
}

/** Passes the change log on to this process's listeners. */
export interface Hub {
  /**
   * Adds a listener. With `since`, the frames after that number that its viewer may hear come first, then `resumed`; when
   * too much was missed, `reload`. Answers the function that removes it.
   */
  add(listener: Listener, since: number | null): () => void;
  /** Runs a task before any frame that is notified of after this call: who may hear them is settled first. */
  inOrder(task: () => Promise<void>): void;
  /** Passes on what was missed while the bus heard nothing, after the tasks given before: what settles who may hear it comes first. */
  catchUp(): void;
  /** Number of listeners. */
  size(): number;
  /** Seconds that the oldest frame has waited which is in the log and has not been passed on; 0 when there is none. */
  lag(): Promise<number>;
  close(): void;
}

/** More than this is not replayed; fetching anew is cheaper. */
const longestReplay = 2_000;
/** Rows that are read at a time. */
const batch = 500;
/** Until the log is read again after that failed, in milliseconds. */
const retryMs = 500;

/** Starts a hub on a bus. After a gap of the bus its owner calls `catchUp`. */
export async function startHub(options: { bus: Pick<Bus, 'on'>; db: Reader; log: Log }): Promise<Hub> {
  const { bus, db, log } = options;
  const listeners = new Set<Entry>();
  let delivered = await lastSeq(db);
  /**
   * Rows up to here have to be read before anything newer may be passed on: what is skipped once is never sent. And no further
   * than was notified of, for the news of who may hear them comes in between.
   */
  let behind: number | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;
  // One thing after the other: a notification that must read rows may not be overtaken by the next.
  let queue: Promise<void> = Promise.resolve();
  const inOrder = (task: () => Promise<void> | void) => {
    queue = queue.then(task).catch((error: Error) => {
      log.error({ err: error }, 'frames could not be passed on');
      if (!closed) retry ??= setTimeout(retryNow, retryMs);
    });
  };
  const retryNow = () => {
    retry = null;
    inOrder(() => catchUp(0));
  };

  const pass = (frames: NumberedFrame[]) => {
    for (const frame of frames) {
      if (frame.seq <= delivered) continue;
      delivered = frame.seq;
      const text = frameText(frame);
      for (const entry of listeners) {
        if (frame.seq <= entry.after || !mayHear(entry.listener.viewer, frame.audience)) continue;
        if (entry.waiting) hold(entry, text);
        else entry.listener.send(text);
      }
    }
  };
  const catchUp = async (until: number) => {
    if (closed) return;
    behind = Math.max(behind ?? 0, until);
    for (;;) {
      const frames = await framesBetween(db, { after: delivered, until: behind, limit: batch });
      pass(frames);
      if (frames.length < batch) break;
    }
    behind = null;
  };
  const stopEvents = bus.on(eventsChannel, (payload) => {
    const notification = JSON.parse(payload) as ChangeNotification;
    const last = 'frames' in notification ? notification.frames.at(-1)!.seq : notification.to;
    inOrder(() => ('frames' in notification && behind === null ? pass(notification.frames) : catchUp(last)));
  });
  const catchUpWithAll = () => inOrder(() => catchUp(Number.MAX_SAFE_INTEGER));
  // What was committed between reading the last number and listening.
  catchUpWithAll();

  return {
    add(listener, since) {
      const entry: Entry = { listener, after: since ?? 0, waiting: since === null ? null : [], hasMissed: false };
      listeners.add(entry);
      if (since !== null) {
        const until = delivered;
        replay(db, listener, since, until)
          .then((isWhole) => {
            const complete = isWhole && !entry.hasMissed;
            if (!complete) entry.after = 0;
            listener.send(JSON.stringify({ type: complete ? 'resumed' : 'reload', data: { seq: until }, seq: until }));
            for (const text of entry.waiting ?? []) listener.send(text);
            entry.waiting = null;
          })
          .catch((error: Error) => {
            log.error({ err: error }, 'a replay failed');
            entry.after = 0;
            listener.send(JSON.stringify({ type: 'reload', data: { seq: until }, seq: until }));
            entry.waiting = null;
          });
      }
      return () => listeners.delete(entry);
    },
    inOrder,
    catchUp: catchUpWithAll,
    size: () => listeners.size,
    lag: () => waitingSince(db, delivered),
    close() {
      closed = true;
      if (retry) clearTimeout(retry);
      stopEvents();
      listeners.clear();
    },
  };
}

interface Entry {
  listener: Listener;
  /** What the client has had already, from another process perhaps. */
  after: number;
  /** Live frames held back while a replay runs. */
  waiting: string[] | null;
  /** More came during the replay than is held back. */
  hasMissed: boolean;
}

/** A replay whose database is slow may last minutes: beyond what would be replayed at all nothing is kept, and the client fetches anew. */
function hold(entry: Entry, text: string): void {
  entry.hasMissed ||= entry.waiting!.length >= longestReplay;
  if (entry.hasMissed) entry.waiting = [];
  else entry.waiting!.push(text);
}

function frameText(frame: NumberedFrame): string {
  return JSON.stringify({ type: frame.type, data: frame.data, seq: frame.seq });
}

/**
 * Sends what was missed; false when the log no longer holds all of it or it is too long. What happened in a conversation is replayed
 * only to those who may see it then and now; who has lost it hears of the change of hands alone.
 */
async function replay(db: Reader, listener: Listener, since: number, until: number): Promise<boolean> {
  // The client has heard of more from another process than has reached this one: the rest follows live. A number that
  // nobody has given out is of another database.
  if (since >= until) return since === until || since === 0 || since <= (await lastSeq(db));
  const first = await firstSeq(db);
  // Nothing is left of a log that is longer than what was heard: what was missed has been pruned.
  if (first === 0 || since < first - 1) return false;
  const frames = await framesBetween(db, { after: since, until, limit: longestReplay + 1 });
  if (frames.length > longestReplay) return false;
  const ids = new Set(
    frames.map((frame) => (frame.audience.to === 'conversation' ? frame.audience.conversation_id : 0)),
  );
  const present = await assignmentsOf(db, [...ids].filter(Boolean));
  for (const frame of frames) {
    if (!mayHear(listener.viewer, frame.audience)) continue;
    if (frame.audience.to === 'conversation' && !isAssignment(frame)) {
      const assignment = present.get(frame.audience.conversation_id);
      if (!assignment || !mayHear(listener.viewer, { ...frame.audience, assignments: [assignment] })) continue;
    }
    listener.send(frameText(frame));
  }
  return true;
}

function isAssignment({ type, data }: NumberedFrame): boolean {
  if (type !== 'conversation_prop_update') return false;
  const { prop } = data as FrameData<'conversation_prop_update'>;
  return prop === 'assigned_user_id' || prop === 'assigned_team_id';
}
