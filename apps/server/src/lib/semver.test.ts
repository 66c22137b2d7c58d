import { describe, expect, test } from 'vitest';
import { compareVersions, isPrerelease, isVersion } from './semver.ts';

test('versions come in the order of semver.org', () => {
  const inOrder = [
    '0.1.0',
    '0.2.0-alpha',
    '0.2.0-alpha.1',
    '0.2.0-alpha.beta',
    '0.2.0-beta.2',
    '0.2.0-beta.11',
    '0.2.0-rc.1',
    '0.2.0',
    '0.10.0',
    '1.0.0',
    'v1.0.1',
    '10.0.0',
  ];
  for (const [index, earlier] of inOrder.entries()) {
    expect(compareVersions(earlier, earlier)).toBe(0);
    for (const later of inOrder.slice(index + 1)) {
      expect(compareVersions(earlier, later), `${earlier} before ${later}`).toBeLessThan(0);
      expect(compareVersions(later, earlier), `${later} after ${earlier}`).toBeGreaterThan(0);
    }
  }
  expect(compareVersions('1.0.0+one', 'v1.0.0+two')).toBe(0);
});

describe('what is a version', () => {
  test.each(['1.2.3', 'v1.2.3', '1.2.3-rc.1', '1.2.3+build.5'])('%s', (text) => expect(isVersion(text)).toBe(true));
  test.each(['', '1', '1.2', '1.2.3.4', '1.2.3-', 'latest', '1.2.3 ', '<b>1.2.3</b>', '9999999999.0.0'])(
    'not %j',
    (text) => expect(isVersion(text)).toBe(false),
  );
});

test('what is not finished says so', () => {
  expect(isPrerelease('1.2.3-rc.1')).toBe(true);
  expect(isPrerelease('1.2.3')).toBe(false);
});
