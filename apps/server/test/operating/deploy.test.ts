import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFile(join(root, path), 'utf8');

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) process.stdout.write('The units of systemd are not verified: systemd-analyze is not installed.\n');

describe.skipIf(!hasSystemd)('the units of systemd', () => {
  let folder: string;
  let units: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellhop-units-'));
    await cp(join(root, 'deploy/systemd'), folder, { recursive: true });
    units = await readdir(folder);
    // Where they expect Node there need be none on this machine.
    if (existsSync('/usr/bin/node')) return;
    for (const name of units) {
      const text = await readFile(join(folder, name), 'utf8');
      await writeFile(join(folder, name), text.replaceAll('/usr/bin/node', process.execPath));
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('are valid', () => {
    const verified = spawnSync('systemd-analyze', ['verify', ...units.map((name) => join(folder, name))], {
      encoding: 'utf8',
    });
    expect(`${verified.stdout}${verified.stderr}`.trim()).toBe('');
    expect(verified.status).toBe(0);
  });

  test.each(['bellhop.service', 'bellhop-backup.service'])('%s is exposed little', (name) => {
    const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', join(folder, name)], {
      encoding: 'utf8',
    });
    const [, level] = /Overall exposure level for \S+: ([\d.]+)/.exec(judged.stdout) ?? [];
    // Systems before version 250 cannot judge a file.
    if (level === undefined) return;
    expect(Number(level)).toBeLessThan(2);
  });
});

describe('the container files', () => {
  test('no container has a default password: what is secret must be given', async () => {
    const compose = await read('compose.yaml');
    const secrets = [...compose.matchAll(/\$\{(\w*(?:PASSWORD|SECRET)\w*)([^}]*)\}/g)];
    const required = ['POSTGRES_PASSWORD', 'BELLHOP_SECRET_KEY', 'BELLHOP_ADMIN_PASSWORD'];
    const optional = 'S3_SECRET_ACCESS_KEY';
    expect(new Set(secrets.map(([, name]) => name))).toEqual(new Set([...required, optional]));
    for (const [whole, name, rest] of secrets) expect(rest, whole).toMatch(name === optional ? /^:-$/ : /^:\?/);
    expect(compose).not.toMatch(/PASSWORD: (?!\$\{)\S/);
    expect(compose).not.toMatch(/:latest\b/);
  });

  test('bases have exact versions, the process is not root, and its health is looked at', async () => {
    const dockerfile = await read('Dockerfile');
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base);
    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(/^[a-z]+:\d+\.\d+\.\d+-\w+/);
    expect(dockerfile.lastIndexOf('\nUSER node')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN '));
    expect(dockerfile).toMatch(/^HEALTHCHECK .*healthy\.mjs/m);
    expect(dockerfile).not.toMatch(/PASSWORD|SECRET/);
  });

  test('nothing of a desk comes into the image', async () => {
    const ignored = (await read('.dockerignore')).split('\n');
    for (const name of ['.env', 'data', '.git', '.cache']) expect(ignored).toContain(name);
  });
});
