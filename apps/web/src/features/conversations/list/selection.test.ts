import { beforeEach, expect, it } from 'vitest';
import { addTicks, dropTicks, extendTicks, tickedIn, toggleTick } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const ticked = (list = 'inbox') => [...tickedIn(list)].sort();

beforeEach(() => dropTicks());

it('ticks and unticks', () => {
  toggleTick('inbox', 'b');
  toggleTick('inbox', 'd');
  expect(ticked()).toEqual(['b', 'd']);
  toggleTick('inbox', 'b');
  expect(ticked()).toEqual(['d']);
});

it('extends from the last ticked row, both ways', () => {
  toggleTick('inbox', 'c');
  extendTicks('inbox', order, 'e');
  expect(ticked()).toEqual(['c', 'd', 'e']);
  extendTicks('inbox', order, 'a');
  expect(ticked()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('ticks one row when there is nothing to extend from', () => {
  extendTicks('inbox', order, 'b');
  expect(ticked()).toEqual(['b']);
  dropTicks();
  extendTicks('inbox', order, 'd');
  expect(ticked()).toEqual(['d']);
});

it('belongs to one list', () => {
  toggleTick('inbox', 'a');
  expect(ticked('all')).toEqual([]);
  toggleTick('all', 'b');
  expect(ticked('all')).toEqual(['b']);
  expect(ticked()).toEqual([]);
});

it('drops some, and takes some back', () => {
  addTicks('inbox', order);
  dropTicks(['a', 'b']);
  expect(ticked()).toEqual(['c', 'd', 'e']);
  addTicks('inbox', ['a']);
  expect(ticked()).toEqual(['a', 'c', 'd', 'e']);
});
