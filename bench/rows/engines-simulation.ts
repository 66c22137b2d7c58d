import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { calendarOf } from '../../apps/server/src/features/business-hours/index.ts';
import type { Product } from '../product.ts';
import { summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * An SLA simulation over all conversations of the last 90 days, and what it asks of the calendar: a deadline of office hours with a break
 * and holidays in a zone with clock changes, beside a plain loop of Date arithmetic that knows neither. Leaves no trace in the desk.
 */
export async function benchSimulation(product: Product): Promise<{ text: string }> {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const client = await product.client();
  const took: number[] = [];
  const picks: number[] = [];
  let looked = 0;
  try {
    for (let turn = 0; turn < 3; turn++) {
      const start = performance.now();
      const { data } = await client.call('sla.simulate', {
        body: {
          policy: { name: 'Bench', first_response_time: '4h', next_response_time: '8h', resolution_time: '40h' },
        },
      });
      let firstSeen = 0;
      for (;;) {
        const now = await client.call('sla.simulation', { params: { id: data.id } });
        if (now.data.total !== null) firstSeen ||= performance.now();
        if (now.data.state === 'done') {
          looked = now.data.result!.conversations;
          break;
        }
        if (now.data.state === 'failed') throw new Error('the simulation failed');
        await pause(20);
      }
      picks.push(firstSeen - start);
      took.push(performance.now() - start);
    }
    const text = table(
      ['ms', ...summaryColumns],
      [
        ['until they are counted', ...summaryCells(summarise(picks))],
        [`simulation of ${looked} conversations`, ...summaryCells(summarise(took))],
      ],
    );
    return { text: `${text}\n${calendarTable()}` };
  } finally {
    await pool.query('delete from sla_simulations');
    await pool.end();
  }
}

function calendarTable(): string {
  const day = { open: '09:00', close: '17:30', breaks: [{ from: '12:00', to: '13:00' }] };
  const hours = { Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day };
  const holidays = [{ name: 'Christmas', date: '2026-12-25' }];
  const base = Date.parse('2026-06-01T00:00Z');
  const starts = Array.from({ length: 20_000 }, (_, index) => new Date(base - ((index * 97) % (90 * 1440)) * 60_000));
  const rows = [4, 24, 400].map((budget) => {
    const calendar = calendarOf({ is_always_open: false, hours, holidays }, 'Europe/Berlin');
    const ends = starts.map((start) => calendar.addOpenTime(start, budget * hourMs)!);
    const add = perCall(starts.length, (index) => calendar.addOpenTime(starts[index]!, budget * hourMs));
    const between = perCall(starts.length, (index) => calendar.openTimeBetween(starts[index]!, ends[index]!));
    const plain = perCall(starts.length, (index) => plainly(starts[index]!, budget * hourMs));
    const micro = (value: number) => value.toFixed(2);
    return [`${budget} h`, micro(add), micro(between), micro(plain), `${(add / plain).toFixed(1)}×`];
  });
  return table(['open time, µs per call', 'add', 'between', 'plain loop', 'add against it'], rows);
}

/** Microseconds of a call, the median of some rounds over all of them. */
function perCall(calls: number, call: (index: number) => unknown): number {
  const rounds = Array.from({ length: 9 }, () => {
    const start = performance.now();
    for (let index = 0; index < calls; index++) call(index);
    return ((performance.now() - start) / calls) * 1000;
  });
  return summarise(rounds).median;
}

/** Monday to Friday, nine to half past five, UTC. */
function plainly(start: Date, ms: number): number {
  let left = ms;
  let at = start.getTime();
  for (;;) {
    const midnight = Math.floor(at / dayMs) * dayMs;
    const weekday = new Date(midnight).getUTCDay();
    const [open, close] = [midnight + 9 * hourMs, midnight + 17.5 * hourMs];
    if (weekday === 0 || weekday === 6 || at >= close) {
      at = midnight + dayMs;
      continue;
    }
    at = Math.max(at, open);
    if (close - at >= left) return at + left;
    left -= close - at;
    at = midnight + dayMs;
  }
}
