import { expect, test } from 'vitest';
import { listOperations, listParameters, nameOf, readContract, type Schema } from './contract.ts';

const contract = readContract();

/** A schema used in requests, with its path. */
interface StringLimit {
  path: string;
  schema: Schema;
}

/** A schema and all its descendants, each once. */
function* findLimits(path: string, schema: Schema, known: Set<Schema>): Generator<StringLimit> {
  const target = schema.$ref === undefined ? schema : contract.components.schemas[nameOf(schema.$ref)];
  if (!target || known.has(target)) return;
  known.add(target);
  const { items, properties = {}, additionalProperties, anyOf = [] } = target;
  yield { path, schema: target };
  if (items) yield* findLimits(`${path}[]`, items, known);
  for (const [name, field] of Object.entries(properties)) yield* findLimits(`${path}.${name}`, field, known);
  for (const choice of anyOf) yield* findLimits(path, choice, known);
  if (typeof additionalProperties === 'object') yield* findLimits(`${path}.*`, additionalProperties, known);
}

const knownSchemas = new Set<Schema>();
const limits = listOperations(contract).flatMap(({ operation }) => {
  const body = operation.requestBody?.content['application/json']?.schema;
  return [
    ...listParameters(contract, operation).flatMap(({ name, schema }) => [
      ...findLimits(`${operation.operationId} ${name}`, schema, knownSchemas),
    ]),
    ...(body ? findLimits(`${operation.operationId} body`, body, knownSchemas) : []),
  ];
});

/** The paths of schemas of one type that lack a limit. */
function findUnlimited(isOfKind: (schema: Schema) => boolean, limit: string): string[] {
  return limits.flatMap(({ path, schema }) =>
    isOfKind(schema) && typeof schema[limit] !== 'number' ? [path] : [],
  );
}

test('every text, list, map and whole number of a request has a limit', () => {
  const isText = ({ type, enum: members }: Schema) => type === 'string' && members === undefined;
  const isMap = ({ additionalProperties }: Schema) => typeof additionalProperties === 'object';
  const isInteger = ({ type }: Schema) => type === 'integer';
  expect(limits.length).toBeGreaterThan(200);
  expect(findUnlimited(isText, 'maxLength')).toEqual([]);
  expect(findUnlimited(({ type }) => type === 'array', 'maxItems')).toEqual([]);
  expect(findUnlimited(isMap, 'maxProperties')).toEqual([]);
  expect(findUnlimited(isInteger, 'minimum')).toEqual([]);
  expect(findUnlimited(isInteger, 'maximum')).toEqual([]);
});

test('the property names of maps have a limit', () => {
  const maps = limits.filter(({ schema }) => schema.maxProperties !== undefined);
  expect(maps.length).toBeGreaterThan(4);
  for (const { schema } of maps) expect(schema.propertyNames).toEqual({ type: 'string', maxLength: 320 });
});

/** The format of a text, also of one that may be null. */
function formatOf({ $ref, format, anyOf = [] }: Schema): unknown {
  const target = $ref === undefined ? undefined : contract.components.schemas[nameOf($ref)];
  return format ?? [...(target ? [target] : []), ...anyOf].map(formatOf).find(Boolean);
}

test('names must contain a visible character', () => {
  const names = limits.flatMap(({ path, schema }) =>
    path.includes(' body')
      ? Object.entries(schema.properties ?? {})
          .filter(([name, { type }]) => (name === 'title' || name === 'label') && type !== 'boolean')
          .map(([name, field]) => [`${path}.${name}`, formatOf(field)])
      : [],
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter(([, format]) => format !== 'visible').map(([path]) => path)).toEqual([
    'createCustomField body.title',
    'updateCustomField body.title',
  ]);
});
