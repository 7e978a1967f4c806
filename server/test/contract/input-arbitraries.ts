import fc, { type Arbitrary } from 'fast-check';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import type { Operation, Schema } from '#server/contract/document.ts';
import { anyCharacter } from '../any-character.ts';

/** Inputs generated from the contract: allowed ones, and forbidden ones with a known path. */

const schemas: Readonly<Record<string, Schema>> = contract.components.schemas;

export function resolveSchema(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolveSchema(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** Texts that often break programs. */
const BREAKING_TEXTS = [
  '%',
  '_',
  '\\',
  "'; drop table spaces; --",
  '"quoted" & <b>bold</b>',
  '‮abc‭',
  '‏شعار',
  'e\u0301',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  '😀😀😀',
  ' padded ',
  '\t\n',
  '{{7*7}}',
  '../../etc/passwd',
  '=1+1',
  '\u200Bzero\uFEFF',
  '0',
  'null',
  'constructor',
  '__proto__',
  'toString',
  '\u200B\u200B\u200B',
  ' \u00A0\u3000',
  '\u{1F1EB}\u{1F1EB}\u{1F1EB}',
];

/** URLs that look valid, but that the URL parser rejects or rewrites. */
const UNUSUAL_URLS = [
  'https://a.test:99999/',
  'http://a%00b.test/',
  'https://1.2.3.4.5/',
  'http://xn--a.test/',
  'http://[::1',
  'https://a.test:/',
  'https://m\u00FCnchen.test/',
  'https://a.test/%',
  'https://a.test/\u{1F1EB}',
];

/** Texts that are far too long, of characters of one, two and four UTF-16 units. */
const LONG_TEXTS = ['\u{1F1EB}'.repeat(30_000), 'e\u0301'.repeat(30_000), ' '.repeat(60_000)];
const LONG_LIST = Array.from({ length: 20_000 }, () => '\u{1F1EB}\u{1F1F7}');

const wordArbitrary = fc.oneof(
  fc
    .string({ unit: anyCharacter, maxLength: 40 })
    .map((text) => text.replaceAll('\0', '').replace(/^\uFEFF+/, '')),
  fc.constantFrom(...BREAKING_TEXTS),
  fc.lorem({ maxCount: 3 }),
);

/** Created once: creating it takes longer than generating from it. */
const urlArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.webUrl({ withQueryParameters: true }) },
  { weight: 1, arbitrary: fc.constantFrom(...UNUSUAL_URLS) },
);

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Text of the allowed length in characters, sometimes exactly at the limit. */
function textArbitrary(schema: Schema): Arbitrary<string> {
  const min = numberOf(schema.minLength) ?? 0;
  const max = numberOf(schema.maxLength) ?? 300;
  const { pattern, format } = schema;
  if (typeof pattern === 'string') {
    return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => [...text].length <= max);
  }
  if (format === 'uri') return urlArbitrary;
  if (format === 'date-time') {
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString());
  }
  const fitted = wordArbitrary.map((text) => [...text].slice(0, max).join('').padEnd(min, 'x'));
  const longest = fc.constant('😀'.repeat(Math.min(max, 2000)));
  return fc.oneof({ weight: 9, arbitrary: fitted }, { weight: 1, arbitrary: longest });
}

export function valueArbitrary(reference: Schema, depth = 0): Arbitrary<unknown> {
  const schema = resolveSchema(reference);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valueArbitrary(choice, depth)));
  if (schema.allOf?.length === 1 && schema.allOf[0]) return valueArbitrary(schema.allOf[0], depth);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => typedArbitrary(type, schema, depth)));
}

function typedArbitrary(type: string, schema: Schema, depth: number): Arbitrary<unknown> {
  const min = numberOf(schema.minimum);
  const max = numberOf(schema.maximum);
  switch (type) {
    case 'string':
      return textArbitrary(schema);
    case 'integer':
      return fc.integer({ min: min ?? -1000, max: max ?? 1000 });
    case 'number':
      return fc
        .double({ min: min ?? -1e9, max: max ?? 1e9, noNaN: true })
        .map((value) => (value === 0 ? 0 : value));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = numberOf(schema.minItems) ?? 0;
      const maxLength = Math.min(numberOf(schema.maxItems) ?? 4, minLength + (depth > 3 ? 0 : 3));
      return fc.array(valueArbitrary(schema.items ?? {}, depth + 1), { minLength, maxLength });
    }
    default:
      return objectArbitrary(schema, depth);
  }
}

function objectArbitrary(schema: Schema, depth: number): Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0 && typeof schema.additionalProperties === 'object') {
    const values = valueArbitrary(schema.additionalProperties, depth + 1);
    const names = fc.oneof(
      fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/),
      fc.constantFrom('constructor', 'toString', 'hasOwnProperty'),
    );
    return fc.dictionary(names, values, { maxKeys: 3 });
  }
  const required = schema.required ?? [];
  const included = depth > 3 ? fields.filter(([name]) => required.includes(name)) : fields;
  const arbitraries = Object.fromEntries(
    included.map(([name, field]) => [name, valueArbitrary(field, depth + 1)]),
  );
  return fc.record(arbitraries, { requiredKeys: required.filter((name) => name in arbitraries) });
}

