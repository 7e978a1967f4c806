// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { referenceLabels } from '../reference/reference-labels.ts';
import { describeType } from '../reference/type-text.ts';
import { ReadingBudget } from './reading-budget.ts';
import type { SchemaView } from './reference-view.ts';
import { type Direction, readSchemaTree } from './schema-tree.ts';
import { SpecSource } from './spec-source.ts';

const SCHEMAS = {
  Pet: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, parent: { $ref: '#/components/schemas/Pet' } },
  },
  Cat: { type: 'object', properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
  Dog: { type: 'object', properties: { kind: { const: 'dog' } } },
  Code: { type: 'string', pattern: '^a+$' },
  Alias: { $ref: '#/components/schemas/Code' },
  'a/b~c': { type: 'boolean' },
  Endless: { $ref: '#/components/schemas/Endless' },
  Deep: { type: 'object', properties: { deeper: { type: 'array', items: { properties: { x: {} } } } } },
};
const DOCUMENTS = {
  'openapi.yaml': { openapi: '3.1.0', components: { schemas: SCHEMAS } },
  'other.yaml': {
    Tree: { type: 'object', properties: { twig: { $ref: '#/Twig' } } },
    Twig: { type: 'number' },
  },
};

const links = new Map([['openapi.yaml#/components/schemas/Pet', '#schema-Pet']]);

function read(schema: unknown, options: { schemas?: number; direction?: Direction; isFlat?: boolean } = {}) {
  const { schemas = 100, direction, isFlat = false } = options;
  const budget = new ReadingBudget({ schemas, characters: 100_000 });
  return readSchemaTree(schema, { source: new SpecSource(DOCUMENTS), links, budget, direction, isFlat });
}

