import { expect, test } from 'vitest';
import { listOperations, listParameters, nameOf, readContract, type Schema } from './contract.ts';

const contract = readContract();

/** A schema that requests reach, with the way to it. */
interface Place {
  place: string;
  schema: Schema;
}

/** Every schema below one, each once however often it is used. */
function* findPlaces(place: string, schema: Schema, known: Set<Schema>): Generator<Place> {
  const target = schema.$ref === undefined ? schema : contract.components.schemas[nameOf(schema.$ref)];
  if (!target || known.has(target)) return;
  known.add(target);
  const { items, properties = {}, additionalProperties, anyOf = [] } = target;
  yield { place, schema: target };
  if (items) yield* findPlaces(`${place}[]`, items, known);
  for (const [name, field] of Object.entries(properties)) yield* findPlaces(`${place}.${name}`, field, known);
  for (const choice of anyOf) yield* findPlaces(place, choice, known);
  if (typeof additionalProperties === 'object') yield* findPlaces(`${place}.*`, additionalProperties, known);
}

const known = new Set<Schema>();
const places = listOperations(contract).flatMap(({ operation }) => {
  const body = operation.requestBody?.content['application/json']?.schema;
  return [
    ...listParameters(contract, operation).flatMap(({ name, schema }) => [
      ...findPlaces(`${operation.operationId} ${name}`, schema, known),
    ]),
    ...(body ? findPlaces(`${operation.operationId} body`, body, known) : []),
  ];
});

/** The places of one kind that have no such limit. */
function findUnlimited(isOfKind: (schema: Schema) => boolean, limit: string): string[] {
  return places.flatMap(({ place, schema }) =>
    isOfKind(schema) && typeof schema[limit] !== 'number' ? [place] : [],
  );
}

test('nobody can send a text, a list, a map or a whole number that has no limit', () => {
  const isText = ({ type, enum: members }: Schema) => type === 'string' && members === undefined;
  const isMap = ({ additionalProperties }: Schema) => typeof additionalProperties === 'object';
  const isInteger = ({ type }: Schema) => type === 'integer';
  expect(places.length).toBeGreaterThan(200);
  expect(findUnlimited(isText, 'maxLength')).toEqual([]);
  expect(findUnlimited(({ type }) => type === 'array', 'maxItems')).toEqual([]);
  expect(findUnlimited(isMap, 'maxProperties')).toEqual([]);
  expect(findUnlimited(isInteger, 'minimum')).toEqual([]);
  expect(findUnlimited(isInteger, 'maximum')).toEqual([]);
});

test('the names in a map have a limit, too', () => {
  const maps = places.filter(({ schema }) => schema.maxProperties !== undefined);
  expect(maps.length).toBeGreaterThan(4);
  for (const { schema } of maps) expect(schema.propertyNames).toEqual({ type: 'string', maxLength: 320 });
});

test('whoever names a thing has to write something that can be seen', () => {
  const names = places.flatMap(({ place, schema }) =>
    place.includes(' body')
      ? Object.entries(schema.properties ?? {})
          .filter(([name]) => name === 'title' || name === 'label')
          .map(([name, field]) => [`${place}.${name}`, String(field.format)])
      : [],
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter(([, format]) => format !== 'visible').map(([place]) => place)).toEqual([
    'createCustomField body.title',
    'updateCustomField body.title',
  ]);
});
