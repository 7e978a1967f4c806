import { randomUUID } from 'node:crypto';

/** Stands in the answer where such a part belongs. Nobody can send it: every process has another. */
const placeholder = randomUUID();
let rawParts: string[] = [];

/** A part of an answer that is JSON already, as a process beside the server has written it. */
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

/** An answer as JSON, every written part in its place: the server neither builds nor copies what may be very large. */
export function serializeResponse(answer: unknown): string {
  rawParts = [];
  const json = JSON.stringify(answer);
  if (rawParts.length === 0) return json;
  const [first = '', ...rest] = json.split(`"${placeholder}"`);
  return first + rest.map((after, index) => (rawParts[index] ?? '') + after).join('');
}
