import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../../test/harness.ts';
import { previewOf } from './preview.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test.each([
  [' Two\n lines ', ['image/png'], 'Two lines'],
  ['', ['image/png', 'application/pdf'], 'Image'],
  ['\u00a0\n', ['video/mp4'], 'Video'],
  ['', ['audio/ogg'], 'Audio'],
  ['', ['application/pdf'], 'File'],
  ['', [], ''],
])('%j with files %j', async (text_content, types, expected) => {
  const files = types.map((content_type) => ({ content_type }));
  expect(await previewOf(desk.app.deps.db, { text_content }, files)).toBe(expected);
});
