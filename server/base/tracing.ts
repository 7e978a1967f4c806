/**
 * Spans: what a request, a job or a statement was, and how long it took. They are sent to a collector that the operator
 * names (`server/network/open-telemetry.ts`); without one, nothing is traced and nothing of it is loaded.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Names of the semantic conventions of OpenTelemetry. Never anything that people wrote, nor an address with a secret. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** Of a request, which may say that it is a part of something that began elsewhere. */
  headers?: IncomingHttpHeaders;
}

export interface Span {
  /** What begins within `work` is a part of this span. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks what it stands for as failed. */
  fail(error?: unknown): void;
  end(): void;
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** Whether this is a part of something that is traced. */
  isWithinSpan(): boolean;
  /** Sends what is left. */
  close(): Promise<void>;
}

let active: Tracer | undefined;

/** Undefined where nothing is traced. Set before a database is opened, which asks for it once. */
export const activeTracer = (): Tracer | undefined => active;

export function setTracer(tracer: Tracer | undefined): void {
  active = tracer;
}

/** Runs work as a span. */
export async function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!active) return work();
  const span = active.start(name, options);
  try {
    return await span.run(work);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** The same for a part: work that belongs to nothing that is traced is no span. */
export function tracedWithin<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return active?.isWithinSpan() === true ? traced(name, options, work) : work();
}
