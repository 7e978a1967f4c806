import {
  entriesOf,
  isObject,
  type JsonObject,
  listOf,
  memberOf,
  type SpecSource,
  textIn,
} from './spec-source.ts';

/** The keywords that limit a value, in the order in which they are shown. */
export const LIMITS = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'contentEncoding',
  'contentMediaType',
] as const;
export type LimitKind = (typeof LIMITS)[number];

/** Schemas of which one or any has to fit, or none may. */
export interface ShapeChoice {
  kind: 'oneOf' | 'anyOf' | 'not';
  /** Schemas as written. */
  options: readonly unknown[];
  discriminator?: {
    field: string;
    /** The value of the field by reference. */ values: ReadonlyMap<string, string>;
  };
}

/**
 * One level of a schema, the same for all versions: references are followed, parts of `allOf` merged, and both ways of
 * writing `null` and exclusive limits are one. Schemas below it are as written.
 */
export interface Shape {
  /** Of the definition that it is, as `SpecSource.resolve` returns it. */
  key?: string;
  name?: string;
  title: string;
  description: string;
  /** Types of JSON without `null`; empty if it may have any. */
  types: readonly string[];
  isNullable: boolean;
  format: string;
  isDeprecated: boolean;
  isReadOnly: boolean;
  isWriteOnly: boolean;
  /** Of `enum` or `const`. */
  values?: readonly unknown[];
  default?: { value: unknown };
  examples: readonly unknown[];
  limits: ReadonlyMap<LimitKind, string | number | true>;
  properties: ReadonlyMap<string, unknown>;
  required: ReadonlySet<string>;
  /** The schema of members with other names. */
  additional?: unknown;
  /** The schema of the items of a list; of the items after `tuple`. */
  items?: unknown;
  tuple: readonly unknown[];
  choices: readonly ShapeChoice[];
  /** Whether nothing fits (`false`). */
  isNothing: boolean;
}

/** More parts of `allOf` are left out, and deeper ones. */
const MAX_PARTS = 60;
const MAX_PART_DEPTH = 12;

/** The shapes of schemas that were read before: a definition can be large, and used in many places. */
const shapes = new WeakMap<JsonObject, Shape>();

/** Reads one level of a schema. */
export function readShape(source: SpecSource, schema: unknown): Shape {
  const { key, name, value } = source.resolve(schema);
  const isPlain = isObject(schema) && Object.keys(schema).length === 1;
  const used = key !== undefined && isPlain ? value : schema;
  const shape = (isObject(used) && shapes.get(used)) || readParts(source, used);
  if (isObject(used)) shapes.set(used, shape);
  return key === undefined ? shape : { ...shape, isNothing: value === false, key, name: name ?? '' };
}

function readParts(source: SpecSource, schema: unknown): Shape {
  const parts: Part[] = [];
  collectParts(source, schema, { parts, depth: 0, isMain: true });
  return { ...mergeParts(source, parts), isNothing: schema === false };
}

interface Part {
  schema: JsonObject;
  /** Whether it is the schema itself, not one that it is combined from: only those give title and examples. */
  isMain: boolean;
}

interface Collecting {
  parts: Part[];
  depth: number;
  isMain: boolean;
}

function collectParts(source: SpecSource, schema: unknown, state: Collecting): void {
  const { parts, depth, isMain } = state;
  if (!isObject(schema) || parts.length >= MAX_PARTS || depth > MAX_PART_DEPTH) return;
  const below = { ...state, depth: depth + 1 };
  if (typeof schema['$ref'] === 'string') {
    // Properties beside a reference describe this use of it.
    const { $ref: _ref, ...beside } = schema;
    if (Object.keys(beside).length > 0) parts.push({ schema: beside, isMain });
    return collectParts(source, source.resolve(schema).value, below);
  }
  parts.push({ schema, isMain });
  const inner = [...listOf(schema['allOf']), ...onlyOptions(source, schema)];
  const isAlone = inner.length === 1;
  for (const part of inner) collectParts(source, part, { ...below, isMain: isMain && isAlone });
  return undefined;
}

/** The option of a choice that has no other, but perhaps `null`: it is a part. */
function onlyOptions(source: SpecSource, schema: JsonObject): unknown[] {
  return (['oneOf', 'anyOf'] as const).flatMap((kind) => {
    const options = listOf(schema[kind]).filter((option) => !isNull(source, option));
    return options.length === 1 ? options : [];
  });
}

function isNull(source: SpecSource, schema: unknown): boolean {
  const { value } = source.resolve(schema);
  return textIn(value, 'type') === 'null' && Object.keys(Object(value)).length <= 2;
}

