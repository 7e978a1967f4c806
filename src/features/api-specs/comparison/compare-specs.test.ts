import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../documents.ts';
import { isBreaking, type Rule } from './changes-list.tsx';
import { compareSpecs } from './compare-specs.ts';

const budget = { limit: 60_000, now: () => 0 };
const compare = (before: unknown, after: unknown) => compareSpecs(before, after, budget);

const operation = (more: JsonRecord = {}): JsonRecord => ({
  responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } },
  ...more,
});
const spec = (get: JsonRecord, more: JsonRecord = {}): JsonRecord => ({
  openapi: '3.1.0',
  paths: { '/things/{id}': { get } },
  ...more,
});
const query = (schema: JsonRecord, required = false) =>
  operation({ parameters: [{ name: 'limit', in: 'query', required, schema }] });
const requestWith = (schema: JsonRecord, required = true) =>
  operation({ requestBody: { required, content: { 'application/json': { schema } } } });
const responseWith = (schema: JsonRecord) =>
  operation({ responses: { 200: { content: { 'application/json': { schema } } } } });
const object = (properties: JsonRecord, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };

const cases: [string, JsonRecord, JsonRecord, Rule | null, boolean][] = [
  ['nothing', query(text), query(text), null, false],
  ['a new required parameter', operation(), query(text, true), 'required-parameter-added', true],
  ['a new optional parameter', operation(), query(text), 'optional-parameter-added', false],
  ['a parameter that is gone', query(text), operation(), 'parameter-removed', true],
  ['a parameter that became required', query(text), query(text, true), 'parameter-became-required', true],
  [
    'a narrower parameter',
    query({ type: 'number' }),
    query({ type: 'integer' }),
    'request-type-narrowed',
    true,
  ],
  ['a wider parameter', query({ type: 'integer' }), query({ type: 'number' }), 'request-type-widened', false],
  [
    'a request value less',
    query({ enum: ['a', 'b'] }),
    query({ enum: ['a'] }),
    'request-enum-value-removed',
    true,
  ],
  [
    'a request value more',
    query({ enum: ['a'] }),
    query({ enum: ['a', 'b'] }),
    'request-enum-value-added',
    false,
  ],
  ['a lower ceiling', query({ maximum: 9 }), query({ maximum: 5 }), 'request-limit-tightened', true],
  ['a lower floor', query({ minimum: 9 }), query({ minimum: 5 }), 'limit-changed', false],
  [
    'a new required field',
    requestWith(object({})),
    requestWith(object({ a: text }, ['a'])),
    'required-request-field-added',
    true,
  ],
  [
    'a new optional field',
    requestWith(object({})),
    requestWith(object({ a: text })),
    'optional-request-field-added',
    false,
  ],
  [
    'a required field',
    requestWith(object({ a: text })),
    requestWith(object({ a: text }, ['a'])),
    'request-field-became-required',
    true,
  ],
  [
    'a request field less',
    requestWith(object({ a: text })),
    requestWith(object({})),
    'request-field-removed',
    true,
  ],
  ['a required body', requestWith(text, false), requestWith(text), 'body-became-required', true],
  [
    'a response field less',
    responseWith(object({ a: text })),
    responseWith(object({})),
    'response-field-removed',
    true,
  ],
  [
    'a response field more',
    responseWith(object({})),
    responseWith(object({ a: text })),
    'response-field-added',
    false,
  ],
  [
    'a field not promised any more',
    responseWith(object({ a: text }, ['a'])),
    responseWith(object({ a: text })),
    'response-field-became-optional',
    true,
  ],
  [
    'a response that may be null',
    responseWith(text),
    responseWith({ type: ['string', 'null'] }),
    'response-type-widened',
    true,
  ],
  [
    'a response value more',
    responseWith({ enum: ['a'] }),
    responseWith({ enum: ['a', 'b'] }),
    'response-enum-value-added',
    true,
  ],
  ['a status less', operation(), operation({ responses: {} }), 'response-status-removed', true],
  ['credentials', operation(), operation({ security: [{ key: [] }] }), 'authentication-required', true],
  ['a deprecation', operation(), operation({ deprecated: true }), 'operation-deprecated', false],
  [
    'items of a list',
    responseWith({ type: 'array', items: object({ a: text }) }),
    responseWith({ type: 'array', items: object({}) }),
    'response-field-removed',
    true,
  ],
];

