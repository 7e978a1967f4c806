import { expect, test } from 'vitest';
import { finishContract } from './finish-contract.ts';

test('the compiled document is simplified', () => {
  const finished = finishContract({
    info: { title: 'Example' },
    parameters: [
      { name: 'only', explode: false },
      { name: 'authors', explode: true },
    ],
    schemas: [
      { allOf: [{ $ref: '#/a' }], description: 'One reference.' },
      { allOf: [{ $ref: '#/a' }, { $ref: '#/b' }] },
      { type: 'object', unevaluatedProperties: { type: 'string' } },
    ],
  });
  expect(finished).toEqual({
    info: { title: 'Example', license: expect.objectContaining({ name: 'All rights reserved' }) },
    parameters: [{ name: 'only' }, { name: 'authors', explode: true }],
    schemas: [
      { $ref: '#/a', description: 'One reference.' },
      { allOf: [{ $ref: '#/a' }, { $ref: '#/b' }] },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  });
});

test('something else is refused', () => {
  expect(() => finishContract(['not', 'a', 'document'])).toThrow('not an OpenAPI document');
});
