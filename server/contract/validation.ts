import { Ajv, type AnySchema, type Options, type ValidateFunction } from 'ajv';
import { badRequest, badValues } from '#server/base/errors.ts';
import type { ContractDocument, Operation, Schema } from './document.ts';
import { addContractFormats } from './formats.ts';
import { ContractLimits } from './limits.ts';
import { OthersMembers } from './others-members.ts';
import { describeProblems, type Problem } from './problems.ts';

/** The parts of a request that the contract describes. Defaults and parsed numbers are written into `query`. */
export interface RequestInput {
  params: unknown;
  query: unknown;
  headers?: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** The id of the shared schemas in the validators. */
const SHARED_SCHEMA_ID = 'contract';
const OPTIONS: Options = {
  strict: false,
  // JSON has no infinity, but 1e999 parses as it and could not be serialized again.
  strictNumbers: true,
  allErrors: true,
  verbose: true,
  useDefaults: true,
  addUsedSchema: false,
  // The contract is checked before it is committed (`npm run check:contract`), not at each start.
  validateSchema: false,
  logger: false,
  // The engine removes unused code better; without it, compiling takes a third less time.
  code: { optimize: false },
};

/**
 * Validates requests and responses against the contract. Objects are closed: an unknown property is a problem. Schemas
 * are compiled on first use, because compiling all of them takes a second.
 */
export class ContractValidation {
  readonly #strict: SchemaChecker;
  /** Query parameters are text; this validator parses numbers, booleans and lists. */
  readonly #coercing: SchemaChecker;
  /** Stops at the first problem: collecting all takes quadratic time. */
  readonly #failFast: SchemaChecker;
  readonly #limits: ContractLimits;
  readonly #others: OthersMembers;

  constructor(document: ContractDocument) {
    const shared = {
      $id: SHARED_SCHEMA_ID,
      components: { schemas: closeObjects(document.components.schemas) },
    };
    this.#strict = new SchemaChecker(shared);
    this.#coercing = new SchemaChecker(shared, { coerceTypes: 'array' });
    this.#failFast = new SchemaChecker(shared, { allErrors: false });
    this.#limits = new ContractLimits(document);
    this.#others = new OthersMembers(document);
  }

  /** Throws 400 with every problem of the request. */
  checkRequest(operation: Operation, { params, query, headers, body }: RequestInput): void {
    const sentHeaders = pickHeaders(operation, headers);
    const refused = this.#others.take(operation, body);
    const size = measureBody(body);
    const oversized = [
      ...this.#limits.find('path', operation.path, params),
      ...this.#limits.find('query', operation.query, query),
      ...this.#limits.find('header', operation.headers, sentHeaders),
      ...this.#findOversizedBody(operation, body, size),
    ];
    if (oversized.length > 0) throw badValues(oversized);
    const problems = [
      ...refused,
      ...this.#strict.check('path', operation.path, params),
      ...this.#checkQuery(operation, query),
      ...this.#strict.check('header', operation.headers, sentHeaders),
      ...this.#checkBody(operation, body, size),
    ];
    if (problems.length > 0) throw badValues(problems);
  }

  /** The problems of a response body; empty if it matches the contract. */
  checkResponse({ response }: Operation, body: unknown): Problem[] {
    if (!response) return body === undefined ? [] : [{ path: 'response', problem: 'must have no body' }];
    return this.#strict.check('response', response, body);
  }

  #checkQuery({ query: expected }: Operation, query: unknown): Problem[] {
    // Checked first: the validator parses numbers like JavaScript, 1e3 and 0x10 among them.
    const malformed = findMalformedNumbers(expected, query);
    const malformedPaths = new Set(malformed.map(({ path }) => path));
    const others = this.#coercing
      .check('query', expected, query)
      .filter(({ path }) => !malformedPaths.has(path));
    return [...malformed, ...others];
  }

  #findOversizedBody(
    { body: expected }: Operation,
    body: unknown,
    { values, isTooDeep }: BodySize,
  ): Problem[] {
    if (body === undefined) return [];
    if (values > MAX_VALUES) return [{ path: 'body', problem: `must contain at most ${MAX_VALUES} values` }];
    if (isTooDeep) return [{ path: 'body', problem: `must be nested at most ${MAX_DEPTH} levels deep` }];
    return expected ? this.#limits.find('body', expected.schema, body) : [];
  }

  #checkBody({ body: expected }: Operation, body: unknown, { values }: BodySize): Problem[] {
    if (!expected) {
      const members = typeof body === 'object' && body !== null ? Object.keys(body) : [];
      return members.map((member) => ({ path: `body.${member}`, problem: 'is not a known property' }));
    }
    if (body === undefined) {
      if (expected.required) throw badRequest('A JSON body is required.');
      return [];
    }
    const checker = values > FAIL_FAST_VALUES ? this.#failFast : this.#strict;
    return checker.check('body', expected.schema, body);
  }
}

