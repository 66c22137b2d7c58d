/** Seeded random numbers: the same seed gives the same data (mulberry32, public domain). */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Whole number in [from, to]. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  /** Small numbers often, large ones seldom: index in [0, n) with weight falling like 1/(i+1). */
  skewed(n: number): number;
  uuid(): string;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const hex = () =>
    Math.floor(next() * 0x100000000)
      .toString(16)
      .padStart(8, '0');
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    skewed: (n) => Math.min(n - 1, Math.floor((n + 1) ** next() - 1)),
    uuid() {
      const a = hex();
      const b = hex();
      const c = hex();
      const d = hex();
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
    },
  };
}
