import { expect, test } from 'vitest';
import { fileProblem } from './check-file.ts';

const rules = { 'app.max_file_upload_size': 2, 'app.allowed_file_upload_extensions': ['pdf', 'png'] };
const any = { ...rules, 'app.allowed_file_upload_extensions': ['*'] };

test.each([
  ['a.pdf', 1, rules, undefined],
  ['A.PDF', 2 * 1024 * 1024, rules, undefined],
  ['a.tar.gz', 1, rules, 'media.type_not_allowed'],
  ['pdf', 1, rules, 'media.type_not_allowed'],
  ['a.pdf', 2 * 1024 * 1024 + 1, rules, 'errors.media.too_large'],
  ['a.pdf', 0, rules, 'errors.media.empty_file'],
  ['no-extension', 1, any, undefined],
  ['a.pdf', 1, { ...rules, 'app.allowed_file_upload_extensions': null }, 'errors.media.extension_not_allowed'],
])('%s of %i bytes', (name, size, settings, problem) => {
  expect(fileProblem({ name, size }, settings)?.key).toBe(problem);
});

test('names the limit', () => {
  expect(fileProblem({ name: 'a.pdf', size: 3 * 1024 * 1024 }, rules)?.named).toEqual({ size: 2 });
  expect(fileProblem({ name: 'a.exe', size: 1 }, rules)?.named).toEqual({ list: 'pdf, png' });
});
