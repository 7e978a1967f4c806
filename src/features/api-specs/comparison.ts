import type { SpecComparison } from './changes.ts';
import type { TextDifference } from './text-difference.ts';

/** Two documents to compare. */
export interface ComparisonRequest {
  before: unknown;
  after: unknown;
}

/** What is different between two documents. */
export interface Comparison {
  operations: SpecComparison;
  /** Null when comparing the texts took too long. */
  text: TextDifference | null;
}

/** How long comparing operations, and then texts, may take, in milliseconds. */
export const budget = { operations: 8000, text: 5000 };

/** How long the worker may take before it is ended, in milliseconds: reading and writing documents comes on top. */
const longest = 30_000;

/** Compares two documents in a worker of its own, so that the page stays usable. Rejects when it takes too long. */
export function compareInWorker(request: ComparisonRequest, signal: AbortSignal): Promise<Comparison> {
  const worker = new Worker(new URL('./compare-worker.ts', import.meta.url), { type: 'module' });
  const { port1: port, port2 } = new MessageChannel();
  const answer = new Promise<Comparison>((resolve, reject) => {
    const fail = (message: string) => reject(new Error(message));
    const timer = setTimeout(() => fail('Comparing these documents takes too long.'), longest);
    signal.addEventListener('abort', () => fail('The comparison was given up.'));
    worker.addEventListener('error', () => fail('The documents could not be compared.'));
    port.addEventListener('message', ({ data }: MessageEvent<Comparison>) => {
      clearTimeout(timer);
      resolve(data);
    });
    port.start();
    worker.postMessage(request, [port2]);
  });
  return answer.finally(() => {
    worker.terminate();
    port.close();
  });
}
