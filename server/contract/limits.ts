import type { Problem } from '#server/contract/problems.ts';
import type { ContractDocument, Schema } from './document.ts';

/** Limits for values that the contract leaves open. */
const UNSPECIFIED: Schema = { maxLength: 100_000, maxItems: 1000, maxProperties: 1000 };
/** The maximum length of a property name, for every schema of the contract. */
const MAX_PROPERTY_NAME_LENGTH = 320;
/** Enough to correct a request; the traversal stops there. */
const MAX_PROBLEMS = 100;

/**
 * Finds values far beyond the contract's limits before anything else reads them. It looks only at lengths, so its time
 * does not depend on the content. Counting code points, patterns, formats and comparing items come later, for what is
 * small enough.
 */
export class ContractLimits {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #knownBranches = new WeakMap<Schema, readonly Schema[]>();
  readonly #knownMaxLengths = new WeakMap<Schema, number>();

  constructor(document: ContractDocument) {
    this.#schemas = document.components.schemas;
  }

  /** The first strings, arrays and objects in `value` that are too large, each with its path. */
  find(path: string, schema: Schema, value: unknown): Problem[] {
    const problems: Problem[] = [];
    this.#traverse(path, schema, value, problems);
    return problems;
  }

  #traverse(path: string, schema: Schema, value: unknown, found: Problem[]): void {
    if (found.length >= MAX_PROBLEMS) return;
    if (typeof value === 'string') this.#checkString(path, schema, value, found);
    else if (Array.isArray(value)) this.#checkList(path, schema, value, found);
    else if (isObject(value)) this.#checkObject(path, schema, value, found);
  }

  #checkString(path: string, schema: Schema, text: string, found: Problem[]): void {
    const max = this.#maxLength(schema);
    // A character has one or two UTF-16 units, so twice the limit is always too long.
    if (text.length > 2 * max) found.push({ path, problem: `must have at most ${max} characters` });
  }

  /** Infinity where the schema has none. */
  #maxLength(schema: Schema): number {
    const cachedLengths = this.#knownMaxLengths.get(schema);
    if (cachedLengths !== undefined) return cachedLengths;
    // In a query, a list of one item arrives as the item itself.
    const branches = this.#branches(schema).map((branch) =>
      branch.items ? this.#resolve(branch.items) : branch,
    );
    const limits = branches.flatMap((branch) => limitOf(branch, 'maxLength'));
    const max = limits.length > 0 ? Math.max(...limits) : Infinity;
    this.#knownMaxLengths.set(schema, max);
    return max;
  }

  #checkList(path: string, schema: Schema, items: readonly unknown[], found: Problem[]): void {
    const branches = this.#branches(schema).filter((branch) => branch === UNSPECIFIED || branch.items);
    const limits = branches.flatMap((branch) => limitOf(branch, 'maxItems'));
    const max = Math.max(...limits);
    if (limits.length > 0 && items.length > max) {
      found.push({ path, problem: `must have at most ${max} items` });
      return;
    }
    const choices = branches.map((branch) => branch.items ?? UNSPECIFIED);
    const [only = {}, ...others] = choices;
    const item = others.length > 0 ? { anyOf: choices } : only;
    for (const [index, member] of items.entries()) this.#traverse(`${path}[${index}]`, item, member, found);
  }

  #checkObject(path: string, schema: Schema, value: Record<string, unknown>, found: Problem[]): void {
    const names = Object.keys(value);
    const long = names.find((name) => name.length > 2 * MAX_PROPERTY_NAME_LENGTH);
    if (long !== undefined) {
      const start = `${path}.${long.slice(0, 20)}…`;
      found.push({
        path: start,
        problem: `has a property name longer than ${MAX_PROPERTY_NAME_LENGTH} characters`,
      });
      return;
    }
    const branches = this.#branches(schema).filter(
      (branch) => branch === UNSPECIFIED || branch.properties || branch.additionalProperties,
    );
    const fitting = branches.filter((branch) => names.every((name) => propertySchema(branch, name)));
    const limits = fitting.flatMap((branch) => limitOf(branch, 'maxProperties'));
    const max = Math.max(...limits);
    if (limits.length > 0 && names.length > max) {
      found.push({ path, problem: `must have at most ${max} properties` });
      return;
    }
    // Unknown properties are rejected without reading their values.
    const [chosen] = fitting.length > 0 ? fitting : branches;
    if (!chosen) return;
    for (const name of names) {
      const member = propertySchema(chosen, name);
      if (member) this.#traverse(`${path}.${name}`, member, value[name], found);
    }
  }

  /** The alternatives of a union, or the schema itself. */
  #branches(schema: Schema): readonly Schema[] {
    const cachedBranches = this.#knownBranches.get(schema);
    if (cachedBranches) return cachedBranches;
    const resolved = this.#resolve(schema);
    const choices = resolved.anyOf ?? resolved.oneOf ?? resolved.allOf;
    const branches = choices ? choices.flatMap((choice) => this.#branches(choice)) : [resolved];
    this.#knownBranches.set(schema, branches);
    return branches;
  }

  #resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return isOpen(schema) ? UNSPECIFIED : schema;
    return this.#resolve(this.#schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  }
}

function limitOf(schema: Schema, keyword: 'maxLength' | 'maxItems' | 'maxProperties'): number[] {
  const limit = schema[keyword];
  return typeof limit === 'number' ? [limit] : [];
}

/** The schema of a property; undefined if the object has no such property. */
function propertySchema(schema: Schema, name: string): Schema | undefined {
  if (schema === UNSPECIFIED) return UNSPECIFIED;
  const { properties = {}, additionalProperties = false } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  if (additionalProperties === false) return undefined;
  return additionalProperties === true ? UNSPECIFIED : additionalProperties;
}

/** Whether a schema does not restrict a value. */
function isOpen(schema: Schema): boolean {
  const { type, anyOf, oneOf, allOf, enum: members, const: constant } = schema;
  return [type, anyOf, oneOf, allOf, members, constant].every((keyword) => keyword === undefined);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
