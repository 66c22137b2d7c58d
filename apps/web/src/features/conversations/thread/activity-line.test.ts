import { expect, test } from 'vitest';
import english from '../../../../../../lang/en.json' with { type: 'json' };
import { setLanguage } from '../../../lib/i18n.ts';
import { activityLine } from './activity-line.ts';

Object.assign(globalThis, { document: { documentElement: {} } });
setLanguage(english);
const now = new Date(2026, 10, 20, 15, 0).getTime();

const read = (meta: Record<string, unknown>) =>
  activityLine({ content: 'Server text', meta }, 'Ana Duarte', now)
    .map(({ text, isStrong }) => (isStrong ? `*${text}*` : text))
    .join('');

test('says who did what, with names and values strong', () => {
  expect(read({ activity_type: 'priority_change', params: { priority: 'High' } })).toBe(
    '*Ana Duarte* set the priority to *High*',
  );
  expect(read({ activity_type: 'self_assign', params: {} })).toBe('*Ana Duarte* took this conversation');
});

test('a snooze names its end as the reader would', () => {
  const snoozed_until = new Date(2026, 10, 21, 9, 0).toISOString();
  expect(read({ activity_type: 'snoozed', params: { status: 'Snoozed', snoozed_until } })).toBe(
    '*Ana Duarte* set the status to *Snoozed* until *Tomorrow, 9:00 AM*',
  );
});

test('an unknown kind shows what the server wrote', () => {
  expect(read({ activity_type: 'merged', params: { into: '12' } })).toBe('Server text');
  expect(read({})).toBe('Server text');
});