/** Validates values against schemas with one set of Ajv options. */
class SchemaChecker {
  readonly #ajv: Ajv;
  /** Query parameters that the contract does not name are ignored here. */
  readonly #closesRoot: boolean;
  readonly #validators = new Map<Schema, ValidateFunction>();
  /** Keyed by serialized schema; most operations share path or response schemas. */
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(shared: AnySchema, options: Options = {}) {
    this.#ajv = new Ajv({ ...OPTIONS, ...options }).addSchema(shared);
    this.#closesRoot = options.coerceTypes === undefined;
    addContractFormats(this.#ajv);
  }

  check(part: 'path' | 'query' | 'header' | 'body' | 'response', schema: Schema, value: unknown): Problem[] {
    let validate = this.#validators.get(schema);
    if (!validate) {
      validate = this.#compile(schema);
      this.#validators.set(schema, validate);
    }
    const problems = validate(value) ? [] : describeProblems(part, validate.errors ?? []);
    return [...problems, ...findUnstorableText(part, value)];
  }

  #compile(schema: Schema): ValidateFunction {
    const key = JSON.stringify(schema);
    const compiled = this.#compiled.get(key);
    if (compiled) return compiled;
    const validate = this.#ajv.compile(closeObjects(schema, this.#closesRoot));
    this.#compiled.set(key, validate);
    return validate;
  }
}

/**
 * Copies a schema: objects reject unknown properties, references point to the shared schemas. `close` false leaves the
 * root object open, for query parameters.
 */
function closeObjects<Node>(schema: Node, close?: boolean): Node & AnySchema;
function closeObjects(node: unknown, close = true): unknown {
  if (Array.isArray(node)) return node.map((entry) => closeObjects(entry));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? `${SHARED_SCHEMA_ID}${value}` : closeObjects(value),
    ]),
  );
  const isObjectSchema = typeof copy.properties === 'object' && copy.type === 'object';
  if (close && isObjectSchema && !('additionalProperties' in copy)) copy.additionalProperties = false;
  return copy;
}

/** The request headers that the contract names. */
function pickHeaders(
  { headers: { properties = {} } }: Operation,
  headers: RequestInput['headers'] = {},
): object {
  const names = Object.keys(properties).filter((name) => headers[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

/** Whole numbers of a query that are not plain decimals. */
function findMalformedNumbers({ properties = {} }: Schema, query: unknown): Problem[] {
  return Object.entries(query ?? {}).flatMap(([name, value]) => {
    const isNumber = Object.hasOwn(properties, name) && properties[name]?.type === 'integer';
    if (!isNumber || typeof value !== 'string' || /^-?\d{1,15}$/.test(value)) return [];
    return [{ path: `query.${name}`, problem: 'must be a whole number' }];
  });
}

/** Deeper than any valid body, and safe for recursive functions. */
const MAX_DEPTH = 200;

/** More values than any request needs. */
const MAX_VALUES = 100_000;
/** From this number of values on, only the first problem is reported. */
const FAIL_FAST_VALUES = 4000;

interface BodySize {
  values: number;
  isTooDeep: boolean;
}

/** Counts the values and the depth of a body, level by level, so that depth costs no stack. */
function measureBody(body: unknown): BodySize {
  let level = [body];
  let values = 0;
  for (let depth = 0; depth < MAX_DEPTH && values <= MAX_VALUES; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
    values += level.length;
    if (level.length === 0) return { values, isTooDeep: false };
  }
  return { values, isTooDeep: true };
}

const NUL_PROBLEM = 'must not contain NUL characters';
const SURROGATE_PROBLEM = 'must not contain lone surrogates';

const LONE_SURROGATE = /\p{Surrogate}/u;

const BYTE_ORDER_MARK_PROBLEM = 'must not start with a byte order mark';

/** The first text that could not be stored unchanged, with its path; empty if there is none. */
function findUnstorableText(path: string, value: unknown): Problem[] {
  if (typeof value === 'string') return checkText(path, value);
  if (typeof value !== 'object' || value === null) return [];
  for (const [key, member] of Object.entries(value)) {
    // Nearly all: neither their paths nor lists of their problems are made.
    if (isStorable(key) && (typeof member === 'string' ? isStorable(member) : typeof member !== 'object'))
      continue;
    const memberPath = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key.replaceAll('\0', '')}`;
    const [found] = [...checkText(memberPath, key), ...findUnstorableText(memberPath, member)];
    if (found) return [found];
  }
  return [];
}

function checkText(path: string, text: string): Problem[] {
  if (text.includes('\0')) return [{ path, problem: NUL_PROBLEM }];
  // UTF-8 decoders, that of the embedded engine among them, silently drop this mark.
  if (text.startsWith('\uFEFF')) return [{ path, problem: BYTE_ORDER_MARK_PROBLEM }];
  return LONE_SURROGATE.test(text) ? [{ path, problem: SURROGATE_PROBLEM }] : [];
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !text.startsWith('\uFEFF') && !LONE_SURROGATE.test(text);
}
