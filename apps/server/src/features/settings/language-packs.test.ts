import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLanguagePacks } from './language-packs.ts';

const folder = mkdtempSync(join(tmpdir(), 'bellhop-lang-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, texts: Record<string, string>) => writeFileSync(join(folder, name), JSON.stringify(texts));
write('en.json', { '_.code': 'en', 'a.team': 'Team | Teams', 'a.edit': 'Edit {name}' });
write('pt-BR.json', { '_.code': 'pt-BR', 'a.team': 'Equipe | Equipes' });
write('secret.json', { key: 'value' });
write('README.md', {});

test('a known pack is laid over English', () => {
  const pack = openLanguagePacks(folder)('pt-BR');
  expect(pack.texts).toEqual({ '_.code': 'pt-BR', 'a.team': 'Equipe | Equipes', 'a.edit': 'Edit {name}' });
});

test.each(['xx', '', '../en', 'secret', 'en.json', 'PT-BR', '__proto__', '../../package'])('%j is English', (code) => {
  const packs = openLanguagePacks(folder);
  expect(packs(code)).toBe(packs('en'));
});

test('packs differ by their tags', () => {
  const packs = openLanguagePacks(folder);
  expect(packs('en').etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(packs('pt-BR').etag).not.toBe(packs('en').etag);
});
