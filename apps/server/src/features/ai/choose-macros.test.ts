import { expect, test } from 'vitest';
import { chooseMacros, written } from './choose-macros.ts';

const macro = (id: number, name: string, text: string) => ({ id, name, message_content: `<p>${text}</p>` });
const chosen = async (macros: readonly ReturnType<typeof macro>[], asked: string) =>
  (await chooseMacros(macros, asked)).map(({ id }) => id);

const refund = macro(1, 'Refund', 'The refund of a lost parcel takes five days.');
const times = macro(2, 'Opening times', 'We are open on weekdays.');

test('two words in common are needed, or one of the name', async () => {
  expect(await chosen([refund, times], 'My parcel is lost')).toEqual([1]);
  expect(await chosen([refund, times], 'parcel')).toEqual([]);
  expect(await chosen([refund, times], 'a refund please')).toEqual([1]);
});

test('rare words count for more, and five are chosen at most', async () => {
  const many = Array.from({ length: 8 }, (_, index) => macro(index + 10, `Parcel ${index}`, 'Your parcel is here.'));
  expect(await chosen([...many, refund], 'my lost parcel')).toEqual([1, 10, 11, 12, 13]);
});

test('what was changed is chosen by its new words, at once', async () => {
  expect(await chosen([refund], 'opening weekdays')).toEqual([]);
  expect(await chosen([{ ...times, id: 1 }], 'opening weekdays')).toEqual([1]);
});

test('the notation of variables and what they stand for are no words', async () => {
  const dear = macro(3, 'Hello', 'Dear {{ .Contact.FirstName }}, welcome.');
  expect(await chosen([dear], 'contact firstname')).toEqual([]);
  const person = { first_name: 'Mina', last_name: '', email: '' };
  const conversation = { reference_number: '', subject: '', priority: '', uuid: '' };
  const values = { conversation, contact: person, recipient: person, author: person };
  expect(written([dear, macro(4, 'Nothing', '')], values)).toEqual([
    { id: 3, name: 'Hello', text: 'Dear Mina, welcome.' },
  ]);
});

test('many macros are read with turns for others in between, and each once', async () => {
  const many = Array.from({ length: 100 }, (_, index) => macro(index, `Macro ${index}`, `Words of number ${index}`));
  const turnsDuring = async (run: () => Promise<unknown>) => {
    let turns = 0;
    let next = setImmediate(function take() {
      turns++;
      next = setImmediate(take);
    });
    await run();
    clearImmediate(next);
    return turns;
  };
  expect(await turnsDuring(() => chooseMacros(many, 'words of a number'))).toBeGreaterThan(1);
  expect(await turnsDuring(() => chooseMacros(many, 'words of a number'))).toBe(0);
});
