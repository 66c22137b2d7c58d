import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('cells are kept apart, whatever stands in them', () => {
  expect(csvText(['Name', 'Count'], [['Smith, "Jo"\nJr', 3]])).toBe('\uFEFFName,Count\r\n"Smith, ""Jo""\nJr",3\r\n');
  expect(csvText(['Name', 'Average'], [['Ana', null]])).toBe('\uFEFFName,Average\r\nAna,\r\n');
});

test('no spreadsheet takes a name for a formula; numbers stay numbers', () => {
  expect(csvText(['Name', 'Change'], [['=HYPERLINK("x")', -2]])).toBe(
    '\uFEFFName,Change\r\n"\'=HYPERLINK(""x"")",-2\r\n',
  );
  for (const start of ['+', '-', '@']) expect(csvText(['Name'], [[`${start}1`]])).toContain(`'${start}1`);
});
