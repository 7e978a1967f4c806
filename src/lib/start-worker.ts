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

function trust(address: string): string {
  const { origin, href } = new URL(address, window.location.href);
  if (origin !== window.location.origin) throw new TypeError(`Can’t start a worker from ${origin}.`);
  return href;
}

/** Starts the worker at an address that the build made (`import url from './x.worker.ts?worker&url'`). */
export function startWorker(address: string): Worker {
  policy ??= window.trustedTypes?.createPolicy('bindery-worker', { createScriptURL: trust }) ?? {
    createScriptURL: trust,
  };
  return new Worker(policy.createScriptURL(address), { type: 'module' });
}

/** Everything is copied: both sides go on using what they sent. */
const nothingTransferred: Transferable[] = [];

/** How long a question may take, in milliseconds, before its worker is ended. */
const LONGEST_MS = 20_000;

/**
 * A function whose work is done in a thread, so that nothing on the screen waits. One thread serves all its questions in
 * order and is started with the first. A question that takes too long ends the thread and fails; the next starts another.
 */
export function inWorker<Question, Answer>(
  address: string,
  milliseconds = LONGEST_MS,
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
    const started = startWorker(address);
    started.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Answer>>) => {
      const question = waiting.get(data.number);
      waiting.delete(data.number);
      if ('error' in data) question?.reject(new Error(data.error));
      else question?.resolve(data.answer);
    });
    started.addEventListener('error', () => fail('Background task failed.'));
    return started;
  };
  return (question) =>
    new Promise<Answer>((resolve, reject) => {
      worker ??= start();
      number += 1;
      const own = number;
      const timer = setTimeout(() => fail('Background task timed out.'), milliseconds);
      const settle =
        <T>(act: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          act(value);
        };
      waiting.set(own, { resolve: settle(resolve), reject: settle(reject) });
      worker.postMessage({ number: own, question } satisfies WorkerQuestion<Question>, nothingTransferred);
    });
}

/** What goes to a worker. */
export interface WorkerQuestion<Question> {
  number: number;
  question: Question;
}

/** What comes back. */
export type WorkerAnswer<Answer> = { number: number; answer: Answer } | { number: number; error: string };

/** Answers questions in a worker's own module. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  self.addEventListener('message', ({ data }: MessageEvent<WorkerQuestion<Question>>) => {
    const { number, question } = data;
    let reply: WorkerAnswer<Answer>;
    try {
      reply = { number, answer: answer(question) };
    } catch (error) {
      reply = { number, error: error instanceof Error ? error.message : String(error) };
    }
    self.postMessage(reply, { transfer: nothingTransferred });
  });
}
