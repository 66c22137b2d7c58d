import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type NotificationEvent,
  notificationChannels,
  notificationEvents,
  notificationKinds,
  notificationMatrix,
  notificationScopes,
} from '@bellhop/contract';
import { eventOfKind, resolveMatrix, toldOf, whatWasTold, whyTold } from '@bellhop/rules';
import { describe, expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';
import { waitOf } from './receiver.ts';
import { lengthText } from './words.ts';

const folder = join(import.meta.dirname, '../../../../../lang');
const packs = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, pack: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string> }));

describe.each(packs)('$name', ({ pack }) => {
  test.each(notificationEvents)('%s can be chosen in words', (event) => {
    expect(pack).toHaveProperty([`account.notifications.event.${event}`]);
    for (const scope of notificationMatrix[event].length > 1 ? notificationMatrix[event] : []) {
      expect(pack).toHaveProperty([`account.notifications.scope.${scope}`]);
    }
  });

  test.each(notificationKinds)('%s says what happened and why', (kind) => {
    for (const team of [null, { name: 'T' }]) {
      for (const rule of kind === 'rule'
        ? [
            { name: null, subject: 's' },
            { name: 'R', subject: 's' },
          ]
        : [null]) {
        const told = { kind, team, rule, metric: 'm' };
        expect(pack).toHaveProperty([whatWasTold(told, 'N').key]);
        for (const scope of notificationMatrix[eventOfKind(kind)]) {
          expect(pack).toHaveProperty([whyTold({ ...told, scope }).key]);
        }
      }
    }
  });

  test('channels, scopes of records and what is due have names', () => {
    for (const channel of notificationChannels) {
      expect(pack).toHaveProperty([`account.notifications.channel.${channel}`]);
      expect(pack).toHaveProperty([`account.notifications.summary.${channel}`]);
    }
    for (const scope of notificationScopes) expect(pack).toHaveProperty([`causes.fact.told_${scope}`]);
    for (const metric of ['first_response', 'next_response', 'resolution']) {
      expect(pack).toHaveProperty([`notifications.metric.${metric}`]);
    }
  });
});

test('every event of the matrix has a kind', () => {
  expect(new Set(notificationKinds.map(eventOfKind))).toEqual(new Set<NotificationEvent>(notificationEvents));
});

test('the narrowest scope that has something on is the reason, and the ways add up', () => {
  const choices = [
    { event: 'note', scope: 'all', channel: 'in_app', is_on: true },
    { event: 'note', scope: 'taking_part', channel: 'mail', is_on: true },
  ];
  expect(toldOf('note', new Set(['mine', 'taking_part', 'all']), choices)).toEqual({
    scope: 'taking_part',
    channels: new Set(['in_app', 'mail']),
  });
  expect(toldOf('note', new Set(['mine']), choices)).toBeNull();
  // What is stored of a cell that has gone, or never was, counts for nothing.
  const strange = [{ event: 'lunch', scope: 'all', channel: 'in_app', is_on: true }];
  expect(resolveMatrix(strange)).toEqual(resolveMatrix([]));
});

test.each([
  // Over midnight, in Berlin before, in and after its change to summer time.
  ['22:00', '07:00', 'Europe/Berlin', '2026-03-28T20:59:59Z', null],
  ['22:00', '07:00', 'Europe/Berlin', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['22:00', '07:00', 'Europe/Berlin', '2026-03-29T04:59:59Z', '2026-03-29T05:00:00.000Z'],
  ['22:00', '07:00', 'Europe/Berlin', '2026-03-29T05:00:00Z', null],
  // An end that the clock skips is the moment after the gap.
  ['22:00', '02:30', 'Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00.000Z'],
  // Within a day, and a zone of three quarters of an hour.
  ['12:00', '13:00', 'UTC', '2026-05-01T12:30:00Z', '2026-05-01T13:00:00.000Z'],
  ['12:00', '13:00', 'UTC', '2026-05-01T13:00:00Z', null],
  ['00:00', '06:00', 'Asia/Kathmandu', '2026-05-01T19:00:00Z', '2026-05-02T00:15:00.000Z'],
])('quiet from %s to %s in %s at %s end %s', (from, to, zone, now, end) => {
  expect(quietUntil({ from, to, zone }, new Date(now))?.toISOString() ?? null).toBe(end);
});

test('who wants mails only while away has none while online; pushes do not ask', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const times = { quiet_hours: null, mail_when: 'not_online' } as const;
  expect(waitOf(times, { channel: 'mail', availability: 'online', now })).toEqual({ kind: 'drop' });
  expect(waitOf(times, { channel: 'push', availability: 'online', now })).toBeNull();
  expect(waitOf(times, { channel: 'mail', availability: 'away', now })).toBeNull();
});

test.each([
  ['en', 125, '2 hours 5 minutes'],
  ['en', 1, '1 minute'],
  ['en', 0, '1 minute'],
  ['en', -60, '1 hour'],
  ['en', 2 * 1440 + 60, '2 days 1 hour'],
  ['de', 125, '2 Stunden 5 Minuten'],
  ['ja', 125, '2 時間 5 分'],
])('in %s %i minutes are %s', (language, minutes, text) => {
  const wording = { language, pack: {}, root: '', site: '', now: new Date() };
  expect(lengthText(wording, minutes * 60_000)).toBe(text);
});
