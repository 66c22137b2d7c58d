import { describe, expect, test } from 'vitest';
import { allHeaders, firstHeader, readHeaderBlock } from './header-block.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') => {
  const bytes = Buffer.from(text, encoding);
  const block = readHeaderBlock(bytes, 0, bytes.length);
  return { block, body: bytes.subarray(block.body_start).toString('latin1') };
};

describe('readHeaderBlock', () => {
  test('unfolds, lower-cases names, keeps order', () => {
    const { block, body } = read('Subject: one\r\n two\r\nX-A :b\r\nsubject: again\r\n\r\nbody\r\n');
    expect(block.fields).toEqual([
      { name: 'subject', value: 'one two' },
      { name: 'x-a', value: 'b' },
      { name: 'subject', value: 'again' },
    ]);
    expect(body).toBe('body\r\n');
    expect(firstHeader(block, 'subject')).toBe('one two');
    expect(allHeaders(block, 'subject')).toEqual(['one two', 'again']);
    expect(firstHeader(block, 'nope')).toBeNull();
  });

  test.each([
    ['bare line feeds', 'A: b\nC: d\n\nbody', ['a', 'c'], 'body'],
    ['bare carriage returns', 'A: b\rC: d\r\rbody', ['a', 'c'], 'body'],
    ['an mbox line', 'From me@example Mon\nA: b\n\nbody', ['a'], 'body'],
    ['a line of blanks continues', 'A: b\n \n c\nD: e\n\nbody', ['a', 'd'], 'body'],
    ['a stray line before more header', 'A: b\nstray line\nC: d\n\nbody', ['a', 'c'], 'body'],
    ['a stray line before the body', 'A: b\nstray line\nmore\n\nbody', ['a'], 'stray line\nmore\n\nbody'],
    ['no body', 'A: b', ['a'], ''],
    ['no header', '\nbody', [], 'body'],
    ['nothing', '', [], ''],
    ['text alone', 'just text', [], 'just text'],
  ])('%s', (_name, text, names, body) => {
    const result = read(text);
    expect(result.block.fields.map((field) => field.name)).toEqual(names);
    expect(result.body).toBe(body);
  });

  test('a blank first value does not count as present', () => {
    expect(firstHeader(read('Subject:\nSubject: x\n\n').block, 'subject')).toBe('x');
  });

  test('raw 8-bit values: UTF-8, else the declared charset, else windows-1252', () => {
    expect(read('Subject: Größe\n\n').block.fields[0]!.value).toBe('Größe');
    const cyrillic = read('Content-Type: text/plain; charset=windows-1251\nSubject: \xcf\xf0\xe8\n\n', 'latin1');
    expect(firstHeader(cyrillic.block, 'subject')).toBe('При');
    expect(firstHeader(read('Subject: caf\xe9\n\n', 'latin1').block, 'subject')).toBe('café');
  });

  test('over-long fields are cut, and named', () => {
    const { block } = read(`To: ${'a'.repeat(70_000)}\nSubject: x\n\n`);
    expect(block.cut_fields).toEqual(['to']);
    expect(firstHeader(block, 'to')!.length).toBeLessThanOrEqual(65_536);
    expect(firstHeader(block, 'subject')).toBe('x');
  });
});
