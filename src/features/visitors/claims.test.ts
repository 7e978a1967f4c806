import { expect, it } from 'vitest';
import type { AdaptiveJsonSchema } from '#src/api/generated/types.gen.ts';
import { listClaims } from './claims.ts';

const schema = (properties: object | null): AdaptiveJsonSchema =>
  JSON.parse(JSON.stringify({ type: 'object', properties, additionalProperties: false }));

it('lists claims, also one that the server gives without a description', () => {
  const unsigned = {
    type: 'object',
    properties: { isNew: { type: 'boolean', description: 'New' }, age: null },
  };
  expect(listClaims(schema({ isPartner: null, unsigned }))).toEqual([
    { name: 'isPartner', description: '' },
    { name: 'unsigned.isNew', description: 'New' },
    { name: 'unsigned.age', description: '' },
  ]);
});

it('lists nothing where there are none', () => {
  expect(listClaims(schema({}))).toEqual([]);
  expect(listClaims(schema(null))).toEqual([]);
});
