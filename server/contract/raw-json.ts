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

/** The compressed forms of the bytes of shared responses, by encoding. */
export const compressedForms = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();

/** A whole response that is sent many times: it is serialized and compressed once. */
export class SharedJson {
  readonly bytes: Buffer;

  constructor(json: string) {
    this.bytes = Buffer.from(json);
    compressedForms.set(this.bytes, new Map());
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
