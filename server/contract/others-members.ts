import type { ContractDocument, Operation, Schema } from './document.ts';
import type { Problem } from './problems.ts';

/** A member that clients of the public platform send and that nothing here is done for. */
interface Refusal {
  /** Values that say what is so anyway. */
  unless: readonly unknown[];
  /** The problem of other values: the predicate of a sentence. */
  reason: string;
}

/**
 * Members of bodies that the public definition knows and the contract's models do not have: `x-accepted-without-effect` lists
 * those that change neither who sees something nor where it stands, `x-refused` the others, each with its reason.
 */
export class OthersMembers {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(document: ContractDocument) {
    this.#schemas = document.components.schemas;
  }

  /** Removes these members from a body. Returns the problems of those that ask for what is not done here. */
  take({ body: expected }: Operation, body: unknown): Problem[] {
    if (!expected || typeof body !== 'object' || body === null) return [];
    const schema = this.#resolve(expected.schema);
    const ignored = recordOf(schema['x-accepted-without-effect']);
    const refused = recordOf(schema['x-refused']);
    return Object.entries(body).flatMap(([name, value]) => {
      const refusal = Object.hasOwn(refused, name) ? refused[name] : undefined;
      if (refusal === undefined && !Object.hasOwn(ignored, name)) return [];
      Reflect.deleteProperty(body, name);
      if (!isRefusal(refusal) || isAmong(refusal.unless, value)) return [];
      return [{ path: `body.${name}`, problem: refusal.reason }];
    });
  }

  #resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    return this.#resolve(this.#schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'unless' in value && 'reason' in value;
}

/** The values are short; one that is not is none of them. */
function isAmong(values: readonly unknown[], value: unknown): boolean {
  const isSmall = typeof value !== 'object' || value === null || Object.keys(value).length < 3;
  return isSmall && values.some((known) => JSON.stringify(known) === JSON.stringify(value));
}
