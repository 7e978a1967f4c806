import { expect, test } from 'vitest';
import { finishContract } from './finish-contract.ts';

const document = {
  info: { title: 'Example' },
  parameters: [
    { name: 'only', explode: false },
    { name: 'authors', explode: true },
  ],
  schemas: [
    { allOf: [{ $ref: '#/a' }], description: 'One reference.' },
    { allOf: [{ $ref: '#/a' }, { $ref: '#/b' }] },
    { type: 'object', unevaluatedProperties: { type: 'string' } },
    { type: 'object', 'x-max-properties': 5 },
  ],
};

test('the compiled document is simplified', () => {
  expect(finishContract(document)).toEqual({
    info: { title: 'Example', license: expect.objectContaining({ name: 'All rights reserved' }) },
    parameters: [{ name: 'only' }, { name: 'authors', explode: true }],
    schemas: [
      { $ref: '#/a', description: 'One reference.' },
      { allOf: [{ $ref: '#/a' }, { $ref: '#/b' }] },
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', maxProperties: 5, propertyNames: { type: 'string', maxLength: 320 } },
    ],
  });
});

test.each(['allOf', 'unevaluatedProperties', 'x-max-properties', 'explode'])(
  'a document without %s is rejected, because the rewrite would be unused',
  (keyword) => {
    const text = JSON.stringify(document).replaceAll(`"${keyword}"`, '"other"');
    expect(() => finishContract(JSON.parse(text))).toThrow(`No ${keyword} in the contract`);
  },
);

test('tags are sorted by name, since each file declares its own', () => {
  const tags = [{ name: 'teams' }, { name: 'api-specs' }];
  expect(finishContract({ ...document, tags }).tags).toEqual([{ name: 'api-specs' }, { name: 'teams' }]);
});

test('anything but an OpenAPI document is rejected', () => {
  expect(() => finishContract(['not', 'a', 'document'])).toThrow('Not an OpenAPI document');
});
