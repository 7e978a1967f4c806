import { randomUUID } from 'node:crypto';

/** Placeholder for raw parts. Random per process, so that no caller can send it. */
const placeholder = randomUUID();
let rawParts: string[] = [];

/** A part of a response that is serialized already, by a task process. */
export class RawJson {
  readonly json: string;

  constructor(json: string) {
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
  #onGrowth: (() => void) | undefined;

  constructor(json: string) {
    this.bytes = Buffer.from(json);
    this.#size = this.bytes.length;
    sharedResponses.set(this.bytes, this);
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
    const known = this.#forms.get(encoding);
    if (known) return known;
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
  rawParts = [];
  const json = JSON.stringify(body);
  if (rawParts.length === 0) return json;
  const [first = '', ...rest] = json.split(`"${placeholder}"`);
  return first + rest.map((after, index) => (rawParts[index] ?? '') + after).join('');
}
