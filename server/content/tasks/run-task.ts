import { availableParallelism } from 'node:os';
import { Limiter } from '#server/base/limiter.ts';
import { TaskProcess } from './task-process.ts';
import type { Tasks } from './tasks.ts';

export { TaskLimitError } from './task-process.ts';

/** At least two per organization and one for the others, so that no organization uses all. */
const MAX_PROCESSES = Math.max(3, Math.min(4, availableParallelism()));

export interface TaskLimits {
  /** Wall-clock time: a low-priority process may spend most of it waiting for a processor. */
  seconds: number;
  /** The heap limit of its process. */
  megabytes: number;
}

export const DEFAULT_TASK_LIMITS: TaskLimits = { seconds: 40, megabytes: 384 };

/** So many files, or bytes of text, give a task its time limit once more. */
const FILES_PER_LIMIT = 2000;
const BYTES_PER_LIMIT = 8 * 1024 * 1024;

/** An idle process ends after this time and frees its memory. */
const IDLE_TIMEOUT_MS = 30_000;

const limiter = new Limiter({
  maxRunning: MAX_PROCESSES,
  maxRunningPerKey: MAX_PROCESSES - 1,
  maxWaiting: 200,
  maxWaitingPerKey: 50,
  timeoutMs: 20_000,
});
const idleProcesses = new Map<TaskProcess, NodeJS.Timeout>();
const allProcesses = new Set<TaskProcess>();
let limits = DEFAULT_TASK_LIMITS;

/** Sets the limits of new tasks. Global, because task processes are shared. */
export function setTaskLimits(next: TaskLimits): void {
  limits = next;
  // A process keeps the heap limit it started with.
  for (const [process, timer] of idleProcesses) discard(process, timer);
}

export interface TaskOptions {
  /** Organizations are served round robin; tasks without one share a slot. */
  organizationId?: string;
  /** Aborts when the caller has disconnected; a running task is ended with its process. */
  signal?: AbortSignal;
  /** What a background task works on: its time limit grows with it, as nobody waits and the machine may be slow. */
  work?: { files: number; bytes: number };
}

function timeLimitOf({ files, bytes } = { files: 0, bytes: 0 }): number {
  return limits.seconds * 1000 * (1 + files / FILES_PER_LIMIT + bytes / BYTES_PER_LIMIT);
}

/**
 * Runs work on user input in a task process, with a time and memory limit. Throws `TaskLimitError` if a limit is
 * reached, the task's own error, 429 if too many tasks wait, or the reason of the signal.
 */
export function runTask<Name extends keyof Tasks>(
  name: Name,
  input: Tasks[Name]['input'],
  { organizationId = '', signal, work }: TaskOptions = {},
): Promise<Tasks[Name]['result']> {
  const run = async () => {
    const process = await acquireProcess();
    try {
      return await process.run<Tasks[Name]['result']>({ name, input }, { timeMs: timeLimitOf(work), signal });
    } finally {
      releaseProcess(process);
    }
  };
  return limiter.run(organizationId, run, { signal });
}

/** Ends all task processes; running tasks fail. */
export function endTaskProcesses(): void {
  for (const process of allProcesses) process.end();
  allProcesses.clear();
  for (const timer of idleProcesses.values()) clearTimeout(timer);
  idleProcesses.clear();
}

async function acquireProcess(): Promise<TaskProcess> {
  // Imported dynamically, so that it becomes a separate file, which starts without the server.
  const { tasksFile: file, TASK_PROCESS_ARGUMENT: argument } = await import('./tasks.ts');
  for (const [process, timer] of idleProcesses) {
    clearTimeout(timer);
    idleProcesses.delete(process);
    if (process.isAlive) return process;
    allProcesses.delete(process);
  }
  const started = new TaskProcess({ file, argument, megabytes: limits.megabytes });
  allProcesses.add(started);
  return started;
}

function releaseProcess(process: TaskProcess): void {
  if (!process.isAlive) {
    allProcesses.delete(process);
    return;
  }
  const timer = setTimeout(() => discard(process, timer), IDLE_TIMEOUT_MS);
  timer.unref();
  idleProcesses.set(process, timer);
}

function discard(process: TaskProcess, timer: NodeJS.Timeout): void {
  clearTimeout(timer);
  idleProcesses.delete(process);
  allProcesses.delete(process);
  process.end();
}
