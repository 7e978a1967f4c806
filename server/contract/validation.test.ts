// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { ApiError } from '#server/base/errors.ts';
import { type ContractDocument, listOperations, type Schema } from './document.ts';
import { ContractValidation } from './validation.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const document: ContractDocument = {
  info: { version: '1' },
  paths: {
    '/v1/items/{itemId}': {
      parameters: [{ name: 'itemId', in: 'path', required: true, schema: { type: 'string', maxLength: 5 } }],
      post: {
        operationId: 'changeItem',
        parameters: [
          { $ref: '#/components/parameters/Limit' },
          { name: 'deep', in: 'query', schema: { type: 'boolean' } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: reference('Item') } } },
        responses: { 200: { content: { 'application/json': { schema: reference('Item') } } } },
      },
    },
  },
  components: {
    parameters: {
      Limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 10, default: 5 } },
    },
    schemas: {
      Item: {
        type: 'object',
        required: ['title'],
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 4 },
          size: { type: 'integer' },
          role: { anyOf: [reference('Role'), { type: 'null' }] },
          place: reference('Place'),
          places: { type: 'array', items: reference('Place'), maxItems: 2 },
          next: { anyOf: [reference('Place'), reference('Mark')] },
          value: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'number' }, { type: 'boolean' }] },
          marks: { type: 'array', items: { anyOf: [{ type: 'string' }, reference('Mark')] } },
          free: { type: 'object', additionalProperties: {} },
          address: { type: 'string', format: 'uri' },
          at: { type: 'string', format: 'date-time' },
        },
      },
      Role: { type: 'string', enum: ['admin', 'read'] },
      Place: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      Mark: { type: 'object', required: ['mark'], properties: { mark: { type: 'string' } } },
    },
  },
};
const [operation] = listOperations(document);
const validation = new ContractValidation(document);

/** Checks a request that is valid apart from the given parts; returns problems by path. */
function problemsOf(parts: { body?: unknown; query?: object; params?: object }): Record<string, string> {
  if (!operation) throw new Error('The contract has no operation.');
  try {
    validation.checkRequest(operation, {
      params: parts.params ?? { itemId: 'a' },
      query: parts.query ?? {},
      body: 'body' in parts ? parts.body : { title: 'a' },
    });
    return {};
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return Object.fromEntries(error.details.map(({ path, message }) => [path ?? '', message]));
  }
}

const bodyWith = (members: object) => problemsOf({ body: { title: 'a', ...members } });

