import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
}, 120_000);
afterAll(() => desk.close());

test('the seeded prompts come by title, without what they tell the provider', async () => {
  const { data } = await (await desk.as()).call('ai.prompts');
  expect(data.map(({ key }) => key)).toEqual([
    'add_empathy',
    'adjust_positive_tone',
    'fix_grammar_spelling',
    'make_concise',
    'make_friendly',
    'make_professional',
  ]);
  expect(Object.keys(data[0]!).sort()).toEqual(['created_at', 'id', 'key', 'title', 'updated_at']);
});

test.each([
  ['without a provider', { prompt_key: 'make_friendly', content: 'Hello' }, 400, 'InputException'],
  ['an unknown prompt', { prompt_key: 'make_rich', content: 'Hello' }, 404, 'NotFoundException'],
  ['as long as allowed', { prompt_key: 'make_friendly', content: 'x'.repeat(20_000) }, 400, 'InputException'],
  ['too long', { prompt_key: 'make_friendly', content: 'x'.repeat(20_001) }, 413, 'GeneralException'],
])('%s', async (_name, body, status, error_type) => {
  const answer = await (await desk.as()).call('ai.complete', { body });
  expect([answer.status, answer.body.error_type]).toEqual([status, error_type]);
});
