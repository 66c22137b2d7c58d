import { describe, expect, it } from 'vitest';
import { buildPlusAddress, parsePlusAddress, plusBaseAddress } from './plus-address.ts';

const uuid = '0b0ccf2a-9b53-4b1c-8f1d-0d7e27c11d35';

describe('plus addresses', () => {
  it('carry a conversation there and back', () => {
    const built = buildPlusAddress('Help@shop.example', uuid.toUpperCase());
    expect(built).toBe(`Help+conv-${uuid}@shop.example`);
    expect(parsePlusAddress(built ?? '')).toBe(uuid);
    expect(parsePlusAddress(` HELP+CONV-${uuid.toUpperCase()}@shop.example `)).toBe(uuid);
    expect(plusBaseAddress(built ?? '')).toBe('help@shop.example');
  });

  it('replace an older tag and keep another one', () => {
    expect(buildPlusAddress(`help+conv-${uuid.replace('0', '1')}@shop.example`, uuid)).toBe(
      `help+conv-${uuid}@shop.example`,
    );
    expect(buildPlusAddress('help+eu@shop.example', uuid)).toBe(`help+eu+conv-${uuid}@shop.example`);
    expect(parsePlusAddress(`help+eu+conv-${uuid}@shop.example`)).toBe(uuid);
  });

  it.each(['', 'help', '@shop.example', 'help@', '"odd one"@shop.example', 'customer.service.department@shop.example'])(
    'are not built on %j',
    (address) => {
      expect(buildPlusAddress(address, uuid)).toBeNull();
    },
  );

  it.each([
    'help@shop.example',
    'help+eu@shop.example',
    `help+conv-${uuid}x@shop.example`,
    `help+conv-123@shop.example`,
    uuid,
    '',
  ])('%j carries no conversation', (address) => {
    expect(parsePlusAddress(address)).toBeNull();
  });

  it.each([
    ['Help@Shop.example', 'help@shop.example'],
    ['help+a+b@shop.example', 'help@shop.example'],
    ['+odd@shop.example', '+odd@shop.example'],
    ['no address', 'no address'],
  ])('%s stripped is %s', (address, base) => {
    expect(plusBaseAddress(address)).toBe(base);
  });
});
