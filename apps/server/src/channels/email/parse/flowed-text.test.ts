import { expect, test } from 'vitest';
import { joinFlowedText } from './flowed-text.ts';

test.each([
  ['one \ntwo\nthree', false, 'one two\nthree'],
  ['one \ntwo', true, 'onetwo'],
  [' stuffed\n >not a quote', false, 'stuffed\n>not a quote'],
  ['> quoted \n> on\nanswer', false, '> quoted on\nanswer'],
  ['> quoted \nanswer', false, '> quoted \nanswer'],
  ['>> deep \n>> er', false, '>> deep er'],
  ['text \n-- \nname', false, 'text \n-- \nname'],
  ['', false, ''],
])('%j', (text, deletesSpace, expected) => {
  expect(joinFlowedText(text, deletesSpace)).toBe(expected);
});