/** A tree on a few lines: `name! type`, what is inside of it in braces. */
function outline(view: SchemaView): string {
  const { fields, moreFields, choices, item, tuple, limits, values, default: fallback, isCut } = view;
  const flags = [
    view.isDeprecated && 'deprecated',
    view.isReadOnly && 'read-only',
    view.isWriteOnly && 'write-only',
    isCut && 'cut',
    ...limits.map(({ kind, value }) => `${kind}=${value}`),
    values.length > 0 && `values=${values.join('|')}`,
    fallback !== undefined && `default=${fallback}`,
    view.example !== undefined && `example=${view.example}`,
  ].filter((flag) => flag !== false);
  const inside = [
    ...fields.map(({ name, isRequired, schema }) => `${name}${isRequired ? '!' : ''} ${outline(schema)}`),
    ...(moreFields > 0 ? [`+${moreFields}`] : []),
    ...(item ? [`* ${outline(item)}`] : []),
    ...tuple.map((one, index) => `[${index}] ${outline(one)}`),
    ...choices.map(
      ({ kind, options, field, moreOptions }) =>
        `${kind}${field === undefined ? '' : ` by ${field}`}(${options
          .map(({ title, value, schema }) =>
            `${[title, value].filter(Boolean).join('=')} ${outline(schema)}`.trim(),
          )
          .join('; ')}${moreOptions > 0 ? `; +${moreOptions}` : ''})`,
    ),
  ];
  const type = describeType(view, referenceLabels);
  return [type, ...flags].join(' ') + (inside.length > 0 ? ` { ${inside.join(', ')} }` : '');
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('a schema', () => {
  // oxfmt-ignore
  it.each<[string, unknown, string]>([
    ['a type', { type: 'string' }, 'string'],
    ['a format', { type: 'integer', format: 'int64' }, 'integer (int64)'],
    ['nothing known', {}, 'any type'],
    ['anything', true, 'any type'],
    ['nothing allowed', false, 'nothing'],
    ['no schema', 'x', 'any type'],
    ['several types', { type: ['string', 'integer'] }, 'string or integer'],
    ['null, as 3.1 writes it', { type: ['string', 'null'] }, 'string or null'],
    ['null, as 3.0 writes it', { type: 'string', nullable: true }, 'string or null'],
    ['null, as a choice', { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] }, 'string or null maxLength=3'],
    ['limits in order', { type: 'number', maximum: 9, minimum: 1, multipleOf: 2 }, 'number minimum=1 maximum=9 multipleOf=2'],
    ['an exclusive limit, as 3.1 writes it', { type: 'number', exclusiveMinimum: 0 }, 'number exclusiveMinimum=0'],
    ['an exclusive limit, as 3.0 writes it', { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: false }, 'number exclusiveMinimum=0 maximum=1'],
    ['limits of texts and lists', { type: 'array', items: { type: 'string', minLength: 1, pattern: 'a' }, minItems: 1, uniqueItems: true }, 'array of string minItems=1 uniqueItems= { * string minLength=1 pattern=a }'],
    ['limits that are none', { type: 'string', maxLength: 'x', pattern: '', uniqueItems: false }, 'string maxLength=x'],
    ['values', { type: 'string', enum: ['a', 'b', null, 1] }, 'string values=a|b|null|1'],
    ['values without a type', { enum: ['a'] }, 'string values=a'],
    ['one value', { const: 2 }, 'any type values=2'],
    ['a default and an example', { type: 'boolean', default: false, example: true }, 'boolean default=false example=true'],
    ['examples of 3.1', { type: 'string', examples: ['a', 'b'] }, 'string example=a'],
    ['flags', { type: 'string', deprecated: true, readOnly: true, writeOnly: true }, 'string deprecated read-only write-only'],
    ['fields', { properties: { a: { type: 'string' }, b: {} }, required: ['b', 1] }, 'object { a string, b! any type }'],
    ['a definition', ref('Pet'), 'Pet { name! string, parent Pet cut }'],
    ['a definition of a simple type', ref('Alias'), 'string pattern=^a+$'],
    ['a definition with a strange name', ref('a~1b~0c'), 'boolean'],
    ['a definition in another file', { $ref: 'other.yaml#/Tree' }, 'Tree { twig number }'],
    ['a definition in another file beside it', { $ref: './other.yaml#/Twig' }, 'number'],
    ['a definition that is not there', ref('Gone'), 'Gone'],
    ['a definition at another place', { $ref: 'https://a.example/schemas/Far' }, 'Far'],
    ['a definition that is only itself', ref('Endless'), 'Endless'],
    ['what stands beside a reference', { ...ref('Code'), description: 'x', deprecated: true, default: 'aa' }, 'string deprecated pattern=^a+$ default=aa'],
    ['a list', { type: 'array', items: ref('Cat') }, 'array of Cat { * Cat { kind string values=cat, lives integer } }'],
    ['a list of lists', { type: 'array', items: { type: 'array', items: { type: 'number' } } }, 'array of array of number { * array of number { * number } }'],
    ['a list without items', { type: 'array' }, 'array of any type'],
    ['a list with places, as 3.1 writes it', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, 'array of any type { [0] string, [1] number }'],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, 'map of integer { * integer }'],
    ['a map of anything', { type: 'object', additionalProperties: true }, 'map of any type'],
    ['a map by pattern', { type: 'object', patternProperties: { '^x-': { type: 'string' } } }, 'map of string { * string }'],
    ['fields and others', { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } }, 'object { a any type, * string }'],
    ['a closed object', { type: 'object', additionalProperties: false }, 'object'],
    ['all of', { allOf: [ref('Cat'), { required: ['lives'], properties: { age: { type: 'integer', minimum: 1 } } }] }, 'object { kind string values=cat, lives! integer, age integer minimum=1 }'],
    ['all of one', { allOf: [ref('Code')], nullable: true, description: 'x' }, 'string or null pattern=^a+$'],
    ['all of the same field', { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { maxLength: 2 } } }] }, 'object { a string maxLength=2 }'],
    ['all of a circle', { allOf: [ref('Endless')] }, 'any type'],
    ['one of', { oneOf: [ref('Cat'), { type: 'string' }] }, 'Cat or string { oneOf(Cat Cat { kind string values=cat, lives integer }; string) }'],
    ['any of with titles', { anyOf: [{ title: 'Short', maxLength: 1 }, { title: 'Long' }] }, 'Short or Long { anyOf(Short Short maxLength=1; Long Long) }'],
    ['one of, told apart', { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog', no: 1 } } }, 'Cat or Dog { oneOf by kind(Cat=cat Cat { kind string values=cat, lives integer }; Dog=dog Dog { kind string values=dog }) }'],
    ['one of, told apart by name', { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } }, 'Cat or Dog { oneOf by kind(Cat=Cat Cat { kind string values=cat, lives integer }; Dog=Dog Dog { kind string values=dog }) }'],
    ['not', { type: 'string', not: { enum: ['a'] } }, 'string { not(string values=a) }'],
  ])('shows %s', (_, schema, expected) => {
    expect(outline(read(schema))).toBe(expected);
  });

  it('has fields that only one side sends on that side only', () => {
    const schema = { properties: { id: { readOnly: true }, secret: { writeOnly: true }, name: {} } };
    const fields = (direction: Direction) => read(schema, { direction }).fields.map(({ name }) => name);
    expect([fields('request'), fields('response'), fields(undefined)]).toEqual([
      ['secret', 'name'],
      ['id', 'name'],
      ['id', 'secret', 'name'],
    ]);
  });

  it('ends where it contains itself, with a link to where it is shown', () => {
    const [, parent] = read(ref('Pet')).fields;
    expect(parent?.schema).toMatchObject({ isCut: true, href: '#schema-Pet', fields: [] });
  });

  it('links definitions that are shown in another place, if it is one itself', () => {
    const schema = { properties: { pet: ref('Pet'), cat: ref('Cat') } };
    expect(outline(read(schema, { isFlat: true }))).toBe(
      'object { pet Pet cut, cat Cat { kind string values=cat, lives integer } }',
    );
    expect(outline(read(ref('Pet'), { isFlat: true }))).toBe('Pet { name! string, parent Pet cut }');
  });

  it('ends where the budget ends, and says how much is left out', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, { type: 'string' }]));
    const { fields, moreFields } = read({ properties: many }, { schemas: 11 });
    expect([fields.length, moreFields]).toEqual([10, 40]);
    const options = Array.from({ length: 40 }, (_, n) => ({ title: `T${n}` }));
    expect(read({ oneOf: options }).choices[0]).toMatchObject({ moreOptions: 28 });
    const values = Array.from({ length: 100 }, (_, n) => n);
    expect(read({ enum: values })).toMatchObject({ moreValues: 60 });
  });

  it('ends at a depth', () => {
    let schema: unknown = { type: 'string' };
    for (let depth = 0; depth < 50; depth += 1) schema = { properties: { deeper: schema } };
    expect(outline(read(schema)).match(/deeper/g)).toHaveLength(12);
  });

  it('shows long texts and large values in part', () => {
    const view = read({
      description: 'x'.repeat(5000),
      type: 'string',
      pattern: 'y'.repeat(5000),
      default: Array.from({ length: 5000 }, () => 'z'),
    });
    expect([view.description.length, view.limits[0]?.value.length, view.default]).toEqual([2000, 300, '…']);
  });
});
