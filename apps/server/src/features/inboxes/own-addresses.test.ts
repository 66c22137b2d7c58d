import { describe, expect, it } from 'vitest';
import { parseMailbox } from '../../lib/parse-mailbox.ts';
import { addressBook } from './own-addresses.ts';

describe('addressBook', () => {
  const own = addressBook([
    { id: 1, address: 'help@shop.example', reply_to: 'Answers@Shop.example' },
    { id: 2, address: 'help+eu@shop.example', reply_to: 'help@shop.example' },
    { id: 3, address: 'help@shop.example', reply_to: '' },
  ]);

  it.each([
    ['help@shop.example', 1],
    ['HELP@shop.EXAMPLE', 1],
    ['help+conv-1@shop.example', 1],
    ['help+eu@shop.example', 2],
    ['help+eu+conv-1@shop.example', 2],
    ['answers+x@shop.example', 1],
    ['+help@shop.example', undefined],
    ['helpx@shop.example', undefined],
    ['help@shop.example.org', undefined],
    ['nobody', undefined],
  ])('finds %s', (address, inbox) => {
    expect(own.inboxOf(address)).toBe(inbox);
    expect(own.has(address)).toBe(inbox !== undefined);
  });
});

describe('parseMailbox', () => {
  it.each([
    ['Shop <Help@Shop.example>', { name: 'Shop', address: 'help@shop.example' }],
    ['"Shop, Inc." <help@shop.example>', { name: 'Shop, Inc.', address: 'help@shop.example' }],
    ['help@shop.example', { name: '', address: 'help@shop.example' }],
    ['help@localhost', { name: '', address: 'help@localhost' }],
    ['', null],
    ['Shop', null],
    ['Shop <help@>', null],
    ['a@b.example, c@d.example', null],
    ['Group: a@b.example, c@d.example;', null],
  ])('reads %j', (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox);
  });
});
