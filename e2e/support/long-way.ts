/** A server that is far away, for what visitors wait for. */
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';

export const LATENCY_MS = 150;

/** A long way to the server: every request takes so long before it is sent on. */
export class LongWay implements AsyncDisposable {
  /** Paths with what the browser says that they are for. */
  readonly requests: { path: string; purpose: string | undefined; isDone: boolean }[] = [];
  /** Whether the rules arrive; without them pages are asked for when they are opened. */
  hasRules = true;
  readonly #target: string;
  readonly #server = createServer((request, response) => {
    const path = request.url ?? '/';
    const entry = { path, purpose: request.headers['sec-purpose']?.toString(), isDone: false };
    this.requests.push(entry);
    const forward = (answer: IncomingMessage): void => {
      if (!this.hasRules) delete answer.headers['speculation-rules'];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).on('finish', () => (entry.isDone = true));
    };
    setTimeout(() => {
      const target = new URL(path, this.#target);
      const headers = { ...request.headers, host: target.host };
      const sent = httpRequest(target, { method: request.method, headers }, forward);
      // The server may stop while something is on its way.
      request.pipe(sent.on('error', () => response.destroy()));
    }, LATENCY_MS);
  });

  constructor(target: string) {
    this.#target = target;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Says how long something took. No test depends on it. */
export function printMeasured(text: string): void {
  console.log(text);
}

/** Milliseconds from the press on a link to the first paint of its page. */
export const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [navigation] = performance.getEntriesByType('navigation');
          const activated =
            navigation && 'activationStart' in navigation ? Number(navigation.activationStart) : 0;
          const paint = list.getEntriesByName('first-contentful-paint')[0];
          if (paint) resolve(Math.max(paint.startTime - activated, 0));
        }).observe({ type: 'paint', buffered: true });
      }),
  );
