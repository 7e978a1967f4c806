import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TaskResponse, TaskMessage } from './tasks.ts';

/** A task that took too long, or more memory than it may have; nothing of it goes on. */
export class TaskLimitError extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory', message: string) {
    super(message);
    this.limit = limit;
  }
}

/** What a process needs to find its way; the settings and secrets of the server are none of its business. */
const INHERITED_VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'HOME'];

/**
 * A process beside the server that does one task after another. A process and not a thread: V8 ends the whole process
 * when one allocation does not fit into the heap, or a pattern cannot be compiled, in whichever thread that happens.
 */
export class TaskProcess {
  readonly #child: ChildProcess;
  #isAlive = true;
  /** Tells the task that is under way that its process has ended. */
  #onEnd: () => void = () => {};

  /** `file` is the address of the module to start with, `argument` what it is told by; `megabytes` limits its heap. */
  constructor({ file: url, argument, megabytes }: { file: string; argument: string; megabytes: number }) {
    const file = fileURLToPath(url);
    // From source, it needs the loader that this process has.
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

  /** Does a task. Ends the process and throws `TaskLimitError` where a limit is reached; throws what the task throws. */
  async run<Result>(message: TaskMessage, timeMs: number): Promise<Result> {
    this.#setBusy(true);
    let limit: TaskLimitError['limit'] = 'memory';
    const timer = setTimeout(() => {
      limit = 'time';
      this.end();
    }, timeMs);
    try {
      const answer = await new Promise<TaskResponse<Result> | undefined>((resolve) => {
        this.#onEnd = () => resolve(undefined);
        this.#child.once('message', resolve);
        this.#child.send(message, (error) => error && this.end());
      });
      if (answer === undefined) throw new TaskLimitError(limit, `${message.name} took too much ${limit}.`);
      if ('result' in answer) return answer.result;
      if (answer.isLimit)
        throw new TaskLimitError('memory', `${message.name} exceeded a limit: ${answer.problem}`);
      throw new Error(`${message.name} failed: ${answer.problem}`);
    } finally {
      clearTimeout(timer);
      this.#onEnd = () => {};
      this.#setBusy(false);
    }
  }

  end(): void {
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
    this.#onEnd();
  }

  /** A process without a task is no reason to keep the server's process alive. */
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
