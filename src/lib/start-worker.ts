/**
 * Starting threads under a policy that lets no text become code: the address of a worker counts as code, so it takes a
 * policy of its own, which lets through addresses of this very origin only. The server names it in its
 * Content-Security-Policy (`bindery-worker`).
 */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string };
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

/** Starts the worker at an address that the build made (`import url from './x.worker.ts?worker&url'`). */
export function startWorker(url: string): Worker {
  policy ??= window.trustedTypes?.createPolicy('bindery-worker', { createScriptURL: trust }) ?? {
    createScriptURL: trust,
  };
  return new Worker(policy.createScriptURL(url), { type: 'module' });
}

/** Everything is copied: both sides go on using what they sent. */
const noTransfer: Transferable[] = [];

/** How long a question may take, in milliseconds, before its worker is ended. */
const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * A function whose work is done in a thread, so that nothing on the screen waits. One thread serves all its questions in
 * order and is started with the first. A question that takes too long ends the thread and fails; the next starts another.
 */
export function createWorkerFunction<Question, Answer>(
  url: string,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): (question: Question) => Promise<Answer> {
  let worker: Worker | undefined;
  let number = 0;
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  const fail = (reason: string): void => {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = startWorker(url);
    started.addEventListener('message', ({ data }: MessageEvent<WorkerResponse<Answer>>) => {
      const question = waiting.get(data.id);
      waiting.delete(data.id);
      if ('error' in data) question?.reject(new Error(data.error));
      else question?.resolve(data.result);
    });
    started.addEventListener('error', () => fail('Background task failed.'));
    return started;
  };
  return (question) =>
    new Promise<Answer>((resolve, reject) => {
      worker ??= start();
      number += 1;
      const own = number;
      const timer = setTimeout(() => fail('Background task timed out.'), timeoutMs);
      const resolveWith =
        <T>(act: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          act(value);
        };
      waiting.set(own, { resolve: resolveWith(resolve), reject: resolveWith(reject) });
      worker.postMessage({ id: own, payload: question } satisfies WorkerRequest<Question>, noTransfer);
    });
}

/** What goes to a worker. */
export interface WorkerRequest<Question> {
  id: number;
  payload: Question;
}

/** What comes back. */
export type WorkerResponse<Answer> = { id: number; result: Answer } | { id: number; error: string };

/** Answers questions in a worker's own module. */
export function handleWorkerRequests<Question, Answer>(answer: (question: Question) => Answer): void {
  self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest<Question>>) => {
    const { id, payload } = data;
    let reply: WorkerResponse<Answer>;
    try {
      reply = { id, result: answer(payload) };
    } catch (error) {
      reply = { id, error: error instanceof Error ? error.message : String(error) };
    }
    self.postMessage(reply, { transfer: noTransfer });
  });
}
