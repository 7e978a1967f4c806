import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TaskResponse, TaskMessage } from './tasks.ts';

/** A task was ended because it took too much time or memory. */
export class TaskLimitError extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory', message: string) {
    super(message);
    this.limit = limit;
  }
}

/** The environment variables of a task process, without the server's settings and secrets. */
const INHERITED_VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'HOME'];

/**
 * A process that runs one task after another. A process, not a thread: V8 ends the whole process if an allocation does
 * not fit into the heap, or a pattern cannot be compiled.
 */
export class TaskProcess {
  readonly #child: ChildProcess;
  #isAlive = true;
  /** Called when the process ends during a task. */
  #onEnd: () => void = () => {};

  /** `file` is the URL of the module to run, `argument` marks it as a task process; `megabytes` limits its heap. */
  constructor({ file: url, argument, megabytes }: { file: string; argument: string; megabytes: number }) {
    const file = fileURLToPath(url);
    // When running from source, it needs the loader of this process.
    const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
    this.#child = fork(file, [argument], {
      serialization: 'advanced',
      cwd: dirname(file),
      env: Object.fromEntries(INHERITED_VARIABLES.flatMap((name) => entryOf(name))),
      execArgv: [`--max-old-space-size=${megabytes}`, ...loader],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    for (const event of ['exit', 'error', 'disconnect']) this.#child.on(event, () => this.end());
    this.#setBusy(false);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * Runs a task. Ends the process and throws `TaskLimitError` if a limit is reached, or the reason of the signal if it
   * aborts; throws the task's own error.
   */
  async run<Result>(
    message: TaskMessage,
    { timeMs, signal }: { timeMs: number; signal: AbortSignal | undefined },
  ): Promise<Result> {
    signal?.throwIfAborted();
    this.#setBusy(true);
    const abort = () => this.end();
    signal?.addEventListener('abort', abort);
    let limit: TaskLimitError['limit'] = 'memory';
    const timer = setTimeout(() => {
      limit = 'time';
      this.end();
    }, timeMs);
    try {
      const response = await new Promise<TaskResponse<Result> | undefined>((resolve) => {
        this.#onEnd = () => resolve(undefined);
        this.#child.once('message', resolve);
        this.#child.send(message, (error) => error && this.end());
      });
      if (response === undefined) {
        signal?.throwIfAborted();
        throw new TaskLimitError(limit, `${message.name} took too much ${limit}.`);
      }
      if ('result' in response) return response.result;
      if (response.isLimit)
        throw new TaskLimitError('memory', `${message.name} exceeded a limit: ${response.problem}`);
      throw new Error(`${message.name} failed: ${response.problem}`);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.#onEnd = () => {};
      this.#setBusy(false);
    }
  }

  end(): void {
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
    this.#onEnd();
  }

  /** An idle process must not keep the server alive. */
  #setBusy(isBusy: boolean): void {
    const { channel } = this.#child;
    if (isBusy) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
    }
  }
}

function entryOf(name: string): [string, string][] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}
