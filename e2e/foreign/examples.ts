/**
 * Values of a schema: what is known is kept, every required member that is missing is made up. Members that the
 * definition leaves open are absent unless they are known.
 */
import type { Definition } from './definition.ts';
import { isJsonObject, type JsonObject, objectOf, objectsOf } from './json.ts';

export interface Examples {
  /** Completes a known value. */
  complete: (schema: JsonObject, known?: unknown, name?: string) => unknown;
  /** Completes a known object of a named schema; the object itself if this version has no such schema. */
  item: (schemaName: string, known: JsonObject) => JsonObject;
  /** One value of each alternative of a named schema, through nested alternatives. */
  alternatives: (schemaName: string, known?: JsonObject) => JsonObject[];
  /** The values of a named enumeration. */
  values: (schemaName: string) => string[];
}

const maxDepth = 12;

export function createExamples(definition: Definition): Examples {
  const { resolve, schema: named } = definition;
  let count = 0;

  /** One schema of all that apply together, with the alternative that fits what is known. */
  const merge = (schema: JsonObject, known: unknown): JsonObject => {
    const resolvedSchema = resolve(schema);
    const alternative = choose(alternativesOf(resolvedSchema), known);
    const pieces = [...objectsOf(resolvedSchema.allOf), ...(alternative ? [alternative] : [])].map((piece) =>
      merge(piece, known),
    );
    const properties = [...pieces, resolvedSchema].reduce(
      (all, { properties: more }) => mergeMembers(all, objectOf(more)),
      {},
    );
    const required = [resolvedSchema, ...pieces].flatMap((piece) =>
      Array.isArray(piece.required) ? piece.required : [],
    );
    return Object.assign({}, ...pieces, resolvedSchema, { properties, required });
  };

  const choose = (alternatives: JsonObject[], known: unknown): JsonObject | undefined => {
    if (!isJsonObject(known)) return alternatives[0];
    const scores = alternatives.map((alternative) => scoreOf(merge(alternative, known), known));
    return alternatives[scores.indexOf(Math.max(...scores))];
  };

  /** How well an object fits: fixed members that are the same count most, those that differ rule it out. */
  const scoreOf = ({ properties }: JsonObject, known: JsonObject): number =>
    Object.entries(known).reduce((score, [name, value]) => {
      const property = objectOf(properties)[name];
      if (!isJsonObject(property)) return score;
      const values = resolve(property).enum;
      if (!Array.isArray(values)) return score + 1;
      return score + (values.includes(value) ? 10 : -1000);
    }, 0);

  const complete = (schema: JsonObject, known?: unknown, name = 'value', depth = 0): unknown => {
    if (known === null) return null;
    const merged = merge(schema, known);
    if (firstType(merged.type) === 'array' || merged.items !== undefined) {
      const items = objectOf(merged.items);
      if (Array.isArray(known)) return known.map((item) => complete(items, item, name, depth + 1));
      const least = typeof merged.minItems === 'number' ? merged.minItems : 0;
      return Array.from({ length: least }, () => complete(items, undefined, name, depth + 1));
    }
    if (isObjectSchema(merged, known)) return completeObject(merged, objectOf(known), depth);
    return known ?? scalar(merged, name, (count += 1));
  };

  const completeObject = (schema: JsonObject, known: JsonObject, depth: number): JsonObject => {
    const properties = objectOf(schema.properties);
    const required = Array.isArray(schema.required) ? schema.required : [];
    const isDeep = depth > maxDepth;
    // Where any member would do, the first.
    const first = typeof schema.minProperties === 'number' && Object.keys(known).length === 0 ? 1 : 0;
    const entries = Object.entries(properties)
      .filter(
        ([name], index) => known[name] !== undefined || index < first || (required.includes(name) && !isDeep),
      )
      .map(([name, property]) => [name, complete(objectOf(property), known[name], name, depth + 1)]);
    const others = objectOf(schema.additionalProperties);
    const more = Object.entries(known)
      .filter(([name]) => !(name in properties))
      .map(([name, value]) => [name, complete(others, value, name, depth + 1)]);
    // The definition requires a few members that it does not describe.
    const undescribed = required
      .filter((name) => !(name in properties) && known[name] === undefined)
      .map((name) => [name, true]);
    return Object.fromEntries([...entries, ...more, ...undescribed]);
  };

  const leaves = (schema: JsonObject): JsonObject[] => {
    const resolvedSchema = resolve(schema);
    const alternatives = alternativesOf(resolvedSchema);
    return alternatives.length === 0 ? [resolvedSchema] : alternatives.flatMap(leaves);
  };

  return {
    complete: (schema, known, name) => complete(schema, known, name),
    item(schemaName, known) {
      const schema = named(schemaName);
      return schema ? objectOf(complete(schema, known, schemaName)) : known;
    },
    alternatives(schemaName, known = {}) {
      const schema = named(schemaName);
      if (!schema) return [];
      return leaves(schema).map((leaf) => {
        const { properties } = merge(leaf, undefined);
        const fixed = Object.entries(objectOf(properties)).flatMap(([name, property]) => {
          const values = isJsonObject(property) ? resolve(property).enum : undefined;
          return Array.isArray(values) && values.length === 1 ? [[name, values[0]]] : [];
        });
        return objectOf(complete(leaf, { ...known, ...Object.fromEntries(fixed) }));
      });
    },
    values(schemaName) {
      const schema = named(schemaName);
      const enumValues = schema ? leaves(schema).flatMap(({ enum: values }) => values ?? []) : [];
      return enumValues.filter((value): value is string => typeof value === 'string');
    },
  };
}

/** The members of two schemas that apply together. */
function mergeMembers(all: JsonObject, more: JsonObject): JsonObject {
  const merged = Object.entries(more).map(([name, schema]) => [
    name,
    name in all ? { allOf: [all[name], schema] } : schema,
  ]);
  return { ...all, ...Object.fromEntries(merged) };
}

function alternativesOf({ oneOf, anyOf }: JsonObject): JsonObject[] {
  return objectsOf(oneOf ?? anyOf);
}

/** The type besides null. */
const firstType = (type: unknown): unknown => (Array.isArray(type) ? type[0] : type);

function isObjectSchema({ type, properties, additionalProperties }: JsonObject, known: unknown): boolean {
  if (type !== undefined) return firstType(type) === 'object';
  return (
    isJsonObject(known) || Object.keys(objectOf(properties)).length > 0 || additionalProperties !== undefined
  );
}

const textCandidates = [
  'Text',
  'text-1',
  '/text',
  '#346ddb',
  'docs.tideline.example',
  'docs.tideline.example/text',
];

function scalar(schema: JsonObject, name: string, number: number): unknown {
  const { enum: values, format, pattern } = schema;
  const type = firstType(schema.type);
  if (Array.isArray(values)) return values[0];
  if (type === 'null') return null;
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return typeof schema.minimum === 'number' ? schema.minimum : 1;
  if (format === 'date-time') return `2026-01-${String((number % 27) + 1).padStart(2, '0')}T09:30:00.000Z`;
  if (format === 'uri') return `https://docs.example/${number}`;
  if (format === 'emoji') return '1f4d8';
  if (format === 'icon') return 'book';
  if (typeof pattern === 'string') {
    const expression = new RegExp(pattern);
    return textCandidates.find((text) => expression.test(text)) ?? '';
  }
  if (/email/i.test(name)) return `person${number}@tideline.example`;
  if (/url$/i.test(name)) return `https://docs.example/${number}`;
  if (/^(id|[a-z]+Id)$/.test(name)) return `id${number}`;
  return `Some ${name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}`;
}
