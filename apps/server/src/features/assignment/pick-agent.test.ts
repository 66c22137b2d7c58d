import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PoolMember, pickAgent } from './pick-agent.ts';

const member = (id: number, members: Partial<PoolMember> = {}): PoolMember => ({
  id,
  availability_status: 'online',
  load: 0,
  turn: null,
  can_read: true,
  ...members,
});
const rotation = { strategy: 'rotation', capacity: 0, assign_to_offline: false } as const;

test.each<
  [
    what: string,
    members: PoolMember[],
    by: Partial<Parameters<typeof pickAgent>[1]>,
    chosen: number | null,
    verdicts: string[],
  ]
>([
  ['nobody in the team', [], {}, null, []],
  ['who was never chosen is next', [member(1, { turn: 1 }), member(2)], {}, 2, ['free', 'chosen']],
  ['then who was chosen longest ago', [member(1, { turn: 4 }), member(2, { turn: 3 })], {}, 2, ['free', 'chosen']],
  [
    'online before away, away before nobody',
    [member(1, { availability_status: 'away' }), member(2, { turn: 9 })],
    {},
    2,
    ['away', 'chosen'],
  ],
  [
    'away, when those online have enough',
    [member(1, { availability_status: 'away', load: 1 }), member(2, { load: 2 })],
    { capacity: 2 },
    1,
    ['chosen', 'full'],
  ],
  ['offline never', [member(1, { availability_status: 'offline' })], {}, null, ['offline']],
  [
    'offline, where the desk wants it',
    [member(1, { availability_status: 'offline' })],
    { assign_to_offline: true },
    1,
    ['chosen'],
  ],
  [
    'offline not even then, when anybody else is there, even without room',
    [member(1, { availability_status: 'offline' }), member(2, { availability_status: 'away', load: 3 })],
    { assign_to_offline: true, capacity: 3 },
    null,
    ['offline', 'full'],
  ],
  [
    'away by choice never, nor counted as there',
    [
      member(1, { availability_status: 'away_manual' }),
      member(2, { availability_status: 'away_and_reassigning' }),
      member(3, { availability_status: 'offline' }),
    ],
    { assign_to_offline: true },
    3,
    ['unavailable', 'unavailable', 'chosen'],
  ],
  ['who may not read it never', [member(1, { can_read: false })], {}, null, ['blind']],
  [
    'the first is full, the second is free',
    [member(1, { load: 5 }), member(2, { load: 4, turn: 7 })],
    { capacity: 5 },
    2,
    ['full', 'chosen'],
  ],
  ['all are full', [member(1, { load: 5 }), member(2, { load: 6 })], { capacity: 5 }, null, ['full', 'full']],
  ['0 is no limit', [member(1, { load: 500_000 })], {}, 1, ['chosen']],
  [
    'the fewest open conversations, and in turn among equals',
    [member(1, { load: 2, turn: 1 }), member(2, { load: 1, turn: 9 }), member(3, { load: 1, turn: 8 })],
    { strategy: 'fewest_open' },
    3,
    ['free', 'free', 'chosen'],
  ],
])('%s', (_what, members, by, chosen, verdicts) => {
  expect(pickAgent(members, { ...rotation, ...by })).toEqual({ chosen, verdicts });
});

/** One step of a desk's day: somebody comes or goes, or a conversation does. */
const step = fc.record({
  who: fc.nat(5),
  to: fc.constantFrom('online', 'away', 'offline', 'away_manual', 'assign', 'assign', 'assign', 'resolve'),
});

function live(steps: readonly { who: number; to: string }[], by: Parameters<typeof pickAgent>[1]) {
  const members = [0, 1, 2, 3, 4, 5].map((id) => member(id + 1, { availability_status: 'offline' }));
  const chosen: { id: number; pool: number[]; loads: number[] }[] = [];
  let turn = 0;
  for (const { who, to } of steps) {
    const one = members[who]!;
    if (to === 'resolve') one.load = Math.max(0, one.load - 1);
    else if (to !== 'assign') one.availability_status = to as PoolMember['availability_status'];
    else {
      const loads = members.map(({ load }) => load);
      const choice = pickAgent(members, by);
      if (choice.chosen === null) continue;
      const pool = members
        .filter((_, place) => ['chosen', 'free'].includes(choice.verdicts[place]!))
        .map(({ id }) => id);
      chosen.push({ id: choice.chosen, pool, loads });
      Object.assign(members.find(({ id }) => id === choice.chosen)!, { turn: ++turn });
      members.find(({ id }) => id === choice.chosen)!.load += 1;
    }
  }
  return chosen;
}

test('fair over time: of two who are up for choice all the while, neither gets two more than the other, whoever comes and goes', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 20, maxLength: 150 }),
      fc.integer({ min: 0, max: 4 }),
      (steps, capacity) => {
        const chosen = live(steps, { ...rotation, capacity });
        for (let one = 1; one <= 6; one++) {
          for (let other = one + 1; other <= 6; other++) {
            let lead = 0;
            let [low, high] = [0, 0];
            for (const { id, pool } of chosen) {
              if (!pool.includes(one) || !pool.includes(other)) {
                lead = low = high = 0;
                continue;
              }
              if (id === one) lead++;
              if (id === other) lead--;
              [low, high] = [Math.min(low, lead), Math.max(high, lead)];
              expect(high - low).toBeLessThanOrEqual(1);
            }
          }
        }
      },
    ),
  );
});

test('whoever has the fewest gets it, and nobody more than the limit, whoever comes and goes', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 20, maxLength: 150 }),
      fc.integer({ min: 0, max: 4 }),
      (steps, capacity) => {
        for (const { id, pool, loads } of live(steps, { ...rotation, strategy: 'fewest_open', capacity })) {
          expect(loads[id - 1]).toBe(Math.min(...pool.map((member) => loads[member - 1]!)));
          if (capacity > 0) expect(loads[id - 1]).toBeLessThan(capacity);
        }
      },
    ),
  );
});
