// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { canonicalText, cutToSchema, typedClaims, unsignedSchema } from './visitor-claims.ts';

const schema = {
  properties: {
    isPartner: { type: 'boolean' },
    unsigned: {
      type: 'object',
      properties: {
        isDeveloper: { type: 'boolean' },
        seats: { type: 'number' },
        team: { type: 'string' },
        plan: { type: 'string', enum: ['free', 'paid'] },
        device: { type: 'object', properties: { isOld: { type: 'boolean' } } },
      },
    },
  },
};

describe('typedClaims', () => {
  it.each([
    [
      { isDeveloper: 'true', seats: '4.5', team: '' },
      { isDeveloper: true, seats: 4.5, team: '' },
    ],
    [{ isDeveloper: 'yes', seats: 'many', plan: 'gold' }, {}],
    [
      { plan: 'paid', 'device.isOld': 'false' },
      { plan: 'paid', device: { isOld: false } },
    ],
    [{ device: 'x', other: 'y', __proto__x: 'z', seats: ' ' }, {}],
  ])('%j', (texts, claims) => {
    expect(typedClaims(unsignedSchema(schema), new Map(Object.entries(texts)))).toEqual(claims);
  });

  it.each([null, {}, { properties: [] }, { properties: { unsigned: 'x' } }])(
    'are none with the schema %j',
    (other) => {
      expect(typedClaims(unsignedSchema(other), new Map([['a', 'b']]))).toEqual({});
    },
  );
});

describe('cutToSchema', () => {
  const claims = { iat: 1, exp: 2, sub: 'a', isPartner: true, plan: 'x', unsigned: { isDeveloper: true } };

  it('leaves what the schema has', () => {
    expect(cutToSchema(schema, claims)).toEqual({ isPartner: true });
    expect(cutToSchema(schema, { toString: 'x' })).toEqual({});
  });

  it('leaves everything about the visitor where there is no schema', () => {
    expect(cutToSchema(null, claims)).toEqual({ isPartner: true, plan: 'x' });
  });
});

it('canonicalText is the same for the same values', () => {
  expect(canonicalText({ b: [{ d: 1, c: 2 }], a: 'x' })).toBe(canonicalText({ a: 'x', b: [{ c: 2, d: 1 }] }));
});
