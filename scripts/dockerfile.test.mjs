import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isIgnored, readDockerfile } from './dockerfile.mjs';

test('a Dockerfile is read by stages, with flags, comments and long lines', () => {
  const stages = readDockerfile(
    'FROM a:1 AS first\n# a word\nRUN one \\\n  two\nFROM b:2\nCOPY --from=first /x /y\nCMD ["z"]\n',
  );
  expect(stages).toEqual([
    { name: 'first', base: 'a:1', steps: [{ word: 'RUN', rest: 'one    two', flags: {} }] },
    {
      name: '',
      base: 'b:2',
      steps: [
        { word: 'COPY', rest: '/x /y', flags: { from: 'first' } },
        { word: 'CMD', rest: '["z"]', flags: {} },
      ],
    },
  ]);
  expect(() => readDockerfile('FROM a\nARG x')).toThrow('ARG x');
  expect(() => readDockerfile('RUN x')).toThrow('FROM');
});

test('ours is understood as a whole', () => {
  const text = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
  const [build, image] = readDockerfile(text);
  expect(build.steps.some(({ rest }) => rest.includes('npm install --omit=dev'))).toBe(true);
  expect(image.steps.map(({ word }) => word)).toEqual(expect.arrayContaining(['USER', 'HEALTHCHECK', 'CMD']));
});

test('.dockerignore: names at the top, endings, names anywhere', () => {
  const patterns = ['data', '*.log', '**/dist'];
  for (const path of ['data/secret.key', 'npm.log', 'apps/web/dist/index.html'])
    expect(isIgnored(patterns, path)).toBe(true);
  for (const path of ['apps/data/x.ts', 'apps/x.log', 'apps/distance.ts'])
    expect(isIgnored(patterns, path)).toBe(false);
});
