import type { ContractDocument, Schema } from './contract-document.ts';
import type { Problem } from './contract-problems.ts';

/** What holds where the contract leaves a value open: the longest text, the longest list, the most members. */
const UNSPECIFIED: Schema = { maxLength: 100_000, maxItems: 1000, maxProperties: 1000 };
/** The longest name of a member of an object, whatever the contract says about its names. */
const MAX_PROPERTY_NAME_LENGTH = 320;
/** Enough for whoever corrects a request; the walk ends with them. */
const MAX_PROBLEMS = 100;

/**
 * Finds what is far beyond the limits of the contract, before anything else looks at it. It asks texts and lists for
 * nothing but their length, so that its time does not depend on what they hold: counting code points, patterns,
 * formats and comparing items come afterwards, for what is small enough.
 */
export class ContractLimits {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(document: ContractDocument) {
    this.#schemas = document.components.schemas;
  }

  /** The first texts, lists and objects in `value` that are too large, each with its place below `path`. */
  find(path: string, schema: Schema, value: unknown): Problem[] {
    const found: Problem[] = [];
    this.#traverse(path, schema, value, found);
    return found;
  }

  #traverse(path: string, schema: Schema, value: unknown, found: Problem[]): void {
    if (found.length >= MAX_PROBLEMS) return;
    if (typeof value === 'string') this.#checkString(path, schema, value, found);
    else if (Array.isArray(value)) this.#checkList(path, schema, value, found);
    else if (isObject(value)) this.#checkObject(path, schema, value, found);
  }

  #checkString(path: string, schema: Schema, text: string, found: Problem[]): void {
    // In a query, a list of one item stands there as the item.
    const branches = this.#branches(schema).map((branch) =>
      branch.items ? this.#resolve(branch.items) : branch,
    );
    const limits = branches.flatMap((branch) => limitOf(branch, 'maxLength'));
    const most = Math.max(...limits);
    // A character takes up one or two units, so that twice the limit is too long whatever the text is.
    if (limits.length > 0 && text.length > 2 * most)
      found.push({ path, problem: `must have at most ${most} characters` });
  }

  #checkList(path: string, schema: Schema, items: readonly unknown[], found: Problem[]): void {
    const branches = this.#branches(schema).filter((branch) => branch === UNSPECIFIED || branch.items);
    const limits = branches.flatMap((branch) => limitOf(branch, 'maxItems'));
    const most = Math.max(...limits);
    if (limits.length > 0 && items.length > most) {
      found.push({ path, problem: `must have at most ${most} items` });
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
    const most = Math.max(...limits);
    if (limits.length > 0 && names.length > most) {
      found.push({ path, problem: `must have at most ${most} properties` });
      return;
    }
    // Members that no schema names are refused as unknown, which takes no look at what they hold.
    const [chosen] = fitting.length > 0 ? fitting : branches;
    if (!chosen) return;
    for (const name of names) {
      const member = propertySchema(chosen, name);
      if (member) this.#traverse(`${path}.${name}`, member, value[name], found);
    }
  }

  /** The forms that a value may have: the schema itself, or what it is a choice of. */
  #branches(schema: Schema): Schema[] {
    const resolved = this.#resolve(schema);
    const choices = resolved.anyOf ?? resolved.oneOf ?? resolved.allOf;
    return choices ? choices.flatMap((choice) => this.#branches(choice)) : [resolved];
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

/** The schema of a member; undefined where the object has no such member. */
function propertySchema(schema: Schema, name: string): Schema | undefined {
  if (schema === UNSPECIFIED) return UNSPECIFIED;
  const { properties = {}, additionalProperties = false } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  if (additionalProperties === false) return undefined;
  return additionalProperties === true ? UNSPECIFIED : additionalProperties;
}

/** Whether a schema says nothing about a value. */
function isOpen(schema: Schema): boolean {
  const { type, anyOf, oneOf, allOf, enum: members, const: constant } = schema;
  return [type, anyOf, oneOf, allOf, members, constant].every((keyword) => keyword === undefined);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
