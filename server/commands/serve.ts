import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { printsSignInLinks } from '#server/accounts/sign-in/link-sign-in.ts';
import { type AppOptions, buildApp } from '#server/app.ts';
import { systemClock } from '#server/base/clock.ts';
import { setTracer } from '#server/base/tracing.ts';
import { endTaskProcesses, setTaskLimits } from '#server/content/tasks/run-task.ts';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import { startWorker, type WorkerOptions } from '#server/jobs/worker.ts';
import { notificationMailPlanner } from '#server/mail/notifications/plan-mails.ts';
import { mailJobs } from '#server/mail/send-mails.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { createMailer } from '#server/network/mailer.ts';
import { createDnsLookup } from '#server/network/name-proof.ts';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { Readiness } from '#server/plugins/health.ts';
import { apiSpecJobs } from '#server/resources/api-specs/process-spec.ts';
import { conflictJobs } from '#server/resources/change-requests/find-conflicts.ts';
import { sizeJobs, sizeReader } from '#server/resources/change-requests/measure-sizes.ts';
import {
  plannedMergeJobs,
  plannedMergeReader,
} from '#server/resources/change-requests/planned/run-planned-merges.ts';
import { cleanWorkFolder } from '#server/resources/git-sync/clean-work-folder.ts';
import { runDueSyncs } from '#server/resources/git-sync/run-due-syncs.ts';
import { askDueLinks } from '#server/resources/site-checks/ask-links.ts';
import { siteCheckJobs } from '#server/resources/site-checks/check-site.ts';
import { structureDraftJobs } from '#server/resources/site-structure/drafts/scheduled-drafts.ts';
import { deliverWebhooks } from '#server/resources/webhooks/deliver-webhooks.ts';
import { webhookReader } from '#server/resources/webhooks/webhook-reader.ts';
import { listenForCommands, socketPathOf } from './admin-socket.ts';
import { type CommandContext, executeCommand } from './execute-command.ts';
import { createSetUpLink, createSignInLink, seedOnFirstStart } from './first-start.ts';
import { noticeOfNode } from './node-version.ts';
import { acquireDataFolder, endWithEngine, openDatabase, sayWaits } from './open-database.ts';
import { openStorage } from './open-storage.ts';
import { loggerOptions } from './request-log.ts';
import {
  type BackupContext,
  backupJobs,
  describeBackups,
  enqueueBackup,
  oldestBackup,
} from './scheduled-backups.ts';
import { ServerSecrets } from './secrets.ts';
import { isLocal, type Settings, UsageError } from './settings.ts';
import { StopSignals } from './stop-signals.ts';
import { startWatchdog } from './watchdog.ts';

const MINUTE_MS = 60_000;
/** How long new requests get a 503 once the server takes no more; then connections are closed. */
const SHUTDOWN_NOTICE_MS = 200;
/** How long requests may take to finish after that. */
const DRAIN_MS = 10_000;
/** The same where there is no time for that. */
const HURRIED_DRAIN_MS = 1000;

/** Runs the server until a stop signal. */
export async function serve(settings: Settings): Promise<void> {
  const signals = new StopSignals();
  const cleanups: (() => Promise<void> | void)[] = [];
  try {
    cleanups.push(acquireDataFolder(settings));
    if (settings.databaseUrl === undefined)
      cleanups.push(startWatchdog({ directory: settings.dataDirectory, isServing: () => signals.isServing }));
    const { app, announcement } = await start(settings, cleanups, signals);
    await listen(app, settings);
    console.log(announcement);
    const notice = noticeOfNode(process.versions.node);
    if (notice !== undefined) console.error(notice);
    signals.serve();
    await signals.stopped;
  } finally {
    await stopAll(cleanups);
  }
}

