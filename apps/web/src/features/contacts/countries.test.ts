// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { callingCodeOptions, countryName, countryOptions } from './countries.ts';

it('offers every country once, by a name that the platform knows', () => {
  const [none, ...countries] = countryOptions('None');
  expect(none).toEqual({ value: '', label: 'None' });
  expect(countries.length).toBeGreaterThan(240);
  expect(new Set(countries.map(({ value }) => value)).size).toBe(countries.length);
  expect(countries.filter(({ value, label }) => value === label)).toEqual([]);
  expect(countries.map(({ label }) => label)).toEqual(
    countries.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b, 'en')),
  );
});

it('offers each calling code once, in the form of the contract, with its countries', () => {
  const [, ...codes] = callingCodeOptions('None');
  expect(new Set(codes.map(({ value }) => value)).size).toBe(codes.length);
  for (const { value } of codes) expect(value).toMatch(/^\+\d{1,3}(-\d{3})?$/);
  const labels = new Map(codes.map(({ value, label }) => [value, label]));
  expect(labels.get('+351')).toBe('+351 Portugal');
  expect(labels.get('+1-684')).toBe('+1-684 American Samoa');
  expect(labels.get('+7')).toMatch(/^\+7 Kazakhstan.*Russia$/);
});

it('shows what is no code as it is', () => {
  expect(countryName('PT')).toBe('Portugal');
  expect(countryName('somewhere')).toBe('somewhere');
});
