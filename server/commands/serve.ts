import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { listenForCommands, socketPathOf } from '#server/admin-socket.ts';
import { buildApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import type { Connection } from '#server/database/connect.ts';
import { createFetcher } from '#server/fetching/guarded-fetch.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { apiSpecJobs } from '#server/resources/api-specs/process-spec.ts';
import { Readiness } from '#server/plugins/health.ts';
import { endTaskProcesses, setTaskLimits } from '#server/tasks/run-task.ts';
import { executeCommand } from './execute-command.ts';
import { seedOnFirstStart, createSignInLink } from './first-start.ts';
import { openDatabase, acquireDataFolder } from './open-database.ts';
import { loggerOptions } from './request-log.ts';
import { type Settings, UsageError } from './settings.ts';

/** How long requests that are on their way are still told that the server is stopping; then connections are cut. */
const SHUTDOWN_NOTICE_MS = 200;
/** How long requests may take to finish once the server is asked to stop. */
const DRAIN_MS = 10_000;
const REPEATED_SIGNAL_MS = 1000;

/** Runs the server until it is asked to stop. */
export async function serve(settings: Settings): Promise<void> {
  const stopped = waitForSignal();
  const cleanups: (() => Promise<void> | void)[] = [];
  try {
    cleanups.push(acquireDataFolder(settings));
    const { app, announcement } = await start(settings, cleanups);
    await listen(app, settings);
    console.log(announcement);
    await stopped;
  } finally {
    // What was started last is stopped first; nothing may write once the data folder is given back.
    for (const step of cleanups.toReversed()) await step();
  }
}

async function start(settings: Settings, undo: (() => Promise<void> | void)[]) {
  const readiness = new Readiness();
  setTaskLimits(settings.taskLimits);
  const database = await openDatabase(settings, (error) =>
    console.error(`Database connection lost: ${error.message}`),
  );
  undo.push(() => database.close());
  const announcement = await startupMessage(settings, database);
  const fetcher = createFetcher({ allowPrivate: settings.allowPrivateFetch });
  const app = await buildApp({
    database,
    fetcher,
    readiness,
    publicUrl: settings.publicUrl,
    brand: settings.brand,
    rateLimit: settings.rateLimit,
    logger: loggerOptions(settings.logLevel),
    ...buildDirectories(),
  });
  const { db, pubSub } = database;
  undo.push(endTaskProcesses);
  undo.push(
    startWorker({
      db,
      pubSub,
      clock: systemClock,
      actors: app.actors,
      log: app.log,
      specJobs: apiSpecJobs(fetcher),
    }),
  );
  undo.push(() => drain(app, readiness));
  if (settings.allowPrivateFetch)
    app.log.warn('ALLOW_PRIVATE_FETCH is set: imports may fetch private addresses');
  if (settings.databaseUrl === undefined) {
    const context = { database, now: () => systemClock.now(), onChange: () => app.actors.invalidateAll() };
    undo.push(
      await listenForCommands(socketPathOf(settings.dataDirectory), (words) =>
        executeCommand(words, context),
      ),
    );
  }
  return { app, announcement };
}

/** What a person at the terminal reads first. Where logs are kept, only the very first start shows a way in. */
async function startupMessage(settings: Settings, { db }: Connection): Promise<string> {
  const now = systemClock.now();
  const filled = await seedOnFirstStart(db, settings, now);
  const lines = [`Bindery is running at ${settings.publicUrl}`];
  if (filled && (filled.isFirstStart || process.env.NODE_ENV !== 'production')) {
    const link = await createSignInLink(db, settings.publicUrl, filled.administratorId, now);
    lines.push(`Sign in (works once, within 7 days): ${link}`);
  }
  return `\n${lines.join('\n')}\n`;
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new UsageError(`Port ${port} is in use. Choose another one with PORT.`);
    if (code === 'EACCES')
      throw new UsageError(`Permission denied for port ${port}. Choose another one with PORT.`);
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
      throw new UsageError(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}

/** Lets requests finish that have begun, refuses others, and gives up on what takes too long. */
async function drain(app: FastifyInstance, readiness: Readiness): Promise<void> {
  readiness.stop();
  await wait(SHUTDOWN_NOTICE_MS);
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timer);
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        // Whoever asks again does not want to wait; but one Ctrl+C may reach us twice, also through a parent.
        if (askedAt !== undefined && performance.now() - askedAt > REPEATED_SIGNAL_MS) process.exit(1);
        askedAt ??= performance.now();
        resolve();
      });
    }
  });
}

/** The builds: beside this file's own (`dist/server/assets`), or in the checkout that it runs from. */
function buildDirectories() {
  const folder = ['../..', '../../dist']
    .map((path) => join(import.meta.dirname, path))
    .find((candidate) => existsSync(join(candidate, 'console')));
  return folder === undefined
    ? {}
    : { consoleDirectory: join(folder, 'console'), referenceDirectory: join(folder, 'reference') };
}
