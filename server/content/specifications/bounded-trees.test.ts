// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { HeadingAnchors } from '#api/heading-anchors.ts';
import { outlineReference, readReference } from './read-reference.ts';
import { ReadingBudget } from './reading-budget.ts';
import type { SchemaView } from './reference-view.ts';
import { readSchemaTree } from './schema-tree.ts';
import { SpecSource } from './spec-source.ts';

const key = (index: number) => `openapi.json#/components/schemas/S${index}`;
const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });

/** Documents with schemas that refer to the ones that `below` names. */
function generate(count: number, below: (index: number) => readonly number[], paths: object = {}) {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `S${index}`,
      {
        type: 'object',
        properties: Object.fromEntries(below(index).map((other, at) => [`p${at}`, ref(other)])),
      },
    ]),
  );
  return { 'openapi.json': { openapi: '3.1.0', info: {}, paths, components: { schemas } } };
}

const range = (length: number) => Array.from({ length }, (_, index) => index);
const SHAPES: Record<string, [number, (index: number) => readonly number[]]> = {
  'refers to 13 others each': [1200, (index) => range(13).map((at) => (index * 7 + at * 31 + 1) % 1200)],
  'has a schema with 800 fields, each of 13': [
    1200,
    (index) => (index === 0 ? range(800).map((at) => at + 1) : range(13).map((at) => at + 2)),
  ],
  'is a chain': [1200, (index) => [(index + 1) % 1200]],
  'is circular throughout': [30, () => range(30)],
  'refers to schemas that are too large for one page': [
    60,
    (index) => (index < 20 ? range(40).map((at) => at + 20) : range(1000).map((at) => at % 60)),
  ],
};

/** Documents that count how often a member of a schema is read. */
function counting(documents: object): { documents: object; reads: () => number } {
  let reads = 0;
  const cache = new WeakMap<object, object>();
  const wrap = (value: object): object => {
    const wrapped = cache.get(value);
    if (wrapped) return wrapped;
    const proxy = new Proxy(value, {
      get(target, name) {
        reads += 1;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'object' && member !== null ? wrap(member) : member;
      },
    });
    cache.set(value, proxy);
    return proxy;
  };
  return { documents: wrap(documents), reads: () => reads };
}

const insideOf = ({ fields, item, tuple, choices }: SchemaView): SchemaView[] => [
  ...fields.map(({ schema }) => schema),
  ...(item ? [item] : []),
  ...tuple,
  ...choices.flatMap(({ options }) => options.map(({ schema }) => schema)),
];

function countNodes(view: SchemaView): number {
  return insideOf(view).reduce((sum, one) => sum + countNodes(one), 1);
}

function listNodes(view: SchemaView): SchemaView[] {
  return [view, ...insideOf(view).flatMap(listNodes)];
}

function readTree(documents: object, isMeasured = false) {
  const count = Object.keys(Object(documents)['openapi.json'].components.schemas).length;
  const budget = new ReadingBudget({ schemas: 9000, characters: 600_000 });
  const links = new Map(range(count).map((index) => [key(index), `#schema-S${index}`]));
  const source = new SpecSource(documents);
  const view = readSchemaTree(ref(0), { source, links, budget, direction: 'response', isMeasured });
  return { view, size: budget.size };
}

describe.each(Object.entries(SHAPES))('a specification that %s', (_name, [count, below]) => {
  const documents = generate(count, below);

  it('is shown in a bounded tree, whose definitions are whole or links', () => {
    const { view } = readTree(documents);
    expect(countNodes(view)).toBeLessThan(1000);
    for (const node of listNodes(view)) {
      expect(node.moreFields).toBe(0);
      if (node.isCut) expect(node.href).toBeDefined();
      else expect(node.fields).not.toEqual([]);
    }
  });

  it('is read with work in proportion to what is written and shown', () => {
    const { documents: counted, reads } = counting(documents);
    const written = range(count).reduce((sum, index) => sum + below(index).length + 1, 0);
    const { view } = readTree(counted);
    expect(reads()).toBeLessThan(100 * (written + countNodes(view)));
  });

  it('is measured as it is shown', () => {
    expect(readTree(documents, true).size).toEqual(readTree(documents).size);
  });
});

it('measures many operations of such a specification without their trees', () => {
  const [count, below] = SHAPES['refers to 13 others each'] ?? [0, () => []];
  const operation = (index: number) => ({
    responses: { 200: { content: { 'application/octet-stream': { schema: ref(index) } } } },
  });
  const paths = Object.fromEntries(range(300).map((index) => [`/r${index}`, { get: operation(index) }]));
  const { documents, reads } = counting(generate(count, below, paths));
  const outline = outlineReference(documents);
  const [section] = outline.sections;
  expect(section?.operations.every(({ weight }) => weight > 40_000)).toBe(true);
  expect(reads()).toBeLessThan(100 * (count * 14 + 300 * 14));
});

it('shows all fields of a definition on its page before those of others', () => {
  const [count, below] = SHAPES['has a schema with 800 fields, each of 13'] ?? [0, () => []];
  const part = { key: 'schema/S0', kind: 'schema', anchor: 'schema-S0' } as const;
  const { definitions } = readReference(generate(count, below), { anchors: new HeadingAnchors(), part });
  expect(definitions[0]?.schema.fields).toHaveLength(800);
  expect(definitions[0]?.schema.moreFields).toBe(0);
});
