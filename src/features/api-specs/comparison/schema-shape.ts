import { isRecord, type JsonRecord, listAt, recordAt, resolveReference, textAt } from '../documents.ts';

const allTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Keywords that restrict more when smaller, and when greater. */
const maximumKeywords = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const minimumKeywords = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];

/** The constraints of a schema, as far as comparisons need them. */
export interface Shape {
  /** The `$ref` it was reached by, to detect cycles. */
  reference: string | undefined;
  /** JSON types; `number` includes `integer`. */
  types: ReadonlySet<string>;
  /** Allowed values as JSON; null for any. */
  enumValues: ReadonlySet<string> | null;
  properties: ReadonlyMap<string, unknown>;
  required: ReadonlySet<string>;
  items: unknown;
  maxima: ReadonlyMap<string, number>;
  minima: ReadonlyMap<string, number>;
  pattern: string | undefined;
  format: string | undefined;
  /** Schema of unlisted fields; false if none are allowed, undefined if any are. */
  additionalProperties: unknown;
  /** Alternatives by their JSON. */
  variants: ReadonlyMap<string, unknown>;
}

/** Parses a schema, including `allOf`. */
export function parseShape(document: JsonRecord, schema: unknown): Shape {
  const reference = isRecord(schema) ? textAt(schema, '$ref') : undefined;
  const schemas = flatten(document, schema, 0);
  const enums = schemas.filter((part) => Array.isArray(part.enum)).map((part) => listAt(part, 'enum'));
  const constants = schemas.filter((part) => Object.hasOwn(part, 'const')).map((part) => [part.const]);
  const [values] = [...enums, ...constants];
  return {
    reference,
    types: intersection(schemas.map(typesOf)),
    enumValues: values ? new Set(values.map((value) => JSON.stringify(value))) : null,
    properties: new Map(schemas.flatMap((part) => Object.entries(recordAt(part, 'properties')))),
    required: new Set(
      schemas.flatMap((part) => listAt(part, 'required')).filter((name) => typeof name === 'string'),
    ),
    items: schemas.findLast((part) => isRecord(part.items))?.items,
    maxima: limitsOf(schemas, maximumKeywords, Math.min),
    minima: limitsOf(schemas, minimumKeywords, Math.max),
    pattern: schemas.map((part) => textAt(part, 'pattern')).find(Boolean),
    format: schemas.map((part) => textAt(part, 'format')).find(Boolean),
    additionalProperties: schemas
      .map((part) => part.additionalProperties)
      .find((value) => value === false || isRecord(value)),
    variants: new Map(
      schemas
        .flatMap((part) => [...listAt(part, 'oneOf'), ...listAt(part, 'anyOf')])
        .map((variant) => [JSON.stringify(variant), variant]),
    ),
  };
}

/** Deeper than realistic `allOf` nesting; also ends cycles. */
const maxDepth = 12;

function flatten(document: JsonRecord, schema: unknown, depth: number): JsonRecord[] {
  const resolved = resolveReference(document, schema);
  if (!isRecord(resolved) || depth > maxDepth) return [];
  return [resolved, ...listAt(resolved, 'allOf').flatMap((part) => flatten(document, part, depth + 1))];
}

function typesOf(schema: JsonRecord): Set<string> {
  const typeName = textAt(schema, 'type');
  const typeNames = typeName === undefined ? listAt(schema, 'type') : [typeName];
  const types = new Set(typeNames.filter((type) => typeof type === 'string'));
  if (types.size === 0) return new Set(allTypes);
  if (types.has('number')) types.add('integer');
  if (schema.nullable === true || schema['x-nullable'] === true) types.add('null');
  return types;
}

function intersection(sets: readonly Set<string>[]): Set<string> {
  return new Set(allTypes.filter((type) => sets.every((set) => set.has(type))));
}

function limitsOf(
  schemas: readonly JsonRecord[],
  names: readonly string[],
  stricter: (...values: number[]) => number,
): Map<string, number> {
  return new Map(
    names.flatMap((name): [string, number][] => {
      const limits = schemas.map((part) => part[name]).filter((value) => typeof value === 'number');
      return limits.length > 0 ? [[name, stricter(...limits)]] : [];
    }),
  );
}

/** Types as text: "string or null"; "anything" for all. */
export function describeTypes({ types }: Shape): string {
  if (types.size >= allTypes.length) return 'anything';
  const visibleTypes = [...types].filter((type) => type !== 'integer' || !types.has('number'));
  return visibleTypes.join(' or ') || 'nothing';
}
