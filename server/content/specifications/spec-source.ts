import { pointerParts, resolveFile, type SpecPlace, toPointer } from './spec-members.ts';

/** An object of a parsed JSON document. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object; undefined for anything else. Never looks at prototypes: names of members may be any text. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member of an object or an item of a list. */
export function childOf(parent: unknown, name: string): unknown {
  return Array.isArray(parent) ? parent[Number(name)] : memberOf(parent, name);
}

export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A member that is a text; empty if it is missing or anything else. */
export function textIn(value: unknown, name: string): string {
  return textOf(memberOf(value, name));
}

/** A value with the reference that led to it. */
export interface Resolved {
  /** Undefined where a reference leads nowhere. */
  value: unknown;
  /** The same for all references to the same value, such as `openapi.json#/components/schemas/Station`. */
  key?: string;
  /** The last part of the reference. */
  name?: string;
  /** Where the value is, if a reference led to it. */
  place?: SpecPlace;
}

/** A longer chain of references leads nowhere; so does a circle. */
const MAX_HOPS = 20;

/**
 * The documents of an API specification: OpenAPI 3.0 and 3.1 and Swagger 2.0, by file name. Missing or
 * unexpected parts are left out; nothing here throws.
 */
export class SpecSource {
  /** The document with the operations; empty if there is none. */
  readonly root: JsonObject;
  readonly isSwagger: boolean;
  readonly rootFile: string;
  readonly #documents: ReadonlyMap<string, unknown>;
  /** The file of each object outside of the root document: references are relative to it. */
  readonly #files = new WeakMap<object, string>();

  /** `main`: the file with the operations, where it is known. */
  constructor(documents: unknown, main?: string) {
    const entries = entriesOf(documents);
    const [file = '', root] =
      entries.find(([name]) => name === main) ??
      entries.find(([, document]) => ['openapi', 'swagger'].some((name) => memberOf(document, name))) ??
      entries.find(([, document]) => memberOf(document, 'paths') !== undefined) ??
      [];
    this.root = isObject(root) ? root : {};
    this.isSwagger = textIn(root, 'swagger').startsWith('2');
    this.rootFile = file;
    this.#documents = new Map(entries);
    for (const [name, document] of entries) if (name !== file) this.#noteFile(document, name);
  }

  #noteFile(value: unknown, file: string): void {
    if (typeof value !== 'object' || value === null) return;
    this.#files.set(value, file);
    for (const child of Object.values(value)) this.#noteFile(child, file);
  }

  /** Follows references until there is none. */
  resolve(value: unknown): Resolved {
    let result: Resolved = { value };
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      const reference = memberOf(result.value, '$ref');
      if (typeof reference !== 'string') return result;
      result = this.#follow(reference, this.#fileOf(result.value));
    }
    return { ...result, value: undefined };
  }

  /** The key of a member of the root document, as `resolve` returns it. */
  keyOf(...path: string[]): string {
    return `${this.rootFile}#${toPointer(path)}`;
  }

  #fileOf(value: unknown): string {
    return (isObject(value) ? this.#files.get(value) : undefined) ?? this.rootFile;
  }

  #follow(reference: string, from: string): Resolved {
    const file = resolveFile(reference, from);
    const path = pointerParts(reference);
    const value = path?.reduce<unknown>(childOf, this.#documents.get(file));
    if (!path) return { value };
    return {
      value,
      key: `${file}#${toPointer(path)}`,
      name: path.at(-1) ?? nameOfFile(file),
      place: { file, path },
    };
  }
}

/** The name of a definition that is a whole file. */
function nameOfFile(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/\.(json|ya?ml)$/i, '');
}
