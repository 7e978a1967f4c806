import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ActorDirectory } from '#server/access/actor-directory.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/schema.ts';
import { HOUSEKEEPING_MS, housekeepingJobs, planHousekeeping } from './housekeeping.ts';
import { runDueJobs } from './queue.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** What the worker works with. */
export interface WorkerOptions {
  db: Kysely<Database>;
  clock: Clock;
  actors: ActorDirectory;
  log: FastifyBaseLogger;
}

/** Starts the background work of a server; the returned function stops it and waits for what is running. */
export function startWorker({ db, clock, actors, log }: WorkerOptions): () => Promise<void> {
  const stops = [
    repeat(MINUTE_MS, () => actors.recordUse(), log),
    repeat(HOUSEKEEPING_MS / 10, () => planHousekeeping(db, clock.now()), log),
    repeat(SECOND_MS, () => runDueJobs(db, housekeepingJobs, clock), log),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await actors.recordUse();
  };
}

/** Runs `work` again and again, `pause` after it has ended. A failure is logged and does not end the repetition. */
function repeat(pause: number, work: () => Promise<unknown>, log: FastifyBaseLogger): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const plan = () => {
    timer = setTimeout(() => {
      running = run();
    }, pause);
    // Waiting for the next round is no reason to keep a process alive.
    timer.unref();
  };
  const run = async () => {
    await work().catch((error: unknown) => log.error({ err: error }, 'background work failed'));
    if (!stopped) plan();
  };
  plan();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
