import { describe, expect, test } from 'vitest';
import type { MimePart } from './mime-part.ts';
import { readMimeTree } from './mime-tree.ts';
import { mail } from './testing/test-mail.ts';

const text = (part: MimePart) => Buffer.from(part.body).toString('latin1');
const shape = (part: MimePart): string =>
  part.children.length === 0 ? part.content_type : `${part.content_type}(${part.children.map(shape).join(' ')})`;

describe('readMimeTree', () => {
  test('the line break before a delimiter is not content', () => {
    const { root } = readMimeTree(
      mail(
        'Content-Type: multipart/mixed; boundary=b\n\npreamble\n--b\n\none\n\n--b  \n\ntwo\n--b--\nepilogue\n--b\n\nno\n',
      ),
    );
    expect(root.children.map(text)).toEqual(['one\r\n', 'two']);
  });

  test.each([
    ['no closing delimiter', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo', ['one', 'two']],
    [
      'a boundary that starts like another',
      'Content-Type: multipart/mixed; boundary=bb\n\n--bb\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b--\n--bb\n\ntwo\n--bb--\n',
      ['', 'two'],
    ],
    [
      'a boundary in mid-line',
      'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsee --b here\n--b--\n',
      ['see --b here'],
    ],
    [
      'a boundary with special characters',
      'Content-Type: multipart/mixed; boundary="a=(+)?"\n\n--a=(+)?\n\none\n--a=(+)?--',
      ['one'],
    ],
    ['dashes only', 'Content-Type: multipart/mixed; boundary=----\n\n------\n\none\n--------\n', ['one']],
    ['no boundary named', 'Content-Type: multipart/mixed\n\n--x1\nContent-Type: text/plain\n\none\n--x1--\n', ['one']],
    [
      'the wrong boundary named',
      'Content-Type: multipart/mixed; boundary=y\n\n--x1\nContent-Type: text/plain\n\none\n--x1--\n',
      ['one'],
    ],
  ])('%s', (_name, source, bodies) => {
    const found = readMimeTree(mail(source)).root.children.map((child) =>
      child.children.length > 0 ? '' : text(child),
    );
    expect(found).toEqual(bodies);
  });

  test('a part without the blank line before its content keeps that content', () => {
    const { root } = readMimeTree(
      mail(
        'Content-Type: multipart/mixed; boundary=b\n\n--b\nBEGIN:VCALENDAR\nEND:VCALENDAR\nContent-Type: text/calendar\n\n--b--\n',
      ),
    );
    expect(root.children.map((child) => [child.content_type, text(child).slice(0, 15)])).toEqual([
      ['text/calendar', 'BEGIN:VCALENDAR'],
    ]);
  });

  test('a multipart that has no part is text', () => {
    const tree = readMimeTree(mail('Content-Type: multipart/alternative; boundary=b\n\nSimply text\n'));
    expect(tree.root.content_type).toBe('text/plain');
    expect(tree.warnings).toEqual(['multipart/alternative without parts is read as text']);
  });

  test('an enclosed message is a leaf, with or without a type in a digest', () => {
    const digest =
      'Content-Type: multipart/digest; boundary=b\n\n--b\n\nFrom: a@x.example\n\none\n--b\nContent-Type: message/rfc822\n\nFrom: b\n\ntwo\n--b--\n';
    expect(shape(readMimeTree(mail(digest)).root)).toBe('multipart/digest(message/rfc822 message/rfc822)');
  });

  test('more parts than the limit are listed, not read', () => {
    const parts = Array.from({ length: 130 }, (_, i) => `--b\nContent-Type: text/plain; name=${i}.txt\n\n${i}\n`).join(
      '',
    );
    const tree = readMimeTree(mail(`Content-Type: multipart/mixed; boundary=b\n\n${parts}--b--\n`));
    expect(tree.root.children).toHaveLength(100);
    expect(tree.skipped).toHaveLength(30);
    expect(tree.skipped[0]).toMatchObject({ reason: 'too_many_parts', part: { filename: '100.txt' } });
  });

  test('nesting beyond the limit stays one piece', () => {
    let source = 'Content-Type: text/plain\n\ndeep\n';
    for (let i = 0; i < 30; i++)
      source = `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n${source}\n--b${i}--\n`;
    const tree = readMimeTree(mail(source));
    let depth = 0;
    for (let part: MimePart | undefined = tree.root.children[0]; part !== undefined; part = part.children[0]) depth++;
    expect(depth).toBe(20);
    expect(tree.skipped.map((skipped) => skipped.reason)).toEqual(['nested_too_deep']);
  });
});

describe('part description', () => {
  const describeOne = (header: string) => readMimeTree(mail(`${header}\n\nbody`)).root;

  test.each([
    ['', 'text/plain'],
    ['Content-Type: TEXT/HTML', 'text/html'],
    ['Content-Type: text', 'text/plain'],
    ['Content-Type: text plain', 'text/plain'],
    ['Content-Type: image / png; x', 'image/png'],
    ['Content-Type: text/html\nContent-Type: text/plain', 'text/html'],
  ])('type of %j', (header, type) => {
    expect(describeOne(header).content_type).toBe(type);
  });

  test.each([
    ['Content-Disposition: inline', 'inline'],
    ['Content-Disposition: ATTACHMENT; filename=x', 'attachment'],
    ['Content-Disposition: something-else', 'attachment'],
    ['', null],
  ])('disposition of %j', (header, disposition) => {
    expect(describeOne(header).disposition).toBe(disposition);
  });

  test.each([
    ['Content-Disposition: attachment; filename="a.pdf"\nContent-Type: x/y; name=b.pdf', 'a.pdf'],
    ['Content-Type: x/y; name="=?utf-8?Q?b=C3=A9.pdf?="', 'bé.pdf'],
    ['Content-Location: picture.gif', 'picture.gif'],
    ['Content-Location: http://x.example/picture.gif', null],
    ['', null],
  ])('name of %j', (header, name) => {
    expect(describeOne(header).filename).toBe(name);
  });

  test.each([
    ['Content-ID: <a@x>', 'a@x'],
    ['Content-Id: a@x', 'a@x'],
    ['Content-ID: <>', null],
    ['', null],
  ])('content id of %j', (header, id) => {
    expect(describeOne(header).content_id).toBe(id);
  });
});
