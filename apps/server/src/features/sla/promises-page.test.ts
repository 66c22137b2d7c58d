import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { promisesOn, type Standing } from '../../../test/promises.ts';

const page = new URL('../../../../../docs/how-to/sla-policies.md', import.meta.url);
const examples = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .slice(2) as [string, string, string, string, string, string, string][];

let desk: Harness;
let on: ReturnType<typeof promisesOn>;
let agent: number;
beforeAll(async () => {
  desk = await createHarness();
  on = promisesOn(desk);
  agent = await desk.addAgent({ email: 'asha@desk.test' });
  const day = { open: '09:00', close: '17:00' };
  await on.hours({ hours: { Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day } });
});
afterAll(() => desk.close());

const dates: Record<string, string> = { Mon: '2026-03-02', Tue: '2026-03-03', Wed: '2026-03-04' };
/** `Mon 10:00` of the examples' week. */
const instant = (text: string) => `${dates[text.slice(0, 3)]}T${text.slice(4, 9)}:00.000Z`;
const said = (time: string | null) => {
  if (time === null) return '-';
  const [day] = Object.entries(dates).find(([, date]) => time.startsWith(date)) ?? [time];
  return `${day} ${time.slice(11, 16)}`;
};

const deeds: Record<string, (id: number) => Promise<unknown>> = {
  reply: (id) => on.reply(id, agent),
  question: (id) => on.write(id),
  'machine mail': (id) => on.write(id, { machine: true }),
  resolved: (id) => on.status(id, 'Resolved'),
  reopened: (id) => on.status(id, 'Open'),
  waiting: (id) => on.status(id, 'Snoozed', '700h'),
  nothing: () => on.sweep(),
};

function wordsOf({ due, met, breached }: Standing['first']): string {
  if (met) return `met ${said(met)}`;
  return breached ? `missed ${said(breached)}` : due ? `due ${said(due)}` : '-';
}

test.each(examples)('%s: %s', async (promise, happens, first, next, resolution, status, deadline) => {
  const time = (name: string) => new RegExp(`${name} (\\d+[hm])`).exec(promise)?.[1] ?? null;
  const policy = await on.policy({
    first_response_time: time('first'),
    next_response_time: time('next'),
    resolution_time: time('resolution'),
    pause_on_waiting: promise.includes('pauses'),
    restart_on_reopen: promise.includes('anew'),
    starts_at: promise.includes('from then') ? 'applied_at' : 'created_at',
  });
  on.stopAt(instant('Mon 10:00'));
  const { id } = await on.opened();
  const applied = /applied (\w{3} \d\d:\d\d)/.exec(promise)?.[1];
  if (applied) on.stopAt(instant(applied));
  await on.apply(id, policy);
  for (const event of happens === '-' ? [] : happens.split(', ')) {
    on.stopAt(instant(event));
    await deeds[event.slice(10)]!(id);
  }
  const standing = await on.standing(id);
  const events = standing.next.map((event) => (event.status === 'cancelled' ? 'ended' : wordsOf(event)));
  expect([
    wordsOf(standing.first),
    events.join(', ') || '-',
    wordsOf(standing.resolution),
    standing.status,
    said(standing.next_deadline),
  ]).toEqual([first, next, resolution, status, deadline]);
});
