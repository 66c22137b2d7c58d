import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test.each([
  [['a', 1, null, ''], 'a,1,,'],
  [['say "hi"', 'a,b', 'two\r\nlines'], '"say ""hi""","a,b","two\r\nlines"'],
  [['=1+1', '+49', '-x', '@SUM(A1)', '\t=1', -5], "'=1+1,'+49,'-x,'@SUM(A1),'\t=1,-5"],
  [['a=1', ' =1'], 'a=1, =1'],
])('%j', (cells, line) => {
  expect(csvRow(cells)).toBe(`${line}\r\n`);
});
