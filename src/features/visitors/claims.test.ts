import { expect, it } from 'vitest';
import type { AdaptiveJsonSchema } from '#api/generated/types.gen.ts';
import { listClaims, withClaim } from './claims.ts';

const schema = (properties: object | null): AdaptiveJsonSchema =>
  JSON.parse(JSON.stringify({ type: 'object', properties, additionalProperties: false }));

it('lists claims, with or without a description', () => {
  const unsigned = {
    type: 'object',
    properties: { isNew: { type: 'boolean', description: 'New' }, age: null },
  };
  expect(listClaims(schema({ isPartner: null, unsigned }))).toEqual([
    { name: 'isPartner', description: '' },
    { name: 'unsigned.isNew', description: 'New', type: 'boolean' },
    { name: 'unsigned.age', description: '' },
  ]);
});

it('lists nothing if there are no claims', () => {
  expect(listClaims(schema({}))).toEqual([]);
  expect(listClaims(schema(null))).toEqual([]);
});

it('lists the type and values of a claim if the schema declares them', () => {
  const plan = { type: 'string', enum: ['free', 'pro'] };
  const several = { type: ['string', 'null'], enum: [{ a: 1 }] };
  expect(listClaims(schema({ plan, version: { const: 2 }, several }))).toEqual([
    { name: 'plan', description: '', type: 'string', values: ['free', 'pro'] },
    { name: 'version', description: '', values: [2] },
    { name: 'several', description: '' },
  ]);
});

it('keeps the values of a claim when it is described, renamed or moved into a group', () => {
  const before = schema({ plan: { type: 'string', enum: ['free', 'pro'], description: 'Old' } });
  const described = { name: 'plan', description: 'What they pay for.' };
  const plan = { type: 'string', enum: ['free', 'pro'], description: 'What they pay for.' };
  expect(withClaim(before, 'plan', described).properties).toEqual({ plan });
  expect(withClaim(before, 'plan', { ...described, name: 'tier' }).properties).toEqual({ tier: plan });
  const moved = withClaim(before, 'plan', { ...described, name: 'unsigned.plan' }).properties;
  expect(moved.unsigned?.properties).toEqual({ plan });
  expect(moved.plan).toBeUndefined();
  expect(withClaim(before, 'plan', { ...described, description: '' }).properties.plan).toEqual({
    type: 'string',
    enum: ['free', 'pro'],
    description: '',
  });
});
