import { RawJson } from '#server/contract/raw-json.ts';
import type { ContractDocument, Schema } from './document.ts';

/** Copies a value without what the contract does not name. Undefined: the value passes unchanged. */
type Project = (value: unknown) => unknown;

/**
 * Removes from responses what the contract does not name. A projector is built and cached on first use. Plain loops
 * with the engine's own JSON.stringify are faster than a generated serializer, and nothing has to be compiled for the
 * recursive schemas of pages and revisions.
 */
export class ResponseProjection {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #projectors = new Map<Schema, Project | undefined>();

  constructor(document: ContractDocument) {
    this.#schemas = document.components.schemas;
  }

  project(schema: Schema, body: unknown): unknown {
    const project = this.#projectorOf(schema);
    return project ? project(body) : body;
  }

  #projectorOf(schema: Schema): Project | undefined {
    const target = this.#resolve(schema);
    if (!this.#projectors.has(target)) {
      // Placeholder for recursive schemas.
      this.#projectors.set(target, (value) => this.#projectors.get(target)?.(value) ?? value);
      this.#projectors.set(target, this.#build(target));
    }
    return this.#projectors.get(target);
  }

  #resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const found = this.#schemas[schema.$ref.replace('#/components/schemas/', '')];
    if (!found) throw new Error(`The contract has no schema ${schema.$ref}.`);
    return this.#resolve(found);
  }

  #build(schema: Schema): Project | undefined {
    const union = schema.anyOf ?? schema.oneOf;
    if (union) return this.#buildUnion(union.map((branch) => this.#resolve(branch)));
    if (schema.properties || schema.additionalProperties) return this.#buildObject(schema);
    if (!schema.items) return undefined;
    const item = this.#projectorOf(schema.items);
    return item && ((value) => (Array.isArray(value) ? value.map(item) : value));
  }

  #buildObject({ properties = {}, additionalProperties = false }: Schema): Project {
    const named = Object.entries(properties).map(([name, schema]) => ({
      name,
      project: this.#projectorOf(schema),
    }));
    const others =
      typeof additionalProperties === 'object' ? this.#projectorOf(additionalProperties) : undefined;
    return (value) => {
      if (!isRecord(value) || value instanceof RawJson) return value;
      const copy: Record<string, unknown> = {};
      for (const { name, project } of named) {
        const member = value[name];
        if (member !== undefined) copy[name] = project ? project(member) : member;
      }
      if (additionalProperties === false) return copy;
      for (const name of Object.keys(value)) {
        if (!Object.hasOwn(properties, name)) copy[name] = others ? others(value[name]) : value[name];
      }
      return copy;
    };
  }

  /**
   * Branches of a union are distinguished by an enumerated property (`object`, `type`), else by their required properties.
   */
  #buildUnion(branches: readonly Schema[]): Project {
    const parts = branches.map((schema) => ({ schema, project: this.#projectorOf(schema) }));
    return (value) => {
      const part = parts.find(({ schema }) => matchesSchema(schema, value));
      return part?.project ? part.project(value) : value;
    };
  }
}

function matchesSchema(schema: Schema, value: unknown): boolean {
  if (schema.items) return Array.isArray(value);
  if (!schema.properties && !schema.additionalProperties) return !isRecord(value) && !Array.isArray(value);
  if (!isRecord(value)) return false;
  if ((schema.required ?? []).some((name) => value[name] === undefined)) return false;
  return Object.entries(schema.properties ?? {}).every(
    ([name, member]) =>
      member.enum === undefined || value[name] === undefined || member.enum.includes(value[name]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
