import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listenForCommands, socketPathOf } from '#server/admin-socket.ts';
import { buildApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import type { Connection } from '#server/database/connect.ts';
import { createDnsLookup } from '#server/dns/name-proof.ts';
import { createFetcher } from '#server/fetching/guarded-fetch.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { mailJobs } from '#server/mail/mail-queue.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { Readiness } from '#server/plugins/health.ts';
import { apiSpecJobs } from '#server/resources/api-specs/process-spec.ts';
import { endTaskProcesses, setTaskLimits } from '#server/tasks/run-task.ts';
import { executeCommand } from './execute-command.ts';
import { createSetUpLink, createSignInLink, seedOnFirstStart } from './first-start.ts';
import { acquireDataFolder, openDatabase, sayWaits } from './open-database.ts';
import { loggerOptions } from './request-log.ts';
import { isLocal, type Settings, UsageError } from './settings.ts';

/** How long new requests still get a 503 after the server starts stopping; then connections are closed. */
const SHUTDOWN_NOTICE_MS = 200;
/** How long requests may take to finish after a stop signal. */
const DRAIN_MS = 10_000;
const REPEATED_SIGNAL_MS = 1000;

/** Runs the server until a stop signal. */
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
    // Stopped in reverse order, because nothing may write after the data folder is released.
    for (const step of cleanups.toReversed()) await step();
  }
}

async function start(settings: Settings, undo: (() => Promise<void> | void)[]) {
  const readiness = new Readiness();
  setTaskLimits(settings.taskLimits);
  const waits = sayWaits();
  const database = await openDatabase(settings, {
    waits,
    onIdleError: (error) => console.error(`Database connection lost: ${error.message}`),
    onNotice: (notice) => console.error(notice),
  });
  undo.push(() => database.close());
  waits.begin('the database to give the settings of the server, or for another server to fill it');
  const announcement = await startupMessage(settings, database);
  const fetcher = createFetcher({ allowPrivate: settings.allowPrivateFetch });
  const mailer = createMailer(settings.mail);
  const lookUpTexts = createDnsLookup(settings.dnsServers);
  const app = await buildApp({
    database,
    fetcher,
    mailer,
    lookUpTexts,
    hasPrivateDns: settings.dnsServers.length > 0,
    readiness,
    publicUrl: settings.publicUrl,
    isLocal: isLocal(settings),
    ...(settings.publishedUrl !== undefined && { publishedUrl: settings.publishedUrl }),
    brand: settings.brand,
    rateLimit: settings.rateLimit,
    clientHeaders: settings.clientHeaders,
    documentedOnly: settings.documentedOnly,
    logger: loggerOptions(settings.logLevel),
    ...buildDirectories(),
  });
  waits.end();
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
      lookUpTexts,
      mailJobs: mailJobs({ mailer, publicUrl: settings.publicUrl }),
    }),
  );
  undo.push(() => drain(app, readiness));
  if (settings.allowPrivateFetch)
    app.log.warn('ALLOW_PRIVATE_FETCH is set: imports may fetch private addresses');
  if (settings.databaseUrl === undefined) {
    const context = { database, now: () => systemClock.now(), onChange: () => app.actors.invalidateAll() };
    undo.push(
      await listenForCommands(socketPathOf(settings.dataDirectory), (args) => executeCommand(args, context)),
    );
  }
  return { app, announcement };
}

/** The startup message. In production, only the first start shows a sign-in link, because logs are kept. */
async function startupMessage(settings: Settings, { db }: Connection): Promise<string> {
  const now = systemClock.now();
  const filled = await seedOnFirstStart(db, settings, now);
  const lines = [`Bindery is running at ${settings.publicUrl}`];
  if (filled?.administratorId === null) {
    // Nobody else can get in, so each start shows the link: also in production, until it was used.
    lines.push(`Set up the server (within 7 days): ${await createSetUpLink(db, settings.publicUrl, now)}`);
  } else if (filled && (filled.isFirstStart || process.env.NODE_ENV !== 'production')) {
    const link = await createSignInLink(db, settings.publicUrl, filled.administratorId, now);
    lines.push(`Sign in (within 7 days, in one browser): ${link}`);
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

/** Ends event streams, lets running requests finish, rejects new ones, and closes connections that take too long. */
async function drain(app: FastifyInstance, readiness: Readiness): Promise<void> {
  // The app waits for it when it closes.
  void app.changeRequestHub.close();
  readiness.stop();
  await wait(SHUTDOWN_NOTICE_MS);
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timer);
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    let requestedAt: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        // A second signal ends the process at once; but one Ctrl+C may arrive twice, also through a parent.
        if (requestedAt !== undefined && performance.now() - requestedAt > REPEATED_SIGNAL_MS)
          process.exit(1);
        requestedAt ??= performance.now();
        resolve();
      });
    }
  });
}

/** The built console, API reference and reader: beside the built server (`dist/server/assets`), or in the checkout. */
function buildDirectories() {
  const folder = ['../..', '../../dist']
    .map((path) => join(import.meta.dirname, path))
    .find((candidate) => existsSync(join(candidate, 'console')));
  return folder === undefined
    ? {}
    : {
        consoleDirectory: join(folder, 'console'),
        referenceDirectory: join(folder, 'reference'),
        readerDirectory: join(folder, 'reader'),
      };
}
