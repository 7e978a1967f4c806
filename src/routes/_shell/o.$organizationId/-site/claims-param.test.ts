import { expect, it } from 'vitest';
import { claimsParam } from './claims-param.ts';

it('keeps claims that are true or false', () => {
  expect(
    claimsParam({ isPartner: true, 'unsigned.isDeveloper': false, seats: 3, ['x'.repeat(129)]: true }),
  ).toEqual({
    isPartner: true,
    'unsigned.isDeveloper': false,
  });
  expect(claimsParam({})).toEqual({});
});

it.each(['isPartner', 1, null, [true], undefined])('ignores %j', (value) => {
  expect(claimsParam(value)).toBeUndefined();
});

it('keeps the first 50', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`claim${index}`, true]));
  expect(Object.keys(claimsParam(many) ?? {})).toHaveLength(50);
});
