import {
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as SdkTracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Span, SpanAttributes, SpanOptions, Tracer } from '#server/base/tracing.ts';
import { trimEndSlashes } from '#server/base/trim-slashes.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<SpanOptions['kind'], SpanKind>;

/** With all attempts. A server that stops waits for so long. */
const TIMEOUT_MS = 3000;

interface TracerOptions {
  /** The base URL of OTLP over HTTP. */
  collector: string;
  /** That of the server. */
  version: string;
  /** Gets what an operator should know, as whole sentences. */
  onNotice: (notice: string) => void;
}

/**
 * Sends spans to a collector. The SDK reads its other settings from the environment: `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_…`. A collector that is away
 * costs spans, never a request.
 */
export function createTracer({ collector, version, onNotice }: TracerOptions): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${trimEndSlashes(collector)}/v1/traces`,
    timeoutMillis: TIMEOUT_MS,
  });
  const service = resourceFromAttributes({ 'service.name': 'bindery', 'service.version': version });
  const named = detectResources({ detectors: [envDetector] });
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(service).merge(named),
    spanProcessors: [new BatchSpanProcessor(new NotedExporter(exporter, onNotice))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return new OpenTelemetryTracer(provider);
}

/** Says once that a collector is away, and once that it is back. */
class NotedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #onNotice: TracerOptions['onNotice'];
  #isAway = false;

  constructor(exporter: SpanExporter, onNotice: TracerOptions['onNotice']) {
    this.#exporter = exporter;
    this.#onNotice = onNotice;
  }

  export(...[spans, done]: Parameters<SpanExporter['export']>): void {
    this.#exporter.export(spans, (result) => {
      const isAway = result.code !== ExportResultCode.SUCCESS;
      if (isAway !== this.#isAway) {
        const reason = result.error?.message ?? 'it refused them';
        this.#onNotice(
          isAway ? `The collector of traces can’t be reached: ${reason}` : 'The collector of traces is back.',
        );
      }
      this.#isAway = isAway;
      // A failure has been told; nobody waits for it.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }
}

class OpenTelemetryTracer implements Tracer {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: SdkTracer;

  constructor(provider: BasicTracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer('bindery');
  }

  start(name: string, { kind, attributes = {}, headers }: SpanOptions): Span {
    const parent = headers ? propagation.extract(ROOT_CONTEXT, headers) : context.active();
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    return new OpenTelemetrySpan(span, trace.setSpan(parent, span));
  }

  isWithinSpan(): boolean {
    return trace.getSpan(context.active())?.isRecording() === true;
  }

  async close(): Promise<void> {
    await this.#provider.shutdown();
    context.disable();
    propagation.disable();
  }
}

class OpenTelemetrySpan implements Span {
  readonly #span: SdkSpan;
  readonly #within: Context;

  constructor(span: SdkSpan, within: Context) {
    this.#span = span;
    this.#within = within;
  }

  run<T>(work: () => T): T {
    return context.with(this.#within, work);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes({ ...attributes });
  }

  /** Of an error only its kind is sent: messages may quote what people wrote. */
  fail(error?: unknown): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
    if (error !== undefined)
      this.#span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error);
  }

  end(): void {
    this.#span.end();
  }
}
