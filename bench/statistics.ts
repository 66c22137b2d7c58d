/** What a table of figures shows of one measured thing, in the unit of the samples. */
export interface Summary {
  count: number;
  min: number;
  median: number;
  p95: number;
  p99: number;
}

export function summarise(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { count: sorted.length, min: sorted[0] ?? Number.NaN, median: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Runs `body` `times` times, one after the other, and answers the milliseconds of each. */
export async function sample(times: number, body: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await body();
    samples.push(performance.now() - start);
  }
  return samples;
}

const digits = (n: number) => (Number.isNaN(n) ? '-' : n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2));

/** A Markdown table; numbers get as many digits as they are worth. */
export function table(columns: string[], rows: (string | number)[][]): string {
  const lines = [columns, columns.map((_, i) => (i === 0 ? '---' : '---:')), ...rows];
  return `${lines.map((row) => `| ${row.map((cell) => (typeof cell === 'number' ? digits(cell) : cell)).join(' | ')} |`).join('\n')}\n`;
}

export const summaryCells = ({ min, median, p95, p99 }: Summary): number[] => [min, median, p95, p99];
export const summaryColumns = ['min', 'median', 'p95', 'p99'];
