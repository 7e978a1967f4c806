import { ApiError } from '#src/api/errors.ts';
import { EventStreamParser, type StreamEvent } from '#src/lib/text/event-stream.ts';

/** How long to wait before connecting again, unless the server says. */
const defaultRetryMs = 3000;
const maxRetryMs = 60_000;
/** A stream that was open for so long did not fail: the next wait is a short one again. */
const steadyAfterMs = 30_000;
/** A stream that is silent for so long is dead. The server sends something every 15 seconds. */
export const silenceMs = 45_000;
/** How long there may be no stream before what it said last is no longer true. */
export const goneAfterMs = 10_000;

/** The server has no such stream, or sends something else. */
export class NoEventStreamError extends Error {}

export interface ConnectionClock {
  now(): number;
  /** @returns a function that cancels it */
  schedule(action: () => void, milliseconds: number): () => void;
}

export interface ConnectionOptions {
  /** Requests the stream after the last id; rejects with an `ApiError` or a `NoEventStreamError`. */
  open(signal: AbortSignal, lastId: string | null): Promise<ReadableStream<Uint8Array>>;
  onOpen(): void;
  onEvent(event: StreamEvent): void;
  /** The stream has sent an id; after the event that has it. */
  onId(id: string): void;
  /** There has been no stream for a while, or there will be none, as the final refusal says. */
  onGone(refusal: unknown): void;
  clock: ConnectionClock;
  /** At least 0, less than 1. */
  random(): number;
}

/** Whether it is of no use to ask again: the caller may not, or the server can't. */
function isFinal(error: unknown): boolean {
  if (error instanceof NoEventStreamError) return true;
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/**
 * Keeps one stream of server-sent events open while it is wanted, and connects again when it breaks: as late as the
 * server says, and later each time.
 */
export class EventConnection {
  readonly #options: ConnectionOptions;
  #stream: AbortController | null = null;
  /** When the first bytes of the stream came; null until then. */
  #openedAt: number | null = null;
  #lastId: string | null;
  #retryMs = defaultRetryMs;
  #failures = 0;
  #cancelRetry: (() => void) | null = null;
  #cancelSilence: (() => void) | null = null;
  #cancelGone: (() => void) | null = null;

  /** @param lastId the id after which it goes on */
  constructor(options: ConnectionOptions, lastId: string | null = null) {
    this.#options = options;
    this.#lastId = lastId;
  }

  /** Connects, also where it would have waited, or was refused before. */
  resume(): void {
    if (!this.#stream) this.#connect();
  }

  /** Closes the stream. */
  pause(): void {
    this.#cancelRetry?.();
    this.#close();
  }

  /** Closes the stream for good. */
  end(): void {
    this.pause();
    this.#cancelGone?.();
  }

  /** Opens the stream again with other parameters. */
  reopen(): void {
    if (!this.#stream) return;
    this.#close();
    this.#connect();
  }

  #connect(): void {
    this.#cancelRetry?.();
    const stream = new AbortController();
    this.#stream = stream;
    this.#watchGap();
    this.#follow(stream).then(
      () => this.#ended(stream, null),
      (error: unknown) => this.#ended(stream, error),
    );
  }

  async #follow(stream: AbortController): Promise<void> {
    const { open, onEvent } = this.#options;
    const body = await open(stream.signal, this.#lastId);
    const reader = body.getReader();
    const parser = new EventStreamParser();
    for (;;) {
      this.#watchSilence(stream);
      const { done, value } = await reader.read();
      if (done || this.#stream !== stream) return;
      if (this.#openedAt === null) this.#opened();
      for (const event of parser.push(value)) {
        onEvent(event);
        this.#goOnAfter(parser.lastId);
      }
      this.#goOnAfter(parser.lastId);
      if (parser.retryMs !== null) this.#retryMs = Math.min(parser.retryMs, maxRetryMs);
    }
  }

  #goOnAfter(id: string | null): void {
    if (id === null || id === this.#lastId) return;
    this.#lastId = id;
    this.#options.onId(id);
  }

  /** Only bytes count: a proxy may answer for a server that doesn't. */
  #opened(): void {
    this.#openedAt = this.#options.clock.now();
    this.#cancelGone?.();
    this.#cancelGone = null;
    this.#options.onOpen();
  }

  /** Until there is a stream again; from the first attempt on. */
  #watchGap(): void {
    this.#cancelGone ??= this.#options.clock.schedule(() => this.#options.onGone(null), goneAfterMs);
  }

  #watchSilence(stream: AbortController): void {
    this.#cancelSilence?.();
    this.#cancelSilence =
      this.#stream === stream ? this.#options.clock.schedule(() => stream.abort(), silenceMs) : null;
  }

  #ended(stream: AbortController, error: unknown): void {
    if (this.#stream !== stream) return;
    const { clock, random, onGone } = this.#options;
    const isSteady = this.#openedAt !== null && clock.now() - this.#openedAt >= steadyAfterMs;
    this.#close();
    if (isFinal(error)) {
      this.#cancelGone?.();
      this.#cancelGone = null;
      onGone(error);
      return;
    }
    if (isSteady) this.#failures = 0;
    const usualMs = Math.min(this.#retryMs * 2 ** this.#failures, maxRetryMs) * (0.75 + random() / 2);
    const askedMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
    this.#failures += 1;
    this.#cancelRetry = clock.schedule(() => this.#connect(), Math.max(usualMs, askedMs));
  }

  #close(): void {
    const stream = this.#stream;
    this.#stream = null;
    this.#cancelSilence?.();
    this.#cancelSilence = null;
    if (this.#openedAt !== null) this.#watchGap();
    this.#openedAt = null;
    stream?.abort();
  }
}