describe('checkRequest', () => {
  it('accepts a valid request', () => {
    const body = {
      title: 'a',
      role: null,
      place: { id: 'x' },
      free: { any: [1] },
      value: 3,
      next: { mark: 'm' },
    };
    expect(problemsOf({ body })).toEqual({});
  });

  it('fills in query defaults and parses numbers, booleans and lists', () => {
    const query = { deep: 'true', tag: 'one' };
    expect(problemsOf({ query })).toEqual({});
    expect(query).toEqual({ deep: true, tag: ['one'], limit: 5 });
    const several = { limit: '7', tag: ['one', 'two'], unknown: 'is ignored' };
    expect(problemsOf({ query: several })).toEqual({});
    expect(several.limit).toBe(7);
  });

  it.each([
    [{ limit: '' }, 'Must be a whole number.'],
    [{ limit: 'x' }, 'Must be a whole number.'],
    [{ limit: '1.5' }, 'Must be a whole number.'],
    [{ limit: '11' }, 'Must be at most 10.'],
    [{ limit: ['1', '2'] }, 'Must be a whole number.'],
    [{ limit: '1e1' }, 'Must be a whole number.'],
    [{ limit: '0x5' }, 'Must be a whole number.'],
    [{ limit: '5.0' }, 'Must be a whole number.'],
    [{ limit: ' 5' }, 'Must be a whole number.'],
    [{ limit: '+5' }, 'Must be a whole number.'],
  ])('rejects the query %j', (query, message) => {
    expect(problemsOf({ query })).toEqual({ 'query.limit': message });
  });

  it('does not parse strings as numbers in a body', () => {
    expect(bodyWith({ size: '3' })).toEqual({ 'body.size': 'Must be a whole number.' });
    expect(bodyWith({ title: 3 })).toEqual({ 'body.title': 'Must be a string.' });
    expect(bodyWith({ size: JSON.parse('1e999') })).toEqual({ 'body.size': 'Must be a whole number.' });
    expect(bodyWith({ value: JSON.parse('-1e999') })).toEqual({
      'body.value': 'Must be a string, a number or true or false.',
    });
  });

  it('reports all problems at once', () => {
    expect(problemsOf({ body: { titel: 'a', size: 1.5 }, query: { limit: '0' } })).toEqual({
      'body.title': 'Is required.',
      'body.titel': 'Is not a known property.',
      'body.size': 'Must be a whole number.',
      'query.limit': 'Must be at least 1.',
    });
  });

  it('rejects unknown properties at every depth, except where the contract is open', () => {
    expect(bodyWith({ place: { id: 'x', extra: 1 } })).toEqual({
      'body.place.extra': 'Is not a known property.',
    });
    expect(bodyWith({ places: [{ id: 'x' }, { id: 'y', extra: 1 }] })).toEqual({
      'body.places[1].extra': 'Is not a known property.',
    });
    expect(bodyWith({ next: { mark: 'm', extra: 1 } })).not.toEqual({});
  });

  it('names the types that a union accepts', () => {
    expect(bodyWith({ role: 'king' })).toEqual({ 'body.role': 'Must be admin or read.' });
    expect(bodyWith({ role: 3 })).toEqual({ 'body.role': 'Matches none of the allowed types.' });
    expect(bodyWith({ value: [] })).toEqual({ 'body.value': 'Must be a string, a number or true or false.' });
    expect(bodyWith({ value: 'long' })).toEqual({ 'body.value': 'Must have at most 3 characters.' });
    expect(bodyWith({ next: {} })).toEqual({ 'body.next': 'Matches none of the allowed types.' });
  });

  it('counts code points, not UTF-16 units', () => {
    expect(bodyWith({ title: '😀😀😀😀' })).toEqual({});
    expect(bodyWith({ title: '😀😀😀😀😀' })).toEqual({ 'body.title': 'Must have at most 4 characters.' });
    expect(bodyWith({ title: '' })).toEqual({ 'body.title': 'Must not be empty.' });
  });

  it('checks formats', () => {
    expect(bodyWith({ address: 'https://example.com/a?b', at: '2026-01-31T12:00:00.000Z' })).toEqual({});
    expect(Object.keys(bodyWith({ address: 'example', at: 'yesterday' }))).toEqual([
      'body.address',
      'body.at',
    ]);
  });

  it('rejects NUL characters everywhere', () => {
    const nul = 'Must not contain NUL characters.';
    expect(bodyWith({ title: 'a\0' })).toEqual({ 'body.title': nul });
    expect(bodyWith({ free: { list: ['x', 'a\0b'] } })).toEqual({ 'body.free.list[1]': nul });
    expect(bodyWith({ free: { 'a\0': 1 } })).toEqual({ 'body.free.a': nul });
    expect(problemsOf({ params: { itemId: '\0' } })).toEqual({ 'path.itemId': nul });
    expect(problemsOf({ query: { tag: 'a\0' } })).toEqual({ 'query.tag[0]': nul });
  });

  it('rejects lone surrogates everywhere, and accepts pairs', () => {
    const half = 'Must not contain lone surrogates.';
    expect(bodyWith({ title: 'a\ud83d' })).toEqual({ 'body.title': half });
    expect(bodyWith({ free: { list: ['x', '\ude00b'] } })).toEqual({ 'body.free.list[1]': half });
    expect(bodyWith({ free: { '\ud83d': 1 } })).toEqual({ 'body.free.\ud83d': half });
    expect(bodyWith({ free: { '😀': '😀' } })).toEqual({});
  });

  it('rejects a byte order mark at the start of a string', () => {
    const mark = 'Must not start with a byte order mark.';
    expect(bodyWith({ title: '\uFEFFa' })).toEqual({ 'body.title': mark });
    expect(bodyWith({ free: { list: ['x', '\uFEFF'] } })).toEqual({ 'body.free.list[1]': mark });
    expect(bodyWith({ free: { b: 'a\uFEFF' } })).toEqual({});
  });

  it('rejects excessive nesting without recursion', () => {
    const nest = (levels: number) => {
      let free: object = {};
      for (let level = 2; level < levels; level += 1) free = level % 2 === 0 ? [free] : { free };
      return { free };
    };
    expect(bodyWith(nest(200))).toEqual({});
    const tooDeep = { body: 'Must be nested at most 200 levels deep.' };
    expect(bodyWith(nest(201))).toEqual(tooDeep);
    expect(bodyWith(nest(100_000))).toEqual(tooDeep);
  });

  it('reports all problems of a body, the first of a large one, and rejects one with too many values', () => {
    const wrong = (length: number) => Object.keys(bodyWith({ marks: Array.from({ length }, () => 0) }));
    expect(wrong(1500).length).toBeGreaterThan(100);
    expect(wrong(20_000)).toEqual(['body.marks[0]']);
    const tooMany = { body: 'Must contain at most 100000 values.' };
    expect(bodyWith({ free: { any: Array.from({ length: 100_000 }, () => 0) } })).toEqual(tooMany);
  });

  it('requires a body that is an object', () => {
    expect(
      () =>
        operation &&
        validation.checkRequest(operation, { params: { itemId: 'a' }, query: {}, body: undefined }),
    ).toThrow('A JSON body is required.');
    expect(problemsOf({ body: [] })).toEqual({ body: 'Must be an object.' });
    expect(problemsOf({ body: null })).toEqual({ body: 'Must be an object.' });
  });

  it('validates the parameters that a path shares among its operations', () => {
    expect(problemsOf({ params: { itemId: 'too long' } })).toEqual({
      'path.itemId': 'Must have at most 5 characters.',
    });
  });
});
