/**
 * Starts workers under Trusted Types: a policy named `bindery-worker`, which the server allows in its
 * Content-Security-Policy, accepts same-origin URLs only.
 */

interface TrustedTypes {
  /** The result has the same functions; what they return may be used where the rules allow it. */
  createPolicy<Rules extends object>(name: string, rules: Rules): Rules;
}

declare global {
  interface Window {
    /** Missing in browsers without Trusted Types. */
    trustedTypes?: TrustedTypes;
  }
}

let policy: { createScriptURL: (address: string) => string } | undefined;

function trust(url: string): string {
  const { origin, href } = new URL(url, window.location.href);
  if (origin !== window.location.origin) throw new TypeError(`Can’t start a worker from ${origin}.`);
  return href;
}

/** Starts the worker at a URL from the build (`import url from './x.worker.ts?worker&url'`). */
export function startWorker(url: string): Worker {
  policy ??= window.trustedTypes?.createPolicy('bindery-worker', { createScriptURL: trust }) ?? {
    createScriptURL: trust,
  };
  return new Worker(policy.createScriptURL(url), { type: 'module' });
}

/** Messages are always copied, never transferred. */
const noTransfer: Transferable[] = [];

const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * Returns a function that runs in a worker. One worker handles all calls in order and starts with the first. A call
 * that times out terminates it; the next call starts another.
 */
export function createWorkerFunction<Payload, Result>(
  url: string,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): (payload: Payload) => Promise<Result> {
  let worker: Worker | undefined;
  let number = 0;
  const waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>();
  const fail = (reason: string): void => {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = startWorker(url);
    started.addEventListener('message', ({ data }: MessageEvent<WorkerResponse<Result>>) => {
      const pending = waiting.get(data.id);
      waiting.delete(data.id);
      if ('error' in data) pending?.reject(new Error(data.error));
      else pending?.resolve(data.result);
    });
    started.addEventListener('error', () => fail('Background task failed.'));
    return started;
  };
  return (payload) =>
    new Promise<Result>((resolve, reject) => {
      worker ??= start();
      number += 1;
      const ticket = number;
      const timer = setTimeout(() => fail('Background task timed out.'), timeoutMs);
      const resolveWith =
        <T>(act: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          act(value);
        };
      waiting.set(ticket, { resolve: resolveWith(resolve), reject: resolveWith(reject) });
      worker.postMessage({ id: ticket, payload } satisfies WorkerRequest<Payload>, noTransfer);
    });
}

export interface WorkerRequest<Payload> {
  id: number;
  payload: Payload;
}

export type WorkerResponse<Result> = { id: number; result: Result } | { id: number; error: string };

/** Handles requests inside the worker's module. */
export function handleWorkerRequests<Payload, Result>(handle: (payload: Payload) => Result): void {
  self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest<Payload>>) => {
    const { id, payload } = data;
    let reply: WorkerResponse<Result>;
    try {
      reply = { id, result: handle(payload) };
    } catch (error) {
      reply = { id, error: error instanceof Error ? error.message : String(error) };
    }
    self.postMessage(reply, { transfer: noTransfer });
  });
}
