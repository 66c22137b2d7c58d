import type { Channel } from '../channels/channel.ts';
import type { Snapshot } from '../db/reads.ts';
import type { Reader } from '../db/types.ts';
import type { Clock } from '../lib/clock.ts';
import type { Config } from '../lib/config.ts';
import type { Sealer } from '../lib/crypto.ts';
import type { Log } from '../lib/log.ts';
import type { Storage } from '../lib/storage.ts';
import type { Actor } from './actor.ts';
import type { Meter } from './meter.ts';
import type { Work } from './unit-of-work.ts';

/** What features are given by the composition root; they keep no other state. */
export interface Deps {
  config: Config;
  log: Log;
  clock: Clock;
  /** Reads outside a unit of work. */
  db: Reader;
  /**
   * For what reads much: lists, searches, reports. A replica answers where there is one; each statement shows everything that was
   * committed before it, by any process.
   */
  reads: Reader;
  /** The same for several statements that must see one moment. */
  snapshot: Snapshot;
  work: Work;
  storage: Storage;
  sealer: Sealer;
  /** The actor of everything automatic. */
  system: Actor;
  channel: Channel;
  /** Counts what this process does. */
  meter: Meter;
}
