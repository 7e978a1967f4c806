import { randomUUID } from 'node:crypto';
import { etagOfBody, NEVER } from './etag.ts';

/** Placeholder for raw parts. Random per process, so that no caller can send it. */
const placeholder = randomUUID();
let rawParts: (string | Buffer)[] = [];

/** A part of a response that is serialized already. */
export class RawJson {
  readonly json: string | Buffer;

  constructor(json: string | Buffer) {
    this.json = json;
  }

  toJSON(): string {
    rawParts.push(this.json);
    return placeholder;
  }
}

/** Shared responses by the bytes that are sent. */
export const sharedResponses = new WeakMap<Buffer, SharedJson>();

/** A whole response that is sent many times: it is serialized and compressed once. */
export class SharedJson {
  readonly bytes: Buffer;
  readonly #forms = new Map<string, Promise<Buffer>>();
  #size: number;
  #etag: string | undefined;
  #onGrowth: (() => void) | undefined;

  constructor(json: string | Buffer) {
    this.bytes = toBytes(json);
    this.#size = this.bytes.length;
    sharedResponses.set(this.bytes, this);
  }

  /** The digest of the bytes as an entity tag. */
  get etag(): string {
    this.#etag ??= etagOfBody(this.bytes, NEVER);
    return this.#etag;
  }

  /** In bytes, with the compressed forms. */
  get size(): number {
    return this.#size;
  }

  /** Calls `listener` whenever a compressed form has been added to the size. */
  onGrowth(listener: () => void): void {
    this.#onGrowth = listener;
  }

  /** The bytes in an encoding; `compress` is called once for each. */
  compressed(encoding: string, compress: (bytes: Buffer) => Promise<Buffer>): Promise<Buffer> {
    const cachedForm = this.#forms.get(encoding);
    if (cachedForm) return cachedForm;
    const form = compress(this.bytes);
    this.#forms.set(encoding, form);
    form.then(
      ({ length }) => {
        this.#size += length;
        this.#onGrowth?.();
      },
      () => this.#forms.delete(encoding),
    );
    return form;
  }
}

/** Serializes a response and inserts its raw parts: the server neither builds nor copies what may be very large. */
export function serializeResponse(body: unknown): string {
  const { json, parts } = serializeAround(body);
  return parts.length === 0 ? json : cut(json, parts).map(String).join('');
}

/** The same as bytes: where most of a response is raw parts in bytes, these are only copied. */
export function serializeToBytes(body: unknown): Buffer {
  const { json, parts } = serializeAround(body);
  return Buffer.concat(cut(json, parts).map(toBytes));
}

const toBytes = (json: string | Buffer) => (Buffer.isBuffer(json) ? json : Buffer.from(json));

/** The JSON with placeholders, and the parts that they stand for. */
function serializeAround(body: unknown): { json: string; parts: (string | Buffer)[] } {
  rawParts = [];
  return { json: JSON.stringify(body), parts: rawParts };
}

/** The texts around the parts, and the parts between them. */
function cut(json: string, parts: readonly (string | Buffer)[]): (string | Buffer)[] {
  return json.split(`"${placeholder}"`).flatMap((text, index) => [text, parts[index] ?? '']);
}