/** A forbidden value for a field; undefined if everything is allowed. */
function forbiddenArbitrary(reference: Schema): Arbitrary<unknown> | undefined {
  const schema = resolveSchema(reference);
  if (schema.anyOf ?? schema.oneOf ?? schema.allOf) return undefined;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return schema.enum ? fc.constant('no such member') : undefined;
  const max = numberOf(schema.maxLength);
  const wrong: Arbitrary<unknown>[] = [fc.constant({ surprising: [true] })];
  if (!types.includes('string')) wrong.push(fc.constant('text'));
  if (!types.includes('number')) wrong.push(fc.constant(7.5));
  if (!types.includes('null')) wrong.push(fc.constant(null));
  if (!types.includes('array')) wrong.push(fc.constant([]));
  if (types.includes('string'))
    wrong.push(fc.constant('a\0b'), fc.constant('half\ud83d'), fc.constant('\uFEFFmarked'));
  if (max !== undefined && max <= 10_000) wrong.push(fc.constant('x'.repeat(max + 1)));
  if (max !== undefined && max <= 20_000) wrong.push(fc.constantFrom(...LONG_TEXTS));
  if (numberOf(schema.maxItems) !== undefined) wrong.push(fc.constant(LONG_LIST));
  const isOpen = types.includes('object') && schema.properties === undefined;
  return fc.oneof(...(isOpen ? wrong.slice(1) : wrong));
}

/** A request body to try, and the expected result. */
export interface BodyAttempt {
  body: Record<string, unknown>;
  /** The field that the error must name; undefined if the body is allowed. */
  forbidden?: string;
}

/** Bodies for an operation: the base body with some generated fields, or with a forbidden one. */
export function bodyArbitrary(operation: Operation, arranged: object): Arbitrary<BodyAttempt> {
  const fields = Object.entries(
    operation.body ? (resolveSchema(operation.body.schema).properties ?? {}) : {},
  );
  const allowed = fc
    .record(Object.fromEntries(fields.map(([name, field]) => [name, valueArbitrary(field)])), {
      requiredKeys: [],
    })
    .map((body): BodyAttempt => ({ body: { ...arranged, ...body } }));
  const forbidden = fields.flatMap(([name, field]) => {
    const values = forbiddenArbitrary(field);
    return values
      ? [values.map((value): BodyAttempt => ({ body: { ...arranged, [name]: value }, forbidden: name }))]
      : [];
  });
  const surprise = fc.constant<BodyAttempt>({ body: { ...arranged, surprise: 1 }, forbidden: 'surprise' });
  return fc.oneof(
    { weight: 2, arbitrary: allowed },
    { weight: 1, arbitrary: fc.oneof(surprise, ...forbidden) },
  );
}

export interface QueryAttempt {
  query: string;
  /** The parameter that the error must name. */
  forbidden?: string;
}

/** Queries for an operation, valid or with one forbidden parameter. */
export function queryArbitrary(operation: Operation): Arbitrary<QueryAttempt> {
  const fields = Object.entries(operation.query.properties ?? {}).filter(([name]) => name !== 'page');
  const allowed = fc
    .record(Object.fromEntries(fields.map(([name, field]) => [name, valueArbitrary(field)])), {
      requiredKeys: [...(operation.query.required ?? [])],
    })
    .map((values): QueryAttempt => ({ query: writeQuery(values) }));
  // Only one parameter is invalid, so the error must name it.
  const plain = writeQuery(
    Object.fromEntries((operation.query.required ?? []).map((name) => [name, 'tide'])),
  );
  const forbidden = fields.flatMap(([name, reference]) => {
    const schema = resolveSchema(reference);
    const isText = schema.type === 'string' && !schema.enum && schema.format === undefined;
    const value = isText ? 'a\0b' : schema.type === 'array' ? undefined : 'no such value';
    if (value === undefined) return [];
    // Numbers that JavaScript parses, but that are not plain decimals.
    const values = schema.type === 'integer' ? [value, '1e3', '0x10', '5.0', '+5'] : [value];
    return values.map((each) =>
      fc.constant<QueryAttempt>({ query: replaceIn(plain, name, each), forbidden: name }),
    );
  });
  const cursor = fc.constant<QueryAttempt>({
    query: replaceIn(plain, 'page', 'bm90IG91cnM'),
    forbidden: 'page',
  });
  const { page, limit } = operation.query.properties ?? {};
  const hasCursor = page !== undefined && limit !== undefined;
  return fc.oneof(allowed, ...forbidden, ...(hasCursor ? [cursor] : []));
}

function writeQuery(values: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const part of Array.isArray(value) ? value : [value]) parameters.append(name, String(part));
  }
  return parameters.toString();
}

function replaceIn(query: string, name: string, value: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return parameters.toString();
}

/** Ids that do not exist. */
export const idArbitrary: Arbitrary<string> = fc.oneof(
  wordArbitrary.filter((text) => text.trim() !== '' && text !== '.' && text !== '..' && !/^\d+$/.test(text)),
  fc.string({ unit: fc.constantFrom('a', 'B', '7'), minLength: 20, maxLength: 20 }),
  fc.constantFrom('[object Object]', '%00', 'a'.repeat(3000), '..%2f..', '{spaceId}', ':id'),
);