describe('compareSpecs', () => {
  it.each(cases)('finds %s', (_what, before, after, rule, breaks) => {
    const { changes, unchanged } = compare(spec(before), spec(after));
    if (rule === null) return expect({ changes, unchanged }).toEqual({ changes: [], unchanged: 1 });
    expect(changes.flatMap((change) => change.differences.map((difference) => difference.rule))).toContain(
      rule,
    );
    expect(changes.some(isBreaking)).toBe(breaks);
  });

  it('matches an operation whose path parameter was renamed', () => {
    const path = (name: string) => ({
      paths: {
        [`/a/{${name}}`]: {
          get: operation({ parameters: [{ name, in: 'path', required: true, schema: text }] }),
        },
      },
    });
    const { changes } = compare(path('id'), path('thingId'));
    expect(changes).toHaveLength(1);
    expect(changes.some(isBreaking)).toBe(false);
  });

  it('resolves references, also in cycles and allOf', () => {
    const tree = (leaf: JsonRecord) => ({
      components: {
        schemas: {
          Tree: {
            allOf: [
              { $ref: '#/components/schemas/Leaf' },
              object({ next: { $ref: '#/components/schemas/Tree' } }),
            ],
          },
          Leaf: object(leaf),
        },
      },
    });
    const get = responseWith({ $ref: '#/components/schemas/Tree' });
    const { changes } = compare(spec(get, tree({ a: text })), spec(get, tree({})));
    expect(changes[0]?.differences).toEqual([
      { rule: 'response-field-removed', location: 'response 200.a', text: 'removed' },
    ]);
  });

  it('resolves references in alternatives and in fields of any name', () => {
    const schemas = (leaf: JsonRecord) => ({ components: { schemas: { Leaf: object(leaf) } } });
    const leaf = { $ref: '#/components/schemas/Leaf' };
    for (const schema of [{ oneOf: [leaf, text] }, { type: 'object', additionalProperties: leaf }]) {
      const { changes } = compare(
        spec(responseWith(schema), schemas({ a: text })),
        spec(responseWith(schema), schemas({})),
      );
      expect(changes[0]?.differences.map(({ rule }) => rule)).toEqual(['response-field-removed']);
    }
    const { changes } = compare(
      spec(requestWith({ type: 'object' })),
      spec(requestWith({ type: 'object', additionalProperties: false })),
    );
    expect(changes[0]?.differences.map(({ rule }) => rule)).toEqual(['request-limit-tightened']);
  });

  it('parses version 2', () => {
    const old = (required: boolean) => ({
      swagger: '2.0',
      paths: {
        '/a': {
          post: {
            parameters: [{ in: 'formData', name: 'x', type: 'string', required }],
            responses: { 200: { schema: text } },
          },
        },
      },
    });
    const { changes } = compare(old(false), old(true));
    expect(changes[0]?.differences.map(({ rule }) => rule)).toContain('request-field-became-required');
  });

  const methods = fc.constantFrom('get', 'put', 'post', 'delete');
  const schemas = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(text, { type: 'integer' }, { enum: ['a', 'b'] }, {}),
      fc
        .dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'))
        .map((properties) => ({ type: 'object', properties })),
    ),
  })).schema;
  const documents = fc
    .dictionary(
      fc.constantFrom('/a', '/b/{x}', '/c'),
      fc.dictionary(
        methods,
        schemas.map((schema) => responseWith(schema as JsonRecord)),
      ),
    )
    .map((paths) => ({ openapi: '3.1.0', paths }));

  it('finds no changes between equal documents', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(compare(document, structuredClone(document)).changes).toEqual([]);
      }),
    );
  });

  it('swaps added and removed when the documents are swapped; only removals break callers', () => {
    fc.assert(
      fc.property(documents, documents, (a, b) => {
        const keys = (from: unknown, to: unknown, kind: string) =>
          compare(from, to)
            .changes.filter((change) => change.kind === kind)
            .map(({ key }) => key)
            .toSorted();
        expect(keys(a, b, 'removed')).toEqual(keys(b, a, 'added'));
        for (const change of compare(a, b).changes)
          if (change.kind !== 'changed') expect(isBreaking(change)).toBe(change.kind === 'removed');
      }),
    );
  });

  it('counts every operation of the new document once', () => {
    fc.assert(
      fc.property(documents, documents, (a, b) => {
        const { changes, unchanged, notCompared } = compare(a, b);
        const operations = Object.values(b.paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
        expect(changes.filter(({ kind }) => kind !== 'removed').length + unchanged + notCompared).toBe(
          operations,
        );
      }),
    );
  });

  it('never throws, whatever the documents contain', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(compare(a, b)).toBeDefined();
      }),
    );
    const odd = fc.dictionary(fc.constantFrom('/a', '/b'), fc.dictionary(methods, fc.jsonValue()));
    fc.assert(
      fc.property(odd, odd, (a, b) => {
        expect(compare({ paths: a }, { paths: b })).toBeDefined();
      }),
    );
  });

  it('stops on timeout and counts what was not compared', () => {
    let time = 0;
    const clock = { limit: 0, now: () => (time += 1) };
    const document = spec(query(text));
    expect(compareSpecs(document, document, clock)).toEqual({ changes: [], unchanged: 0, notCompared: 1 });
  });
});