function mergeParts(source: SpecSource, parts: readonly Part[]): Omit<Shape, 'isNothing'> {
  const schemas = parts.map(({ schema }) => schema);
  const main = parts.filter(({ isMain }) => isMain).map(({ schema }) => schema);
  const properties = new Map<string, unknown>();
  for (const schema of schemas) {
    for (const [name, property] of entriesOf(schema['properties'])) {
      const existingProperty = properties.get(name);
      properties.set(
        name,
        existingProperty === undefined ? property : { allOf: [existingProperty, property] },
      );
    }
  }
  const values = first(schemas, valuesOf);
  const fallback = first(main, (schema) => ('default' in schema ? { value: schema['default'] } : undefined));
  const additional = first(schemas, additionalOf);
  const items = first(schemas, itemsOf);
  const types = first(schemas, typesOf) ?? [];
  return {
    title: first(main, textMember('title')) ?? '',
    description: first(schemas, textMember('description')) ?? '',
    types: types.length > 0 ? types : impliedTypes(schemas, properties),
    isNullable: schemas.some((schema) => isNullable(source, schema)),
    format: first(schemas, textMember('format')) ?? '',
    isDeprecated: main.some(({ deprecated }) => deprecated === true),
    isReadOnly: main.some(({ readOnly }) => readOnly === true),
    isWriteOnly: main.some(({ writeOnly }) => writeOnly === true),
    ...(values && { values }),
    ...(fallback && { default: fallback }),
    examples: main.flatMap((schema) => [
      ...('example' in schema ? [schema['example']] : []),
      ...listOf(schema['examples']),
    ]),
    limits: new Map(schemas.toReversed().flatMap(limitsOf)),
    properties,
    required: new Set(schemas.flatMap((schema) => listOf(schema['required']).filter(isText))),
    ...(additional !== undefined && { additional }),
    ...(items !== undefined && { items }),
    tuple: first(schemas, tupleOf) ?? [],
    choices: schemas.flatMap((schema) => choicesOf(source, schema)),
  };
}

function first<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const items = find(item);
    if (items !== undefined) return items;
  }
  return undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const textMember = (name: string) => (schema: JsonObject) =>
  textIn(schema, name) === '' ? undefined : textIn(schema, name);

function typesOf({ type }: JsonObject): string[] | undefined {
  const types = (isText(type) ? [type] : listOf(type).filter(isText)).filter((one) => one !== 'null');
  return types.length > 0 ? types : undefined;
}

/** Many schemas describe the content of a value, but not its type. */
function impliedTypes(schemas: readonly JsonObject[], properties: ReadonlyMap<string, unknown>): string[] {
  if (properties.size > 0 || schemas.some((schema) => additionalOf(schema) !== undefined)) return ['object'];
  if (schemas.some((schema) => itemsOf(schema) !== undefined)) return ['array'];
  const values = first(schemas, valuesOf) ?? [];
  return values.length > 0 && values.every(isText) ? ['string'] : [];
}

function isNullable(source: SpecSource, schema: JsonObject): boolean {
  const isListed = isText(schema['type'])
    ? schema['type'] === 'null'
    : listOf(schema['type']).includes('null');
  return (
    isListed ||
    schema['nullable'] === true ||
    schema['x-nullable'] === true ||
    [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])].some((option) => isNull(source, option))
  );
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

/** `false` and `true` say only whether others are allowed; a schema says what they are. */
function additionalOf(schema: JsonObject): unknown {
  const [pattern] = entriesOf(schema['patternProperties']);
  const { additionalProperties } = schema;
  if (isObject(additionalProperties)) return additionalProperties;
  return pattern?.[1] ?? (additionalProperties === true && !('properties' in schema) ? true : undefined);
}

function itemsOf({ items }: JsonObject): unknown {
  return isObject(items) || items === true ? items : undefined;
}

function tupleOf(schema: JsonObject): readonly unknown[] | undefined {
  const tuple = Array.isArray(schema['items']) ? schema['items'] : schema['prefixItems'];
  return Array.isArray(tuple) && tuple.length > 0 ? tuple : undefined;
}

function limitsOf(schema: JsonObject): [LimitKind, string | number | true][] {
  return LIMITS.flatMap((kind): [LimitKind, string | number | true][] => {
    const value = schema[kind];
    // Until 3.0 an exclusive limit is a flag beside the limit.
    if (kind === 'exclusiveMinimum' || kind === 'exclusiveMaximum') {
      const limit = value === true ? schema[kind === 'exclusiveMinimum' ? 'minimum' : 'maximum'] : value;
      return typeof limit === 'number' ? [[kind, limit]] : [];
    }
    if (kind === 'minimum' && schema['exclusiveMinimum'] === true) return [];
    if (kind === 'maximum' && schema['exclusiveMaximum'] === true) return [];
    if (kind === 'uniqueItems') return value === true ? [[kind, true]] : [];
    return typeof value === 'number' || (isText(value) && value !== '') ? [[kind, value]] : [];
  });
}

function choicesOf(source: SpecSource, schema: JsonObject): ShapeChoice[] {
  const discriminator = discriminatorOf(source, schema);
  const choices = (['oneOf', 'anyOf'] as const).flatMap((kind): ShapeChoice[] => {
    const options = listOf(schema[kind]).filter((option) => !isNull(source, option));
    return options.length < 2 ? [] : [{ kind, options, ...(discriminator && { discriminator }) }];
  });
  const isDenied = isObject(schema['not']) && Object.keys(schema['not']).length > 0;
  return isDenied ? [...choices, { kind: 'not', options: [schema['not']] }] : choices;
}

function discriminatorOf(source: SpecSource, schema: JsonObject): ShapeChoice['discriminator'] | undefined {
  const discriminator = memberOf(schema, 'discriminator');
  const field = isText(discriminator) ? discriminator : textIn(discriminator, 'propertyName');
  if (field === '') return undefined;
  const values = new Map<string, string>();
  for (const [value, target] of entriesOf(memberOf(discriminator, 'mapping'))) {
    if (!isText(target)) continue;
    const reference = /[#/.]/.test(target) ? target : `#/components/schemas/${target}`;
    const { key } = source.resolve({ $ref: reference });
    if (key !== undefined && !values.has(key)) values.set(key, value);
  }
  return { field, values };
}
