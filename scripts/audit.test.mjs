import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allowListPath, judgeAudit, readAllowed } from './audit.mjs';

const root = join(import.meta.dirname, '..');
const advisory = (severity, id) => ({
  severity,
  name: 'kettle',
  title: 'boils over',
  url: `https://github.com/advisories/${id}`,
});
const report = (...via) => JSON.stringify({ vulnerabilities: { kettle: { via }, pot: { via: ['kettle'] } } });
const id = 'GHSA-aaaa-bbbb-cccc';
const entry = { advisory: id, reason: 'we pour no water', until: '2026-12-31' };

describe('a report of npm', () => {
  test.each(['high', 'critical'])('with a weakness of severity %s fails and names it', (severity) => {
    const { skipped, lines } = judgeAudit(report(advisory(severity, id)), [], '2026-06-01');
    expect([skipped, lines.length]).toEqual([null, 1]);
    expect(lines[0]).toContain(`${severity}: kettle: boils over`);
    expect(lines[0]).toContain(id);
  });

  test('with lesser ones, or with none, passes', () => {
    expect(judgeAudit(report(advisory('moderate', id), advisory('low', id)), [], '2026-06-01').lines).toEqual([]);
    expect(judgeAudit('{"vulnerabilities":{}}', [], '2026-06-01')).toEqual({ skipped: null, lines: [] });
  });

  test('is held against the allow-list, whose entries end, and go when they are needed no longer', () => {
    const found = report(advisory('high', id));
    expect(judgeAudit(found, [entry], '2026-12-31').lines).toEqual([]);
    expect(judgeAudit(found, [entry], '2027-01-01').lines).toEqual([
      expect.stringContaining('allowed until 2026-12-31'),
    ]);
    expect(judgeAudit('{"vulnerabilities":{}}', [entry], '2026-06-01').lines).toEqual([
      expect.stringContaining('take it out'),
    ]);
  });

  test.each([
    ['', 'npm printed no report'],
    ['{"message":"405 Method Not Allowed"}', '405 Method Not Allowed'],
    ['{"error":{"summary":"no such host"}}', 'no such host'],
    ['{}', 'npm gave no report'],
  ])('%j is none, which stops nobody', (printed, reason) => {
    expect(judgeAudit(printed, [], '2026-06-01')).toEqual({ skipped: reason, lines: [] });
  });
});

test('an entry without a reason or an end is refused', () => {
  expect(readAllowed(JSON.stringify([entry]))).toEqual([entry]);
  for (const broken of [
    { ...entry, reason: '' },
    { ...entry, until: 'some day' },
    { advisory: id, reason: 'x' },
  ]) {
    expect(() => readAllowed(JSON.stringify([broken]))).toThrow(allowListPath);
  }
  readAllowed(readFileSync(join(root, allowListPath), 'utf8'));
});

test('without a registry the check says so and goes on', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/audit.mjs')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' },
  });
  expect([status, stdout]).toEqual([3, expect.stringMatching(/\w/)]);
});
