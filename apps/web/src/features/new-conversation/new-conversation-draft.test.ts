import { expect, test } from 'vitest';
import { fieldsOf, type NewFields, problemsOf } from './new-conversation-draft.ts';

const whole: NewFields = {
  contact_email: 'mina@mail.example',
  first_name: 'Mina',
  last_name: '',
  subject: 'Your order',
  inbox_id: 2,
  team_id: null,
  agent_id: null,
};
const problems = (over: Partial<NewFields>, html = '<p>Hello</p>') =>
  Object.keys(problemsOf({ ...whole, ...over }, { html }, [1, 2]));

test.each<[Partial<NewFields>, string[]]>([
  [{}, []],
  [{ subject: ' ' }, ['subject']],
  [{ contact_email: '' }, ['contact_email']],
  [{ contact_email: 'Mina <mina@mail.example>' }, ['contact_email']],
  [{ contact_email: 'mina@mail' }, ['contact_email']],
  [{ first_name: '' }, ['first_name']],
  [{ inbox_id: null }, ['inbox_id']],
  [{ inbox_id: 3 }, ['inbox_id']],
  [
    { inbox_id: null, first_name: '', contact_email: 'x', subject: '' },
    ['contact_email', 'first_name', 'inbox_id', 'subject'],
  ],
])('%j', (over, expected) => {
  expect(problems(over)).toEqual(expected);
});

test.each(['', '<p></p>', '<p> &nbsp;</p>'])('needs a text, not %j', (html) => {
  expect(problems({}, html)).toEqual(['content']);
});

test('an only inbox is chosen, of several none', () => {
  expect(fieldsOf(null, [7])).toMatchObject({ inbox_id: 7, subject: '', team_id: null });
  expect(fieldsOf(null, [7, 8]).inbox_id).toBeNull();
  expect(fieldsOf({ inbox_id: 8, subject: 'S' }, [7])).toMatchObject({ inbox_id: 8, subject: 'S' });
});
