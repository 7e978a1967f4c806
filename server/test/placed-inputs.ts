import type { Operation, Schema } from '#server/contract-document.ts';
import { resolveSchema } from './generate-inputs.ts';
import type { Call } from './contract/call-factories.ts';

/** A value for one place of a request. */
export interface PlacedInput {
  part: 'path' | 'query' | 'body';
  /** The place as a refusal names it. */
  place: string;
  /** What to send as that part, next to what is arranged. */
  value: Record<string, unknown>;
}

/** Values to try where a schema stands; none where there is nothing to try. */
type ValuesOf = (schema: Schema) => unknown[];

/** Levels of nesting into which the walk follows schemas that hold themselves. */
const DEEPEST = 4;

/** What to try in an operation: at each place of its input the values that its schema suggests. */
export function listInputs(operation: Operation, valuesOf: ValuesOf): PlacedInput[] {
  const { path, query, body } = operation;
  return [
    ...listPart('path', path, valuesOf),
    ...listPart('query', query, valuesOf),
    ...(body ? listPart('body', body.schema, valuesOf) : []),
  ];
}

/** Texts, lists and maps that are one longer than their schema allows. */
export function oversizedValues({ maxLength, maxItems, maxProperties }: Schema): unknown[] {
  return [
    ...(typeof maxLength === 'number' ? ['a'.repeat(maxLength + 1)] : []),
    ...(typeof maxItems === 'number' ? [Array.from({ length: maxItems + 1 }, (_, at) => `${at}`)] : []),
    ...(typeof maxProperties === 'number' ? [mapOf(maxProperties + 1)] : []),
  ];
}

/** A call with a value at its place, and the query that belongs to it. */
export function withInput(call: Call, { part, value }: PlacedInput): [call: Call, query: string] {
  if (part === 'query') {
    const pairs = Object.entries(value).flatMap(([name, one]) =>
      [one].flat().map((each) => [name, String(each)]),
    );
    return [{ ...call, query: '' }, new URLSearchParams(pairs).toString()];
  }
  if (part === 'body') return [{ ...call, body: { ...call.body, ...value } }, ''];
  const params = Object.fromEntries(Object.entries(value).map(([name, id]) => [name, String(id)]));
  return [{ ...call, params: { ...call.params, ...params } }, ''];
}

function listPart(part: PlacedInput['part'], schema: Schema, valuesOf: ValuesOf): PlacedInput[] {
  return placedIn(schema, part, valuesOf, 0).flatMap(({ place, value }) =>
    isObject(value) ? [{ part, place, value }] : [],
  );
}

interface Placed {
  place: string;
  value: unknown;
}

function placedIn(reference: Schema, place: string, valuesOf: ValuesOf, depth: number): Placed[] {
  const schema = resolveSchema(reference);
  if (depth > DEEPEST) return [];
  const { anyOf = [], items, properties = {}, additionalProperties: others } = schema;
  const found: Placed[] = valuesOf(schema).map((value) => ({ place, value }));
  found.push(...anyOf.flatMap((choice) => placedIn(choice, place, valuesOf, depth)));
  if (items) {
    const below = placedIn(items, `${place}[0]`, valuesOf, depth + 1);
    found.push(...below.map((inner) => ({ ...inner, value: [inner.value] })));
  }
  const fields = Object.entries(properties);
  if (typeof others === 'object' && fields.length === 0) fields.push(['someone', others]);
  for (const [name, field] of fields) {
    const below = placedIn(field, `${place}.${name}`, valuesOf, depth + 1);
    found.push(...below.map((inner) => ({ ...inner, value: { [name]: inner.value } })));
  }
  return found;
}

function mapOf(length: number): Record<string, object> {
  return Object.fromEntries(Array.from({ length }, (_, at) => [`member${at}`, {}]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
