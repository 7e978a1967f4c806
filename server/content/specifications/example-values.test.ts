// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { exampleValue, readExamples } from './example-values.ts';
import { SpecSource } from './spec-source.ts';

const source = new SpecSource({
  'openapi.json': {
    openapi: '3.1.0',
    components: {
      schemas: {
        Node: {
          type: 'object',
          properties: {
            name: { type: 'string', example: 'root' },
            child: { $ref: '#/components/schemas/Node' },
            children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
          },
        },
        Cat: {
          type: 'object',
          properties: { kind: { type: 'string' }, lives: { type: 'integer', minimum: 9 } },
        },
        Dog: { type: 'object', properties: { kind: { type: 'string' } } },
      },
      examples: { Shared: { value: { a: 1 } } },
    },
  },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('an example made from a schema', () => {
  // oxfmt-ignore
  it.each<[string, unknown, unknown]>([
    ['an example', { type: 'integer', example: 7, default: 1 }, 7],
    ['a default', { type: 'integer', default: 3, minimum: 1 }, 3],
    ['the first value', { type: 'string', enum: ['b', 'a'] }, 'b'],
    ['one value', { const: 'x' }, 'x'],
    ['a text', { type: 'string' }, 'string'],
    ['a long text', { type: 'string', minLength: 8 }, 'stringst'],
    ['a short text', { type: 'string', maxLength: 3 }, 'str'],
    ['a time', { type: 'string', format: 'date-time' }, '2026-01-15T09:30:00Z'],
    ['an unknown format', { type: 'string', format: 'constructor' }, 'string'],
    ['a number', { type: 'number' }, 0],
    ['the least number', { type: 'integer', minimum: 5 }, 5],
    ['a number above', { type: 'integer', exclusiveMinimum: 5 }, 6],
    ['a number below', { type: 'integer', maximum: -3 }, -3],
    ['a multiple', { type: 'integer', minimum: 7, multipleOf: 5 }, 10],
    ['a flag', { type: 'boolean' }, true],
    ['null', { type: 'null' }, null],
    ['a list', { type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
    ['a long list', { type: 'array', items: { type: 'boolean' }, minItems: 2000 }, [true, true, true]],
    ['a list with places', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }, ['string', 0]],
    ['an object', { properties: { a: { type: 'string' }, b: { properties: { c: { type: 'integer' } } } } }, { a: 'string', b: { c: 0 } }],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, { key: 0 }],
    ['all of', { allOf: [{ properties: { a: { type: 'integer' } } }, { properties: { b: { type: 'integer' } } }] }, { a: 0, b: 0 }],
    ['the first choice', { oneOf: [{ type: 'integer' }, { type: 'string' }] }, 0],
    ['a choice beside fields', { properties: { a: { type: 'integer' } }, oneOf: [ref('Cat'), ref('Dog')] }, { kind: 'string', lives: 9, a: 0 }],
    ['a choice that is told apart', { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } } }, { kind: 'cat', lives: 9 }],
    ['no field that is deprecated, unless it is required', { properties: { a: { deprecated: true, type: 'integer' }, b: { deprecated: true, type: 'integer' } }, required: ['b'] }, { b: 0 }],
    ['what contains itself, once', ref('Node'), { name: 'root', children: [] }],
    ['names of prototypes', JSON.parse('{"properties":{"__proto__":{"type":"integer"},"constructor":{"type":"integer"}}}'), JSON.parse('{"__proto__":0,"constructor":0}')],
    ['nothing', false, undefined],
    ['no schema', 5, undefined],
  ])('is %s', (_, schema, expected) => {
    expect(exampleValue(source, schema, 'request')).toEqual(expected);
  });

  it('has the fields that its side sends', () => {
    const schema = {
      properties: { id: { type: 'integer', readOnly: true }, secret: { type: 'string', writeOnly: true } },
    };
    expect(exampleValue(source, schema, 'request')).toEqual({ secret: 'string' });
    expect(exampleValue(source, schema, 'response')).toEqual({ id: 0 });
  });

  it('is small, however large the schema is', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, { type: 'integer' }]));
    const members = Object.keys(Object(exampleValue(source, { properties: wide }, 'request')));
    expect(members.length).toBeLessThanOrEqual(120);
    const example = { text: 'x'.repeat(1_000_000) };
    expect(exampleValue(source, { type: 'object', example }, 'request')).toEqual({});
  });
});

describe('the examples of a body', () => {
  const read = (type: string, content: unknown) =>
    readExamples(source, { type, content, direction: 'response' });

  // oxfmt-ignore
  it.each<[string, string, unknown, [string, string, string][]]>([
    ['its example', 'application/json', { example: { a: [1, 2] }, schema: {} }, [['', 'json', '{\n  "a": [1, 2]\n}']]],
    ['its examples, by their names', 'application/json', { examples: { One: { value: 1 }, two: { summary: 'Two', value: 2 }, Far: { externalValue: '/x' }, Shared: { $ref: '#/components/examples/Shared' } } }, [['One', 'json', '1'], ['Two', 'json', '2'], ['Shared', 'json', '{\n  "a": 1\n}']]],
    ['one made from its schema', 'application/vnd.api+json', { schema: { type: 'boolean' } }, [['', 'json', 'true']]],
    ['a text as it is', 'application/xml', { example: '<a>1</a>' }, [['', 'xml', '<a>1</a>']]],
    ['no XML made from a schema', 'application/xml', { schema: { properties: { a: { type: 'integer' } } } }, []],
    ['the fields of a form', 'application/x-www-form-urlencoded', { schema: { properties: { a: { type: 'integer' }, b: { type: 'string' } } } }, [['', '', 'a=0\nb=string']]],
    ['nothing for files', 'image/png', { schema: { type: 'string', format: 'binary' } }, []],
    ['nothing where nothing is known', 'application/json', {}, []],
  ])('are %s', (_, type, content, expected) => {
    expect(read(type, content).map(({ title, language, text }) => [title, language, text])).toEqual(expected);
  });

  it('are cut', () => {
    const [example] = read('text/plain', { example: 'line\n'.repeat(5000) });
    expect(example?.text.length).toBeLessThanOrEqual(6000);
    expect(example?.text).toMatch(/line\n…$/);
  });
});
