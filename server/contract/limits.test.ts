// @module-tag without-database
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#server/base/errors.ts';
import { ContractValidation } from '#server/contract/validation.ts';
import { type ContractDocument, listOperations, type Schema } from './document.ts';
import { ContractLimits } from './limits.ts';

const short: Schema = { type: 'string', maxLength: 4 };
const body: Schema = {
  type: 'object',
  properties: {
    title: { ...short, pattern: '^(a|a)*$' },
    address: { type: 'string', format: 'uri', maxLength: 8 },
    names: { type: 'array', items: short, maxItems: 2, uniqueItems: true },
    either: { anyOf: [short, { type: 'array', items: short, maxItems: 3 }, { type: 'number' }] },
    source: {
      anyOf: [
        { type: 'object', properties: { url: short } },
        { type: 'object', properties: { text: { type: 'string', maxLength: 6 } } },
      ],
    },
    map: { type: 'object', additionalProperties: short, maxProperties: 2 },
    node: { $ref: '#/components/schemas/Node' },
  },
};
const document: ContractDocument = {
  info: { version: '1' },
  paths: {
    '/v1/items': {
      post: {
        operationId: 'createItem',
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: { 200: {} },
      },
    },
  },
  components: {
    schemas: {
      Node: {
        type: 'object',
        properties: {
          text: short,
          nodes: { type: 'array', items: { $ref: '#/components/schemas/Node' }, maxItems: 2 },
        },
        additionalProperties: {},
        maxProperties: 5,
      },
    },
  },
};

const limits = new ContractLimits(document);
const find = (value: unknown) =>
  Object.fromEntries(limits.find('body', body, value).map(({ path, problem }) => [path, problem]));

/** A list whose items must not be read. */
function unreadableList(length: number): unknown[] {
  return new Proxy(Array.from({ length }), {
    get(target, key) {
      if (key === 'length') return target.length;
      throw new Error('The items of a list that is too long must not be read.');
    },
  });
}

afterEach(() => vi.restoreAllMocks());

describe('ContractLimits', () => {
  it.each([
    ['a text', { title: 'a'.repeat(9) }, { 'body.title': 'must have at most 4 characters' }],
    ['a list', { names: unreadableList(3) }, { 'body.names': 'must have at most 2 items' }],
    ['an item', { names: ['a', 'a'.repeat(9)] }, { 'body.names[1]': 'must have at most 4 characters' }],
    ['a map', { map: { a: '', b: '', c: '' } }, { 'body.map': 'must have at most 2 properties' }],
    ['a text of a union', { either: 'a'.repeat(9) }, { 'body.either': 'must have at most 4 characters' }],
    ['a list of a union', { either: unreadableList(4) }, { 'body.either': 'must have at most 3 items' }],
    [
      'a text in an object of a union',
      { source: { text: 'a'.repeat(13) } },
      { 'body.source.text': 'must have at most 6 characters' },
    ],
    [
      'a text deep in a tree',
      { node: { nodes: [{}, { nodes: [{ text: 'a'.repeat(9) }] }] } },
      { 'body.node.nodes[1].nodes[0].text': 'must have at most 4 characters' },
    ],
    [
      'a text in an open object',
      { node: { data: { code: ['a'.repeat(200_001)] } } },
      { 'body.node.data.code[0]': 'must have at most 100000 characters' },
    ],
    [
      'a list in an open object',
      { node: { data: unreadableList(1001) } },
      { 'body.node.data': 'must have at most 1000 items' },
    ],
    [
      'a property name',
      { map: { ['a'.repeat(641)]: '' } },
      { 'body.map.aaaaaaaaaaaaaaaaaaaa…': 'has a property name longer than 320 characters' },
    ],
  ])('finds %s that is too large, with its path', (_what, value, problems) => {
    expect(find(value)).toEqual(problems);
  });

  it('accepts values at their limits', () => {
    const text = '😀'.repeat(4);
    const node = { text, nodes: [{ text }, { nodes: [{}, {}] }], data: { any: [text.repeat(100)] } };
    const rest = { map: { a: text, b: text }, either: [text, text, text], source: { text: '😀'.repeat(6) } };
    expect(find({ title: text, names: [text, text], node, ...rest, unknown: 'a'.repeat(1000) })).toEqual({});
  });

  it('lists at most a hundred problems', () => {
    const names = Array.from({ length: 1000 }, () => 'a'.repeat(9));
    expect(limits.find('body', { type: 'array', items: short, maxItems: 1000 }, names)).toHaveLength(100);
  });

  it('rejects large values before they are counted or matched against patterns and formats', () => {
    const [operation] = listOperations(document);
    if (!operation) throw new Error('The contract has no operation.');
    const validation = new ContractValidation(document);
    const check = (value: object) => () =>
      validation.checkRequest(operation, { params: {}, query: {}, body: value });
    const long = 'a'.repeat(30_000);
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    const charCodeAt = vi.spyOn(String.prototype, 'charCodeAt');
    const isRead = () => [...exec.mock.calls.flat(), ...charCodeAt.mock.contexts].includes(long);
    expect(check({ title: long, address: long, names: [long, long] })).toThrow(ApiError);
    expect(isRead()).toBe(false);
    // A text within the limits shows that a read would be detected.
    expect(check({ title: 'aaab', address: 'a:' })).toThrow(ApiError);
    expect([...exec.mock.calls.flat(), ...charCodeAt.mock.contexts]).toContain('aaab');
  });
});
