import { describe, expect, test } from 'vitest';
import { readMessageId, readMessageIds } from './message-ids.ts';

describe('readMessageId', () => {
  test.each([
    ['<a@x.example>', 'a@x.example'],
    ['  <a@x.example>  (added by relay)', 'a@x.example'],
    ['a@x.example', 'a@x.example'],
    ['<a@x.example', 'a@x.example'],
    ['<a@b@c.example>', 'a@b@c.example'],
    ['<001c$abc$@x.y@z>', '001c$abc$@x.y@z'],
    ['< a@x.example\r\n >', 'a@x.example'],
    ['<Case@X.example>', 'Case@X.example'],
    ['<>', null],
    ['', null],
    ['   ', null],
  ])('%j', (header, id) => {
    expect(readMessageId(header)).toBe(id);
  });

  test('null in, null out', () => {
    expect(readMessageId(null)).toBeNull();
  });

  test('an id too long for an index is hashed, alike in every header', () => {
    const long = `<${'x'.repeat(3000)}@x.example>`;
    expect(readMessageId(long)).toMatch(/^sha256-[0-9a-f]{64}$/);
    expect(readMessageIds([long])).toEqual([readMessageId(long)]);
  });
});

describe('readMessageIds', () => {
  test.each([
    [['<a@x> <b@x>'], ['a@x', 'b@x']],
    [['<a@x><b@x>\t<a@x>'], ['a@x', 'b@x']],
    [['Your message of Monday <a@x> "quoted"'], ['a@x']],
    [['a@x, b@x'], ['a@x', 'b@x']],
    [['no id at all'], []],
    [['', '<>'], []],
    [
      ['<a@x>', '<b@x>'],
      ['a@x', 'b@x'],
    ],
    [['<a@b@c.example>'], ['a@b@c.example']],
  ])('%j', (headers, ids) => {
    expect(readMessageIds(headers)).toEqual(ids);
  });

  test('of very many the first and the newest are kept', () => {
    const ids = readMessageIds([Array.from({ length: 500 }, (_, i) => `<${i}@x>`).join(' ')]);
    expect(ids).toHaveLength(100);
    expect(ids[0]).toBe('0@x');
    expect(ids.at(-1)).toBe('499@x');
  });
});
