/** One value per owner, remembered for a short life; see `createCache`. */
export interface Cache<O extends object, T> {
  get(owner: O): Promise<T>;
  /** The last value of an owner, even when its life is over; undefined before the first `get`. */
  peek(owner: O): T | undefined;
  /** Forgets an owner's value: the next `get` loads. */
  drop(owner: O): void;
}

const leaders = new WeakMap<object, object>();

/** From now on `follower` has the values of `leader`, loaded by `leader`: one way of reading the same database beside another. */
export function shareCaches(follower: object, leader: object): void {
  leaders.set(follower, leader);
}

/**
 * Remembers what `load` gave for `lifeMs` milliseconds. Owners are held weakly, so a transaction as owner reads once for itself
 * and leaves nothing behind. Callers that arrive during a load share it; a failed load is not remembered.
 */
export function createCache<O extends object, T>(lifeMs: number, load: (owner: O) => Promise<T>): Cache<O, T> {
  const entries = new WeakMap<O, { until: number; value: Promise<T> }>();
  const last = new WeakMap<O, T>();
  const leaderOf = (owner: O) => (leaders.get(owner) as O | undefined) ?? owner;
  return {
    async get(asking) {
      const owner = leaderOf(asking);
      const known = entries.get(owner);
      if (known && known.until > performance.now()) return known.value;
      const entry = { until: performance.now() + lifeMs, value: load(owner) };
      entries.set(owner, entry);
      try {
        const value = await entry.value;
        if (entries.get(owner) === entry) last.set(owner, value);
        return value;
      } catch (error) {
        if (entries.get(owner) === entry) entries.delete(owner);
        throw error;
      }
    },
    peek: (owner) => last.get(leaderOf(owner)),
    drop(owner) {
      entries.delete(leaderOf(owner));
    },
  };
}
