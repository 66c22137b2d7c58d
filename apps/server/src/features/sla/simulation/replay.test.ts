import { expect, test } from 'vitest';
import { calendarOf } from '../../business-hours/index.ts';
import { type History, replay, type Terms } from './replay.ts';

const hour = 3_600_000;
const day = { open: '09:00', close: '17:00' };
const office = calendarOf(
  {
    is_always_open: false,
    hours: { Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day },
    holidays: [],
  },
  'UTC',
);
const at = (text: string) => new Date(`2026-06-${text}Z`);
const terms: Terms = {
  first_response: 4 * hour,
  next_response: 2 * hour,
  resolution: 16 * hour,
  pause_on_waiting: false,
  restart_on_reopen: false,
};
// Monday, the 8th, at nine.
const asked: History = {
  created_at: at('08T09:00'),
  first_reply_at: null,
  first_resolved_at: null,
  asked: [at('08T09:00')],
  answered: [],
  statuses: [],
};
const now = at('12T12:00');

/** `metric outcome deadline left` of each promise, in hours. */
const told = (history: Partial<History>, changed: Partial<Terms> = {}, end = now) =>
  replay({ ...asked, ...history }, { ...terms, ...changed }, office, end)?.map(
    ({ metric, outcome, deadline, left }) =>
      `${metric} ${outcome} ${deadline.toISOString().slice(8, 16)} ${left / hour}`,
  );

test.each<[string, Partial<History>, Partial<Terms>, string[]]>([
  ['nothing was done', {}, {}, ['first_response breached 08T13:00 -31', 'resolution breached 09T17:00 -19']],
  [
    'answered and resolved at the last moment',
    { first_reply_at: at('08T13:00'), answered: [at('08T13:00')], first_resolved_at: at('09T17:00') },
    {},
    ['first_response met 08T13:00 0', 'resolution met 09T17:00 0'],
  ],
  [
    'a moment late, on the next morning',
    { first_reply_at: at('08T10:00'), answered: [at('08T10:00')], first_resolved_at: at('10T09:30') },
    {},
    ['first_response met 08T13:00 3', 'resolution breached 09T17:00 -0.5'],
  ],
  [
    'questions after the first reply: answered, late, resolved in time, resolved late',
    {
      first_reply_at: at('08T10:00'),
      asked: ['08T09:00', '08T09:30', '08T11:00', '08T11:30', '09T10:00', '10T10:00', '11T09:00'].map(at),
      answered: ['08T10:00', '08T12:00', '09T13:00'].map(at),
      statuses: [
        { at: at('10T11:00'), category: 'resolved' },
        { at: at('11T09:00'), category: 'open' },
        { at: at('11T12:00'), category: 'resolved' },
      ],
    },
    { first_response: null, resolution: null },
    ['next_response met 08T13:00 1', 'next_response breached 09T12:00 -1', 'next_response breached 11T11:00 -1'],
  ],
  [
    'a question before the first reply is the first response, not a next one',
    { asked: [at('08T09:00'), at('08T10:00')] },
    { resolution: null },
    ['first_response breached 08T13:00 -31'],
  ],
  [
    'a policy that waits for the customer adds the open hours of waiting to what still runs',
    {
      first_reply_at: at('08T10:00'),
      answered: [at('08T10:00')],
      first_resolved_at: at('10T12:00'),
      statuses: [
        { at: at('08T11:00'), category: 'waiting' },
        { at: at('09T11:00'), category: 'open' },
      ],
    },
    { pause_on_waiting: true },
    ['first_response met 08T13:00 3', 'resolution met 10T17:00 5'],
  ],
  [
    'reopened, a policy that begins anew counts from the last time',
    {
      first_resolved_at: at('08T10:00'),
      statuses: [
        { at: at('08T10:00'), category: 'resolved' },
        { at: at('10T09:00'), category: 'open' },
        { at: at('11T12:00'), category: 'resolved' },
      ],
    },
    { first_response: null, restart_on_reopen: true },
    ['resolution met 11T17:00 5'],
  ],
  [
    'a wait that has not ended leaves the promise open',
    {
      first_reply_at: at('08T10:00'),
      answered: [at('08T10:00')],
      statuses: [{ at: at('09T16:00'), category: 'waiting' }],
    },
    { pause_on_waiting: true, first_response: null },
    ['resolution open 12T13:00 1'],
  ],
])('%s', (_, history, changed, expected) => {
  expect(told(history, changed)).toEqual(expected);
});

test('hours that never open make no promise', () => {
  const never = calendarOf({ is_always_open: false, hours: {}, holidays: [] }, 'UTC');
  expect(replay(asked, terms, never, now)).toBeNull();
});