/** In reverse order, because nothing may write after the data folder is released; all of them, also after a failure. */
async function stopAll(steps: readonly (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.toReversed()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function start(settings: Settings, undo: (() => Promise<void> | void)[], signals: StopSignals) {
  const readiness = new Readiness();
  setTaskLimits(settings.taskLimits);
  if (settings.traces) undo.push(await startTracing(settings.traces));
  const waits = sayWaits();
  const secrets = new ServerSecrets(settings);
  let beginWork: (begin: () => void) => void = () => undefined;
  const built = new Promise<() => void>((resolve) => {
    beginWork = resolve;
  });
  const database = await openDatabase(settings, {
    waits,
    isStopping: () => signals.isStopping,
    onIdleError: (error) => console.error(`Database connection lost: ${error.message}`),
    onNotice: (notice) => console.error(notice),
    onEnd: endWithEngine,
    onPrimary: async (connection) => {
      const begin = await built;
      console.log(await prepare(settings, connection, secrets));
      begin();
    },
  });
  undo.push(() => database.close());
  waits.begin('the database to give the settings of the server, or for another server to fill it');
  const announcement = database.late ? readingOnly(settings) : await prepare(settings, database, secrets);
  const storage = await openStorage(settings, database);
  const outside = {
    fetcher: createFetcher({ allowPrivate: settings.allowPrivateFetch, hosts: settings.fetchHosts }),
    mailer: createMailer(settings.mail),
    lookUpTexts: createDnsLookup(settings.dnsServers),
    secretKeys: secrets.keys,
  };
  const app = await buildApp({ ...appOptions(settings), ...outside, database, storage, readiness });
  waits.end();
  undo.push(endTaskProcesses);
  let stopWork: (() => Promise<void>) | undefined;
  undo.push(() => stopWork?.());
  const begin = () => {
    stopWork ??= startWork(app, settings, { database, ...outside });
  };
  if (database.late) beginWork(begin);
  else begin();
  undo.push(() => drain(app, readiness, { seconds: settings.shutdownSeconds, hurried: signals.hurried }));
  if (settings.allowPrivateFetch)
    app.log.warn('ALLOW_PRIVATE_FETCH is set: imports may fetch private addresses');
  if (settings.databaseUrl === undefined) {
    const onChange = () => app.actors.invalidateAll();
    undo.push(await acceptCommands(settings, { database, secrets: () => secrets, storage, onChange }));
  }
  return { app, announcement };
}

/** What a start writes. Returns what it says. */
async function prepare(settings: Settings, database: Connection, secrets: ServerSecrets): Promise<string> {
  await secrets.prepare(database.db);
  const announcement = await startupMessage(settings, database);
  await secrets.encryptReadable(database);
  return announcement;
}

const readingOnly = ({ publicUrl }: Settings) =>
  `\nBindery is running at ${publicUrl}\nThere is no primary: it only reads, from replicas, until there is one.\n`;

function appOptions(settings: Settings): Omit<AppOptions, 'database'> {
  return {
    hasPrivateDns: settings.dnsServers.length > 0,
    publicUrl: settings.publicUrl,
    isLocal: isLocal(settings),
    ...(settings.publishedUrl !== undefined && { publishedUrl: settings.publishedUrl }),
    brand: settings.brand,
    metricsToken: settings.metricsToken,
    backups: settings.backups && describeBackups(settings.backups),
    rateLimit: settings.rateLimit,
    asksLinks: settings.asksLinks,
    countsVisits: settings.countsVisits,
    insightMonths: settings.insightMonths,
    clientHeaders: settings.clientHeaders,
    documentedOnly: settings.documentedOnly,
    logger: loggerOptions(settings.logLevel),
    // Beside a database elsewhere, the data folder has nothing of its own.
    ...(settings.databaseUrl === undefined && { gitFolder: join(settings.dataDirectory, 'git') }),
    ...buildDirectories(),
  };
}

/** Sends spans from now on. Loaded only then. */
async function startTracing(collector: string): Promise<() => Promise<void>> {
  const { createTracer } = await import('#server/network/open-telemetry.ts');
  const tracer = createTracer({
    collector,
    version: contract.info.version,
    onNotice: (notice) => console.error(notice),
  });
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await tracer.close();
  };
}

type WorkContext = Required<
  Pick<AppOptions, 'database' | 'fetcher' | 'mailer' | 'lookUpTexts' | 'secretKeys'>
>;

/** Starts the background work of a server. Returns a function that stops it. */
function startWork(app: FastifyInstance, settings: Settings, context: WorkContext): () => Promise<void> {
  const { database, fetcher, mailer, lookUpTexts, secretKeys } = context;
  const { db, pubSub } = database;
  const clock = systemClock;
  const { publicUrl } = settings;
  const waitMs = settings.mailAfterMinutes * MINUTE_MS;
  const stopping = new AbortController();
  const syncs = {
    db,
    clock,
    fetcher,
    storage: app.service.storage,
    secretKeys,
    publicUrl,
    workFolder: app.gitFolder,
    log: app.log,
    stopping: stopping.signal,
  };
  const stopWork = startWorker({
    db,
    pubSub,
    clock,
    actors: app.actors,
    log: app.log,
    specJobs: {
      ...apiSpecJobs(fetcher),
      ...conflictJobs,
      ...sizeJobs,
      ...plannedMergeJobs,
      ...structureDraftJobs(app.service),
      ...siteCheckJobs,
    },
    importJobs: app.imports.jobs,
    secretKeys,
    lookUpTexts,
    metadata: { fetcher, mailer },
    ...storedWork(settings, { database, clock, storage: app.service.storage, stopping: stopping.signal }),
    retention: { insightMonths: settings.insightMonths },
    eventReaders: [webhookReader, notificationReader, sizeReader, plannedMergeReader],
    syncRepositories: (isStopping) => runDueSyncs(syncs, isStopping),
    askLinks: async (isStopping) => {
      if (settings.asksLinks) await askDueLinks({ db, fetcher, clock, isStopping });
    },
    cleanRepositories: () => cleanWorkFolder({ db, workFolder: app.gitFolder, now: clock.now() }),
    deliverWebhooks: (isStopping) =>
      deliverWebhooks({ db, fetcher, secretKeys, clock, publicUrl }, isStopping),
    mailJobs: mailJobs({ mailer, service: app.service }),
    notificationMails: notificationMailPlanner({ db, mailer, clock, waitMs }),
  });
  return async () => {
    stopping.abort();
    await stopWork();
  };
}

/** Backups, and files in a storage: objects that backups need stay until these are gone. */
function storedWork(
  settings: Settings,
  {
    database,
    clock,
    storage,
    stopping,
  }: Pick<BackupContext, 'database' | 'clock' | 'stopping'> & Pick<AppOptions, 'storage'>,
): Pick<WorkerOptions, 'files' | 'backups'> {
  const { backups } = settings;
  const context = backups && {
    database,
    clock,
    settings: { ...settings, backups },
    main: process.argv[1] ?? '',
    stopping,
  };
  return {
    files: storage && { storage, clock, ...(context && { keptSince: () => oldestBackup(context) }) },
    backups: context && { jobs: backupJobs(context), enqueue: () => enqueueBackup(context) },
  };
}

/** Executes commands, which can't open the data folder themselves while a server runs. */
function acceptCommands(
  { dataDirectory, publicUrl }: Settings,
  context: Pick<CommandContext, 'database' | 'secrets' | 'storage' | 'onChange'>,
): Promise<() => Promise<void>> {
  const now = () => systemClock.now();
  return listenForCommands(socketPathOf(dataDirectory), (args) =>
    executeCommand(args, { ...context, publicUrl, now }),
  );
}

/** The startup message. A link that can't be made, as the disk is almost full, must not keep the server from serving. */
async function startupMessage(settings: Settings, database: Connection): Promise<string> {
  const lines = [
    `Bindery is running at ${settings.publicUrl}`,
    ...(await startupLinks(settings, database).catch((error: unknown) => {
      if (error instanceof DiskAlmostFullError) return [`${error.message}.`];
      throw error;
    })),
  ];
  return `\n${lines.join('\n')}\n`;
}

/**
 * The ways to get in while there is no password, passkey or linked identity. In production, only the first
 * start shows a sign-in link, because logs are kept.
 */
async function startupLinks(settings: Settings, { db }: Connection): Promise<string[]> {
  const now = systemClock.now();
  const filled = await seedOnFirstStart(db, settings, now);
  if (filled?.administratorId === null) {
    // There is no other way in, so each start shows the link: also in production, until it was used.
    return [`Set up the server (within 7 days): ${await createSetUpLink(db, settings.publicUrl, now)}`];
  }
  const isShown = filled && (filled.isFirstStart || process.env.NODE_ENV !== 'production');
  if (!isShown || !(await printsSignInLinks(db))) return [];
  const link = await createSignInLink(db, settings.publicUrl, filled.administratorId, now);
  return [`Sign in (within 7 days, in one browser): ${link}`];
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

/**
 * Leaves in steps, so that a load balancer loses no request: event streams end and `/readyz` says so, while everything is
 * still answered for some seconds; then new requests get 503, running ones finish, and connections that take too long
 * are closed.
 */
async function drain(
  app: FastifyInstance,
  readiness: Readiness,
  { seconds, hurried }: { seconds: number; hurried: AbortSignal },
): Promise<void> {
  const pause = (ms: number) => wait(ms, undefined, { signal: hurried }).catch(() => undefined);
  // Before a load balancer looks for another server; the app waits for it when it closes.
  void app.organizationHub.close();
  readiness.leave();
  await pause(seconds * 1000);
  readiness.stop();
  await pause(SHUTDOWN_NOTICE_MS);
  const closeConnections = () => app.server.closeAllConnections();
  const timers = [setTimeout(closeConnections, DRAIN_MS)];
  const hurry = () => timers.push(setTimeout(closeConnections, HURRIED_DRAIN_MS));
  if (hurried.aborted) hurry();
  else hurried.addEventListener('abort', hurry, { once: true });
  await app.close();
  for (const timer of timers) clearTimeout(timer);
}

/** The built console, API reference and reader: beside the built server (`dist/server/assets`), or in the checkout. */
function buildDirectories() {
  const folder = ['../..', '../../dist']
    .map((path) => join(import.meta.dirname, path))
    .find((candidate) => existsSync(join(candidate, 'reader')));
  return folder === undefined
    ? {}
    : {
        consoleDirectory: join(folder, 'console'),
        referenceDirectory: join(folder, 'reference'),
        readerDirectory: join(folder, 'reader'),
      };
}
