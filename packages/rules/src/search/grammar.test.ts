import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch } from './grammar.ts';

/** The clauses in short: `kind(value)`, `!` for negated, `|` between alternatives. */
function short(text: string): string[] {
  return parseSearch(text, 'Europe/Berlin').clauses.map((clause) =>
    clause
      .map(({ is_negated, condition }) => {
        const value =
          condition.kind === 'words'
            ? `${condition.text}${condition.is_prefix ? '*' : ''}`
            : 'at' in condition
              ? new Date(condition.at).toISOString()
              : 'value' in condition
                ? condition.value
                : '';
        return `${is_negated ? '!' : ''}${condition.kind}(${value})`;
      })
      .join('|'),
  );
}

describe('what is typed', () => {
  test.each([
    ['lamp broken', ['words(lamp)', 'words(broken)']],
    ['"broken lamp" inv*', ['words(broken lamp)', 'words(inv*)']],
    ['“broken lamp”', ['words(broken lamp)']],
    ['-refund -"on hold" -tag:vip', ['!words(refund)', '!words(on hold)', '!tag(vip)']],
    ['lamp OR light bulb', ['words(lamp)|words(light)', 'words(bulb)']],
    ['OR lamp OR', ['words(lamp)']],
    ['a OR OR b | c', ['words(a)|words(b)|words(c)']],
    ['from:ann@x.test TO:bo cc:"c d"', ['from(ann@x.test)', 'to(bo)', 'cc(c d)']],
    ['subject:"lost parcel" ref:#123 ref:124', ['subject(lost parcel)', 'ref(123)', 'ref(124)']],
    [
      'assignee:me assignee:none team:"Tier 2" inbox:shop',
      ['assignee(me)', 'assignee(none)', 'team(Tier 2)', 'inbox(shop)'],
    ],
    [
      'status:open priority:urgent has:attachment filename:pdf',
      ['status(open)', 'priority(urgent)', 'has_attachment()', 'filename(pdf)'],
    ],
    ['before:2025-07-31', ['before(2025-07-30T22:00:00.000Z)']],
    ['after:2025-07-31', ['after(2025-07-30T22:00:00.000Z)']],
    ['after:2025-07-31T09:30:00Z', ['after(2025-07-31T09:30:00.000Z)']],
    ['colour:red', ['words(colour:red)']],
    ['before:tomorrow has:wings', ['words(before:tomorrow)', 'words(has:wings)']],
    ['from: "open end', ['words(from:)', 'words(open)', 'words(end)']],
    ['- -- "" * () 👍', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(short(text)).toEqual(expected);
  });

  test('a term keeps what was typed', () => {
    expect(
      parseSearch('-from:"Ann B" x', 'UTC')
        .clauses.flat()
        .map((term) => term.source),
    ).toEqual(['-from:"Ann B"', 'x']);
  });

  test('never fails, and never has more than 40 terms', () => {
    const bits = fc.constantFrom(
      '"',
      '-',
      ':',
      ' ',
      '*',
      '|',
      'OR',
      ' OR ',
      'from:',
      'before:',
      'ref:#',
      '(',
      ')',
      "'",
      '\\',
      '&',
      '!',
      '東京',
      'ß',
      '\0',
    );
    const typed = fc.array(fc.oneof(bits, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 60 });
    fc.assert(
      fc.property(typed, (parts) => {
        const { clauses } = parseSearch(parts.join(''), 'UTC');
        expect(clauses.flat().length).toBeLessThanOrEqual(40);
        for (const clause of clauses) expect(clause.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
