import { expect, it } from 'vitest';
import { encodeForm, encodeMultipart, encodeQuery, fillPath } from './api-encode.ts';

it('fills paths and refuses missing parameters', () => {
  expect(fillPath('/a/:uuid/b/:id', { uuid: 'x y', id: 7 })).toBe('/a/x%20y/b/7');
  expect(() => fillPath('/a/:uuid', {})).toThrow('/a/:uuid needs uuid');
});

it('drops what is undefined from queries, keeps what is empty, writes blanks as plus', () => {
  expect(encodeQuery({})).toBe('');
  expect(encodeQuery({ filters: '', order: undefined, q: 'not equals', page: 2 })).toBe(
    '?filters=&q=not+equals&page=2',
  );
});

it('writes forms as wire A 1.2 says', () => {
  expect(encodeForm({ a: null, b: undefined, c: true, d: 12, 'x.y': 'p q' })).toBe('a=&c=true&d=12&x.y=p%20q');
  expect(encodeForm({ tags: ['a', 'b&c'] })).toBe('tags%5B0%5D=a&tags%5B1%5D=b%26c');
  expect(encodeForm()).toBe('');
});

it('sends files as parts called files', () => {
  const form = encodeMultipart({ inline: false, linked_model: 'messages', none: null }, [new File(['x'], 'a.txt')]);
  expect([...form.keys()]).toEqual(['inline', 'linked_model', 'files']);
  expect(form.get('inline')).toBe('false');
  expect((form.get('files') as File).name).toBe('a.txt');
});
