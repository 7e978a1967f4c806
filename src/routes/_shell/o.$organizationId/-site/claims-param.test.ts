import { expect, it } from 'vitest';
import { claimsParam } from './claims-param.ts';

it('keeps claims with values', () => {
  const claims = { isPartner: true, 'unsigned.isDeveloper': false, seats: 3, plan: 'pro', region: null };
  const long = { ['x'.repeat(129)]: true, note: 'x'.repeat(129) };
  expect(claimsParam({ ...claims, ...long, roles: ['a'], groups: {} })).toEqual(claims);
  expect(claimsParam({})).toEqual({});
});

it.each(['isPartner', 1, null, [true], undefined])('ignores %j', (value) => {
  expect(claimsParam(value)).toBeUndefined();
});

it('keeps the first 50', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`claim${index}`, true]));
  expect(Object.keys(claimsParam(many) ?? {})).toHaveLength(50);
});
