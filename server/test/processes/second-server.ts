import { type ChildProcess, fork } from 'node:child_process';
import type { WebPage } from '../fake-web.ts';
import { bundledFile } from './programs.ts';
import type { PublishCounts } from './publish-counts.ts';

/** A request of a test. */
export interface ServerRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

/** Its response, with the body as text. */
export interface ServerResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: string;
}

/** The tasks of a second server: handle a request, publish pending messages, or wait for messages of the other. */
type Task = { type: 'request'; request: ServerRequest } | { type: 'tell' } | { type: 'hear' };

/** The messages to a second server, in order. */
export type ServerCommand =
  | { type: 'task'; id: number; task: Task }
  | { type: 'clock'; offset: number }
  | { type: 'page'; url: string; page: WebPage };

/** The messages from it: ready, or the result of a task, with its publish counts. */
export type ServerMessage =
  | { type: 'ready' }
  | { type: 'done'; id: number; response: ServerResponse | undefined; publishCounts: PublishCounts }
  | { type: 'failed'; id: number; message: string };

interface PendingTask {
  resolve: (response: ServerResponse | undefined) => void;
  reject: (error: Error) => void;
}

/** A server in a separate process, on the tests' database. */
export class SecondServer {
  /** Its publish counts, as last reported. */
  readonly publishCounts: PublishCounts = { actors: 0, counts: 0 };
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PendingTask>();
  readonly #ready: Promise<void>;
  #count = 0;

  static async start(databaseUrl: string): Promise<SecondServer> {
    return new SecondServer(await bundledFile('second-process'), databaseUrl);
  }

  private constructor(file: string, databaseUrl: string) {
    this.#process = fork(file, [databaseUrl], {
      execArgv: [],
      env: { PATH: process.env.PATH },
      serialization: 'advanced',
    });
    this.#ready = new Promise((resolve, reject) => {
      this.#process.on('message', (report: ServerMessage) => {
        if (report.type === 'ready') resolve();
        else this.#resolve(report);
      });
      this.#process.on('exit', (code) => {
        const error = new Error(`The second server has ended with ${code}.`);
        reject(error);
        for (const pending of this.#waiting.values()) pending.reject(error);
      });
    });
    // It ends with the tests.
    this.#process.unref();
    this.#process.channel?.unref();
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  async request(request: ServerRequest): Promise<ServerResponse> {
    const response = await this.#do({ type: 'request', request });
    if (!response) throw new Error(`The second server has no response to ${request.method} ${request.url}.`);
    return response;
  }

  /** Ends it before the tests end. */
  stop(): void {
    this.#process.kill();
  }

  /** Lets it publish pending messages, or wait for messages of the other. */
  async sync(type: 'tell' | 'hear'): Promise<void> {
    await this.#do({ type });
  }

  /** Sends a message that has no response. */
  send(order: ServerCommand): void {
    this.#process.send(order);
  }

  #do(task: Task): Promise<ServerResponse | undefined> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send({ type: 'task', id, task });
    });
  }

  #resolve(report: Exclude<ServerMessage, { type: 'ready' }>): void {
    const pending = this.#waiting.get(report.id);
    this.#waiting.delete(report.id);
    if (report.type === 'failed') {
      pending?.reject(new Error(`The second server failed: ${report.message}`));
      return;
    }
    this.publishCounts.actors = report.publishCounts.actors;
    this.publishCounts.counts = report.publishCounts.counts;
    pending?.resolve(report.response);
  }
}
