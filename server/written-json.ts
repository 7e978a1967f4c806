import { randomUUID } from 'node:crypto';

/** Stands in the answer where such a part belongs. Nobody can send it: every process has another. */
const mark = randomUUID();
let found: string[] = [];

/** A part of an answer that is JSON already, as a process beside the server has written it. */
export class WrittenJson {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  toJSON(): string {
    found.push(this.json);
    return mark;
  }
}

/** An answer as JSON, every written part in its place: the server neither builds nor copies what may be very large. */
export function stringifyAnswer(answer: unknown): string {
  found = [];
  const json = JSON.stringify(answer);
  if (found.length === 0) return json;
  const [first = '', ...rest] = json.split(`"${mark}"`);
  return first + rest.map((after, index) => (found[index] ?? '') + after).join('');
}
