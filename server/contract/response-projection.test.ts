// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { ResponseProjection } from './contract.ts';
import type { ContractDocument, Schema } from './document.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text: Schema = { type: 'string' };
const kind = (name: string): Schema => ({ type: 'string', enum: [name] });

const document: ContractDocument = {
  info: { version: '1' },
  paths: {},
  components: {
    schemas: {
      Page: {
        type: 'object',
        properties: { id: text, pages: { type: 'array', items: reference('Page') } },
      },
      Section: { type: 'object', required: ['object'], properties: { object: kind('section'), path: text } },
      Group: {
        type: 'object',
        required: ['object'],
        properties: { object: kind('group'), sections: { type: 'array', items: reference('Section') } },
      },
      Item: { anyOf: [reference('Section'), reference('Group')] },
      Optional: { anyOf: [reference('Section'), { type: 'null' }] },
      Value: { anyOf: [text, { type: 'number' }, { type: 'array', items: text }] },
      Named: { type: 'object', additionalProperties: reference('Section') },
      Open: { type: 'object', properties: { id: text }, additionalProperties: {} },
    },
  },
};
const projection = new ResponseProjection(document);
const project = (name: string, value: unknown) => projection.project(reference(name), value);

describe('ResponseProjection', () => {
  it('keeps map members that are named like members of Object.prototype', () => {
    const section = { object: 'section', path: '/a' };
    const map = { constructor: section, toString: section, hasOwnProperty: section };
    expect(project('Named', map)).toEqual(map);
    expect(Object.keys(Object(project('Open', { id: 'a', valueOf: 1 })))).toEqual(['id', 'valueOf']);
  });

  it('omits what the contract does not name, at every depth of a recursive schema', () => {
    const page = { id: 'a', secret: 1, pages: [{ id: 'b', secret: 2, pages: [{ id: 'c', secret: 3 }] }] };
    expect(project('Page', page)).toEqual({ id: 'a', pages: [{ id: 'b', pages: [{ id: 'c' }] }] });
  });

  it('has the members in the order of the contract, whatever that of the value', () => {
    const page = { pages: [{ pages: [], id: 'b' }], id: 'a' };
    expect(JSON.stringify(project('Page', page))).toBe('{"id":"a","pages":[{"id":"b","pages":[]}]}');
  });

  it('distinguishes the branches of a union by their kind', () => {
    const section = { object: 'section', path: 'p', sections: 'not its own' };
    expect(project('Item', section)).toEqual({ object: 'section', path: 'p' });
    const group = { object: 'group', path: 'not its own', sections: [section] };
    expect(project('Item', group)).toEqual({ object: 'group', sections: [{ object: 'section', path: 'p' }] });
  });

  it('passes null, plain values and lists unchanged', () => {
    expect(project('Optional', null)).toBeNull();
    expect(project('Value', 'text')).toBe('text');
    expect(project('Value', 3)).toBe(3);
    expect(project('Value', ['a'])).toEqual(['a']);
  });

  it('keeps open objects open', () => {
    expect(project('Open', { id: 'a', more: { deep: 1 } })).toEqual({ id: 'a', more: { deep: 1 } });
    expect(project('Named', { one: { object: 'section', secret: 1 } })).toEqual({
      one: { object: 'section' },
    });
  });
});
