import type { Operation, Schema } from '#server/contract/document.ts';
import type { Call } from './call-factories.ts';
import { resolveSchema } from './input-arbitraries.ts';

/** An input value for one path of a request. */
export interface InputCase {
  part: 'path' | 'query' | 'body';
  /** The path as an error names it. */
  path: string;
  /** The value of that part, merged into the base call. */
  value: Record<string, unknown>;
}

/** Values to try for a schema; empty if there are none. */
type ValuesOf = (schema: Schema) => unknown[];

/** The maximum depth for recursive schemas. */
const MAX_DEPTH = 4;

/** The cases of an operation: at each path, the values for its schema. */
export function listInputCases(operation: Operation, valuesOf: ValuesOf): InputCase[] {
  const { path, query, body } = operation;
  return [
    ...listPart('path', path, valuesOf),
    ...listPart('query', query, valuesOf),
    ...(body ? listPart('body', body.schema, valuesOf) : []),
  ];
}

/** Strings, arrays and maps that are one longer than allowed. */
export function oversizedValues({ maxLength, maxItems, maxProperties }: Schema): unknown[] {
  return [
    ...(typeof maxLength === 'number' ? ['a'.repeat(maxLength + 1)] : []),
    ...(typeof maxItems === 'number' ? [Array.from({ length: maxItems + 1 }, (_, at) => `${at}`)] : []),
    ...(typeof maxProperties === 'number' ? [mapOf(maxProperties + 1)] : []),
  ];
}

/** A call with a case applied, and its query. */
export function withInput(call: Call, { part, value }: InputCase): [call: Call, query: string] {
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

function listPart(part: InputCase['part'], schema: Schema, valuesOf: ValuesOf): InputCase[] {
  return listCases(schema, part, valuesOf, 0).flatMap(({ path, value }) =>
    isObject(value) ? [{ part, path, value }] : [],
  );
}

interface PathValue {
  path: string;
  value: unknown;
}

function listCases(reference: Schema, path: string, valuesOf: ValuesOf, depth: number): PathValue[] {
  const schema = resolveSchema(reference);
  if (depth > MAX_DEPTH) return [];
  const { anyOf = [], items, properties = {}, additionalProperties: others } = schema;
  const pathValues: PathValue[] = valuesOf(schema).map((value) => ({ path, value }));
  pathValues.push(...anyOf.flatMap((choice) => listCases(choice, path, valuesOf, depth)));
  if (items) {
    const below = listCases(items, `${path}[0]`, valuesOf, depth + 1);
    pathValues.push(...below.map((inner) => ({ ...inner, value: [inner.value] })));
  }
  const fields = Object.entries(properties);
  if (typeof others === 'object' && fields.length === 0) fields.push(['someone', others]);
  for (const [name, field] of fields) {
    const below = listCases(field, `${path}.${name}`, valuesOf, depth + 1);
    pathValues.push(...below.map((inner) => ({ ...inner, value: { [name]: inner.value } })));
  }
  return pathValues;
}

function mapOf(length: number): Record<string, object> {
  return Object.fromEntries(Array.from({ length }, (_, at) => [`member${at}`, {}]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
