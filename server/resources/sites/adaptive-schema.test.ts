// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { AdaptiveJsonSchema } from '#api/generated/types.gen.ts';
import { closeSchema, EMPTY_SCHEMA, findSchemaProblems } from './adaptive-schema.handlers.ts';

const beta = { type: 'boolean', description: 'Takes part in the beta program.' };

function schemaOf(properties: AdaptiveJsonSchema['properties'], more: object = {}): AdaptiveJsonSchema {
  return { type: 'object', properties, additionalProperties: false, ...more };
}

describe('findSchemaProblems', () => {
  it('accepts boolean claims beside a closed group of unsigned ones', () => {
    const unsigned = { type: 'object', properties: { beta }, additionalProperties: false };
    const schema = schemaOf(
      { beta, unsigned },
      { $id: 'visitors', $schema: 'http://json-schema.org/draft-07/schema#' },
    );
    expect(findSchemaProblems(schema)).toEqual([]);
  });

  it('accepts the default schema', () => {
    expect(findSchemaProblems(EMPTY_SCHEMA)).toEqual([]);
  });

  it.each<[string, AdaptiveJsonSchema, string]>([
    ['another draft', schemaOf({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' }), '$schema'],
    ['an open schema', schemaOf({}, { additionalProperties: true }), 'additionalProperties'],
    ['a claim that is no boolean', schemaOf({ plan: { type: 'string' } }), 'properties.plan.type'],
    ['a claim named unsigned', schemaOf({ unsigned: beta }), 'properties.unsigned.type'],
    [
      'a group inside the group',
      schemaOf({ unsigned: { type: 'object', properties: { more: { type: 'object' } } } }),
      'properties.unsigned.properties.more.type',
    ],
    [
      'an open group',
      schemaOf({ unsigned: { type: 'object', additionalProperties: true } }),
      'properties.unsigned.additionalProperties',
    ],
    ['an unsupported keyword', schemaOf({}, { required: ['beta'] }), 'required'],
    ['a keyword on a claim', schemaOf({ beta: { ...beta, enum: [true] } }), 'properties.beta.enum'],
  ])('reports the path of %s', (_, schema, path) => {
    expect(findSchemaProblems(schema)).toEqual([
      { path: `body.jsonSchema.${path}`, message: expect.any(String) },
    ]);
  });

  it('reports all paths at once', () => {
    const schema = schemaOf({ a: { type: 'string' }, b: { type: 'number' } }, { $schema: 'draft-04' });
    expect(findSchemaProblems(schema)).toHaveLength(3);
  });
});

describe('closeSchema', () => {
  it('adds additionalProperties: false to schema and group, and keeps the rest', () => {
    const open: AdaptiveJsonSchema = { type: 'object', properties: { beta, unsigned: { type: 'object' } } };
    expect(closeSchema(open)).toEqual(
      schemaOf({ beta, unsigned: { type: 'object', additionalProperties: false } }),
    );
  });
});
