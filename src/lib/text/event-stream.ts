/** One event of a stream of server-sent events. */
export interface StreamEvent {
  name: string;
  data: string;
}

/** The longest event that is read, in characters; a stream with a longer one is broken, or means harm. */
export const maxEventLength = 256 * 1024;

const lineEnd = /\r\n|\r|\n/;

/** Reads server-sent events from bytes, in pieces of any size (https://html.spec.whatwg.org/#event-stream). */
export class EventStreamParser {
  /** How long to wait before connecting again, in milliseconds, if the stream has said so. */
  retryMs: number | null = null;
  /** The last id, also one without an event: where the stream goes on after the event that was returned last. */
  lastId: string | null = null;
  readonly #decoder = new TextDecoder();
  /** The beginning of a line that has not ended yet. */
  #line = '';
  /** The last text ended with a carriage return: a line feed after it belongs to the same line end. */
  #endsWithReturn = false;
  #name = '';
  #data: string[] = [];
  #id: string | null = null;
  /** How long the lines of the event are so far. */
  #length = 0;

  /**
   * The events that end in these bytes.
   *
   * @throws RangeError at an event that is too long, after those before it
   */
  *push(bytes: Uint8Array): Generator<StreamEvent, void, undefined> {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (text === '') return;
    if (this.#endsWithReturn && text.startsWith('\n')) text = text.slice(1);
    this.#endsWithReturn = text.endsWith('\r');
    const lines = text.split(lineEnd);
    const rest = lines.pop() ?? '';
    for (const part of lines) {
      const line = this.#line + part;
      this.#line = '';
      if (line === '') yield* this.#end();
      else this.#read(line);
    }
    this.#line += rest;
    this.#check(this.#line.length);
  }

  #read(line: string): void {
    this.#check(line.length);
    const colon = line.indexOf(':');
    // A comment, which keeps the connection open.
    if (colon === 0) return;
    this.#length += line.length;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#name = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
  }

  /** An empty line ends the event. */
  *#end(): Generator<StreamEvent, void, undefined> {
    const [name, data] = [this.#name, this.#data];
    this.lastId = this.#id ?? this.lastId;
    this.#id = null;
    this.#name = '';
    this.#data = [];
    this.#length = 0;
    if (data.length > 0) yield { name: name === '' ? 'message' : name, data: data.join('\n') };
  }

  #check(more: number): void {
    if (this.#length + more > maxEventLength) throw new RangeError('An event of the stream is too long.');
  }
}
