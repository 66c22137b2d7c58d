import { describe, expect, it } from 'vitest';
import {
  draftRows,
  emptyRow,
  filterRows,
  isWhole,
  problemOf,
  withField,
  withOperator,
  withoutEmpty,
} from './filter-rows.ts';

const row = (field: string, operator: string, value = '') => ({ ...emptyRow(), field, operator, value });

describe('a row', () => {
  it('begins anew with another field, and only then', () => {
    const filled = row('conversations.status_id', 'equals', '1');
    expect(withField(filled, 'conversations.inbox_id')).toEqual({
      ...row('conversations.inbox_id', ''),
      id: filled.id,
    });
    expect(withField(filled, 'conversations.status_id')).toBe(filled);
  });

  it('loses its value to an operator that takes none, or takes several', () => {
    const filled = row('conversations.status_id', 'equals', '1');
    expect(withOperator(filled, 'not equals').value).toBe('1');
    expect(withOperator(filled, 'not set').value).toBe('');
    expect(withOperator(filled, 'in').value).toBe('');
  });

  it.each([
    ['nothing', row('', ''), false],
    ['no operator', row('conversations.status_id', ''), false],
    ['no value', row('conversations.status_id', 'equals'), false],
    ['blanks', row('conversations.status_id', 'equals', '  '), false],
    ['an empty list', row('conversations.status_id', 'in', '[]'), false],
    ['a list', row('conversations.status_id', 'in', '["1"]'), true],
    ['set', row('conversations.status_id', 'set'), true],
    ['not set', row('conversations.status_id', 'not set'), true],
    ['all three', row('conversations.status_id', 'equals', '1'), true],
  ])('with %s', (_, given, expected) => expect(isWhole(given)).toBe(expected));
});

describe('rows', () => {
  it('are complained about when there is none, or one is half filled', () => {
    expect(problemOf([])).toBe('selectAtLeastOne');
    expect(problemOf([row('conversations.status_id', 'equals')])).toBe('partiallyFilled');
    expect(problemOf([row('conversations.status_id', 'set')])).toBeUndefined();
  });

  it('lose those in which nothing was chosen', () => {
    const kept = row('conversations.status_id', '');
    expect(withoutEmpty([emptyRow(), kept, emptyRow()])).toEqual([kept]);
  });

  it('are saved with model and field apart and values as text, and come back', () => {
    const rows = [
      row('conversations.status_id', 'equals', ' 1 '),
      row('conversation_statuses.name', 'contains', 'Open'),
      row('conversations.assigned_user_id', 'not set', '7'),
    ];
    const saved = filterRows(rows);
    expect(saved).toEqual([
      { model: 'conversations', field: 'status_id', operator: 'equals', value: '1' },
      { model: 'conversation_statuses', field: 'name', operator: 'contains', value: 'Open' },
      { model: 'conversations', field: 'assigned_user_id', operator: 'not set', value: '' },
    ]);
    expect(filterRows(draftRows(saved))).toEqual(saved);
    expect(draftRows([{ field: 'inbox_id', operator: 'equals', value: 3 }])[0]).toMatchObject({
      field: 'conversations.inbox_id',
      value: '3',
    });
  });
});
