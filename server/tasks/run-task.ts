import { availableParallelism } from 'node:os';
import { Limiter } from './limiter.ts';
import { TaskProcess } from './task-process.ts';
import type { Tasks } from './tasks.ts';

export { TaskLimitError } from './task-process.ts';

/** Two for an organization, and at least one more, so that none of them has all. */
const MAX_PROCESSES = Math.max(3, Math.min(4, availableParallelism()));

/** What one task may take. */
export interface TaskLimits {
  /** As a clock shows it: a process of a lower priority may have to wait for a processor most of that time. */
  seconds: number;
  /** Of the heap of its process. */
  megabytes: number;
}

export const DEFAULT_TASK_LIMITS: TaskLimits = { seconds: 40, megabytes: 384 };

/** A process that has had nothing to do for so long gives its memory back. */
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

/** Limits the tasks that start from now on. One limit for the whole process, as the task processes are shared. */
export function setTaskLimits(next: TaskLimits): void {
  limits = next;
  // A heap keeps the limit that its process started with.
  for (const [process, timer] of idleProcesses) discard(process, timer);
}

/** For whom a task is done. */
export interface TaskOptions {
  /** Organizations are served by turns; what belongs to none shares a turn. */
  organizationId?: string;
}

/**
 * Does a piece of work that is made of what somebody has sent in a process beside the server, with a limit of time and
 * memory. Throws `TaskLimitError` where a limit was reached, what the task throws, and 429 where too many wait.
 */
export function runTask<Name extends keyof Tasks>(
  name: Name,
  input: Tasks[Name]['input'],
  { organizationId = '' }: TaskOptions = {},
): Promise<Tasks[Name]['result']> {
  return limiter.run(organizationId, async () => {
    const process = await acquireProcess();
    try {
      return await process.run<Tasks[Name]['result']>({ name, input }, limits.seconds * 1000);
    } finally {
      releaseProcess(process);
    }
  });
}

/** Ends all task processes; what is still under way fails. */
export function endTaskProcesses(): void {
  for (const process of allProcesses) process.end();
  allProcesses.clear();
  for (const timer of idleProcesses.values()) clearTimeout(timer);
  idleProcesses.clear();
}

async function acquireProcess(): Promise<TaskProcess> {
  // Only by a name that is looked up at run time is it a file of its own, which starts without the server.
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
