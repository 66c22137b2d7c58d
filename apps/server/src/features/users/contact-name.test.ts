import { expect, test } from 'vitest';
import { splitContactName } from './contact-name.ts';

test.each([
  ['Ana Maria de Souza', 'ana@example.com', 'Ana', 'Maria de Souza', false],
  ['  Ana   Maria\tde Souza ', 'ana@example.com', 'Ana', 'Maria de Souza', false],
  ['Ana', 'ana@example.com', 'Ana', '', false],
  ['', 'ana.souza@example.com', 'ana.souza', '', true],
  ['   ', 'ana.souza@example.com', 'ana.souza', '', true],
  ['Ana@Example.com', 'ana@example.com', 'ana', '', true],
  ['<ana@example.com>', 'ana@example.com', 'ana', '', true],
  ['李小龍', 'lee@example.com', '李小龍', '', false],
  ['', '@example.com', '@example.com', '', true],
])('%j <%s> is %j %j', (name, address, first, last, derived) => {
  expect(splitContactName(name, address)).toEqual({ first_name: first, last_name: last, name_is_derived: derived });
});

test('each part is cut to 140 characters, whole ones', () => {
  const { first_name, last_name } = splitContactName(`${'🦊'.repeat(200)} ${'b'.repeat(200)}`, 'a@example.com');
  expect(first_name).toBe('🦊'.repeat(140));
  expect(last_name).toBe('b'.repeat(140));
});
