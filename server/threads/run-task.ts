import { Worker } from 'node:worker_threads';
import type { Tasks } from './thread.ts';

/** From this size on, text is worked on in a thread: below, starting one takes longer than the work. */
export const HEAVY_BYTES = 256 * 1024;
const TIME_LIMIT_MS = 20_000;
const MOST_MEGABYTES = 512;

/** A task that took too long, or more memory than it may have; nothing of it goes on. */
export class TaskLimitError extends Error {}

/**
 * Does a piece of work: at once where its input is small, in a thread of its own with a limit of time and memory where
 * it is not. Throws `TaskLimitError` where a limit was reached, and what the task throws.
 */
export async function runTask<Name extends keyof Tasks>(
  name: Name,
  input: Tasks[Name]['input'],
  { size, timeLimit = TIME_LIMIT_MS }: { size: number; timeLimit?: number },
): Promise<Tasks[Name]['result']> {
  const thread = await import('./thread.ts');
  if (size >= HEAVY_BYTES) {
    return inThread({ file: thread.threadFile, mark: thread.THREAD_MARK }, name, input, timeLimit);
  }
  return thread.tasks[name](input);
}

function inThread<Name extends keyof Tasks>(
  { file, mark }: { file: string; mark: string },
  name: Name,
  input: Tasks[Name]['input'],
  timeLimit: number,
): Promise<Tasks[Name]['result']> {
  const worker = new Worker(entryOf(file), {
    eval: true,
    workerData: { mark, name, input },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    execArgv: [],
  });
  return new Promise<Tasks[Name]['result']>((resolve, reject) => {
    const timer = setTimeout(() => reject(new TaskLimitError(`${name} took too long.`)), timeLimit);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isLimit = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isLimit ? new TaskLimitError(`${name} took too much memory.`) : error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new TaskLimitError(`${name} ended without a result.`));
    });
  }).finally(() => worker.terminate());
}

/** The script that a thread starts with; from source, it needs the loader that its process has. */
function entryOf(threadFile: string): string {
  const load = `import(${JSON.stringify(threadFile)})`;
  if (!threadFile.endsWith('.ts')) return load;
  return `import('tsx/esm/api').then(({ register }) => { register(); return ${load}; })`;
}
