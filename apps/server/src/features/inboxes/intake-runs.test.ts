import { expect, it } from 'vitest';
import type { Deps } from '../../core/deps.ts';
import { beginIntakeRun, endIntakeRun, keepFresh, takeFresh } from './intake-runs.ts';

const mega = 1024 * 1024;

it('keeps what has just come for the present run of its inbox, once', () => {
  const deps = {} as Deps;
  const raw = Buffer.from('a mail');
  keepFresh(deps, 1, 'early', raw);
  const run = beginIntakeRun(deps, 1);
  keepFresh(deps, 1, 'mail', raw);
  keepFresh(deps, 2, 'elsewhere', raw);
  expect(takeFresh(deps, 1, 'early')).toBeUndefined();
  expect(takeFresh(deps, 2, 'elsewhere')).toBeUndefined();
  expect(takeFresh(deps, 1, 'mail')).toBe(raw);
  expect(takeFresh(deps, 1, 'mail')).toBeUndefined();
  keepFresh(deps, 1, 'late', raw);
  endIntakeRun(deps, run);
  beginIntakeRun(deps, 1);
  expect(takeFresh(deps, 1, 'late')).toBeUndefined();
});

it('keeps 16 MB at most, all inboxes together, and has them free again when runs end', () => {
  const deps = {} as Deps;
  const raw = Buffer.alloc(9 * mega);
  const run = beginIntakeRun(deps, 1);
  beginIntakeRun(deps, 2);
  keepFresh(deps, 1, 'first', raw);
  keepFresh(deps, 2, 'second', raw);
  expect(takeFresh(deps, 2, 'second')).toBeUndefined();
  endIntakeRun(deps, run);
  keepFresh(deps, 2, 'third', raw);
  expect(takeFresh(deps, 2, 'third')).toBe(raw);
});
