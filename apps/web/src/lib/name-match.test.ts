import { describe, expect, test } from 'vitest';
import { containing, namedLike } from './name-match.ts';

const people = [{ name: 'Ana Lima' }, { name: 'André Lemaître-Oak' }, { name: 'Ｌena' }];
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe('a name at the caret', () => {
  const like = (query: string) => names(namedLike(people, query));

  test('is found by the beginnings of its words, in any order', () => {
    expect(like('l')).toEqual(['Ana Lima', 'André Lemaître-Oak', 'Ｌena']);
    expect(like('oak an')).toEqual(['André Lemaître-Oak']);
    expect(like('ima')).toEqual([]);
  });

  test('is found without its accents, its case and its width', () => {
    expect(like('ANDRE lemaitre')).toEqual(['André Lemaître-Oak']);
    expect(like('len')).toEqual(['Ｌena']);
    expect(like('andré')).toEqual(['André Lemaître-Oak']);
  });

  test('is none any more once the sentence goes on', () => {
    expect(like('Ana Lima')).toEqual(['Ana Lima']);
    expect(like('Ana Lima wrote')).toEqual([]);
  });

  test('is any while nothing is typed', () => {
    expect(like(' ')).toEqual(names(people));
  });
});

describe('an option of a picker', () => {
  const has = (query: string) => names(containing(people, query, ({ name }) => `${name} support`));

  test('is found by any part of its text', () => {
    expect(has('ima SUPP')).toEqual(['Ana Lima']);
    expect(has('maitre')).toEqual(['André Lemaître-Oak']);
    expect(has('ima oak')).toEqual([]);
  });

  test('is any while nothing is typed: the very list', () => {
    expect(containing(people, ' ', ({ name }) => name)).toBe(people);
  });
});
