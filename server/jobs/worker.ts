import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ActorCache } from '#server/access/actor-cache.ts';
import { checkDueDomains } from '#server/accounts/joining/email-domains.ts';
import { refreshDueMetadata, type RefreshContext } from '#server/accounts/saml/refresh-metadata.ts';
import { type EventReader, runReader } from '#server/audit/event-cursors.ts';
import type { Clock } from '#server/base/clock.ts';
import type { SecretKeys } from '#server/base/secret-keys.ts';
import { linkJobs } from '#server/content/stored/count-links.ts';
import { catchUpIndex, indexJobs } from '#server/content/stored/index-space.ts';
import { catchUpOperations } from '#server/content/stored/references/stored-operations.ts';
import { DiskAlmostFullError } from '#server/database/data-folder/disk-space.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { Throttle } from '#server/event-streams/throttle.ts';
import { dayOf, endSalt } from '#server/insights/daily-salt.ts';
import { onOrganizationChanged } from '#server/lists/count-cache.ts';
import type { LookUpTexts } from '#server/network/name-proof.ts';
import { catchUpReferences, referenceJobs } from '#server/published/pages/write-references.ts';
import { type JobHandlers, onEnqueue, runDueJobs } from '#server/queue/job-queue.ts';
import { checkDueHostnames } from '#server/sites/hostname-checks.ts';
import { warnOfDelay } from './announce-delay.ts';
import { CLEANUP_INTERVAL_MS, cleanupJobs, enqueueCleanup, type Retention } from './cleanup.ts';
import { enqueueEncryption, secretJobs } from './encrypt-secrets.ts';
import { enqueueFileJob, type FileJobOptions, fileJobs } from './file-jobs.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** How long work waits for room on the disk, as reported by the engine. */
const NO_ROOM_PAUSE_MS = 10 * SECOND_MS;
/** Specifications processed at the same time: one slow server must not block the others. */
const SPEC_CONCURRENCY = 3;
/** Imports that wait for a server: beside them, each does those that it was asked for. */
const IMPORT_CONCURRENCY = 1;
/** How long a file waits in the database until it is moved, about. */
const FILE_POLL_MS = 10 * SECOND_MS;
/** How long an event waits for its readers if no signal of it arrives. */
const EVENT_POLL_MS = 2 * SECOND_MS;
/** How often they read at most: a look costs more than a small change, and later changes can share one. */
const EVENT_PAUSE_MS = SECOND_MS / 2;
/** How long due mail about notifications waits at most. */
const PLAN_MAILS_MS = 30 * SECOND_MS;
/** Repositories synced at the same time: those of one organization, which may be large or slow, take all but one. */
const GIT_CONCURRENCY = 3;
/** Mails sent at the same time. */
const MAIL_CONCURRENCY = 2;

export interface WorkerOptions {
  db: Kysely<Database>;
  clock: Clock;
  actors: ActorCache;
  log: FastifyBaseLogger;
  /** Processes API specifications, finds conflicts of change requests, and applies drafts of structures at their time, and does planned merges. */
  specJobs: JobHandlers;
  /** Does imports that no request waits for. */
  importJobs: JobHandlers;
  /** The keys of secrets in the database. */
  secretKeys: SecretKeys;
  /** Sends mail. */
  mailJobs: JobHandlers;
  /** Queues mail about notifications, which waits until it may have been read. */
  notificationMails: { plan: () => Promise<void>; waitMs: number };
  /** Sends what is due to webhooks. */
  deliverWebhooks: (isStopping: () => boolean) => Promise<unknown>;
  /** Syncs spaces with their repositories. */
  syncRepositories: (isStopping: () => boolean) => Promise<unknown>;
  /** Deletes copies of repositories that are not used any more. */
  cleanRepositories: () => Promise<void>;
  /** Follows links of sites to other sites. */
  askLinks: (isStopping: () => boolean) => Promise<void>;
  /** The readers of the record of events. */
  eventReaders: readonly EventReader[];
  /** Looks up the records of hostnames and email domains. */
  lookUpTexts: LookUpTexts;
  /** Reads the metadata of identity providers, and notifies their administrators. */
  metadata: Pick<RefreshContext, 'fetcher' | 'mailer'>;
  /** Moves files into the storage, where there is one. */
  files?: FileJobOptions | undefined;
  /** Makes backups on a schedule, where one is set. */
  backups?: { jobs: JobHandlers; enqueue: () => Promise<void> } | undefined;
  /** What is deleted when. */
  retention?: Retention;
  /** Notifies other processes of new jobs, and this one of theirs. */
  pubSub?: PubSub | undefined;
}

/** Starts the background work of a server. Returns a function that stops it and waits for running work. */
export function startWorker(options: WorkerOptions): () => Promise<void> {
  const { db, clock, actors, log } = options;
  const { lookUpTexts, metadata, pubSub, secretKeys } = options;
  const deliveries = repeat(SECOND_MS, options.deliverWebhooks, log);
  const { plan, waitMs } = options.notificationMails;
  const planning = repeat(PLAN_MAILS_MS, plan, log);
  const readers = options.eventReaders.map((reader) =>
    repeat(
      EVENT_POLL_MS,
      async (isStopping) => {
        if ((await runReader(db, reader, isStopping)) === 0) return;
        deliveries.wakeUp();
        if (waitMs < PLAN_MAILS_MS) planning.wakeUp();
      },
      log,
    ),
  );
  const checkNames = async () => {
    const context = { lookUp: lookUpTexts, now: clock.now() };
    await checkDueHostnames(db, context);
    await checkDueDomains(db, context);
  };
  const queues = startQueues(options);
  const syncs = Array.from({ length: GIT_CONCURRENCY }, () =>
    repeat(SECOND_MS, options.syncRepositories, log),
  );
  const loops = [
    repeat(MINUTE_MS, () => actors.recordTokenUse(), log),
    repeat(CLEANUP_INTERVAL_MS / 10, () => enqueueCleanup(db, clock.now()), log),
    repeat(CLEANUP_INTERVAL_MS, options.cleanRepositories, log),
    ...fileLoops(options),
    ...backupLoops(options),
    repeat(MINUTE_MS, options.askLinks, log),
    repeat(MINUTE_MS, () => enqueueEncryption(db, secretKeys, clock.now()), log),
    repeat(MINUTE_MS, () => catchUpIndex(db), log),
    repeat(MINUTE_MS, checkNames, log),
    repeat(MINUTE_MS, () => endSalt(db, dayOf(clock.now())), log),
    repeat(MINUTE_MS, () => refreshDueMetadata(db, { ...metadata, now: clock.now() }), log),
    repeat(MINUTE_MS, () => catchUpOperations(db), log),
    repeat(MINUTE_MS, () => catchUpReferences(db, clock.now()), log),
    repeat(MINUTE_MS / 2, () => warnOfDelay(db, clock.now(), log), log),
    ...queues,
    ...readers,
    ...syncs,
    deliveries,
    planning,
  ];
  const wakeUp = () => {
    for (const lane of queues) lane.wakeUp();
  };
  const stopListening = onEnqueue(() => {
    wakeUp();
    void pubSub?.publish('jobs', '');
  });
  const reading = new Throttle(EVENT_PAUSE_MS, () => readers.forEach((reader) => reader.wakeUp()));
  const stopReading = onOrganizationChanged(() => reading.signal());
  // A new reader begins with what happens from now on, not from its first poll on.
  reading.signal();
  pubSub?.subscribe('jobs', wakeUp);
  return async () => {
    stopListening();
    stopReading();
    reading.stop();
    await Promise.all(loops.map((loop) => loop.stop()));
    // Not worth a failed shutdown.
    await actors
      .recordTokenUse()
      .catch((error: unknown) => log.error({ err: error }, 'background work failed'));
  };
}

/** A lane of its own, as moving all files may take hours, and the loop that finds work for it. */
function fileLoops({ db, clock, files, log }: WorkerOptions) {
  if (!files) return [];
  return [
    repeat(SECOND_MS, (isStopping) => runDueJobs(db, fileJobs(files, isStopping), clock, isStopping), log),
    repeat(FILE_POLL_MS, () => enqueueFileJob(db, files), log),
    repeat(MINUTE_MS, () => files.storage.check(), log),
  ];
}

/** A lane of its own: a backup may take as long as the database is large. */
function backupLoops({ db, clock, backups, log }: WorkerOptions) {
  if (!backups) return [];
  const { jobs } = backups;
  return [
    repeat(SECOND_MS, (isStopping) => runDueJobs(db, jobs, clock, isStopping), log),
    repeat(MINUTE_MS, backups.enqueue, log),
  ];
}

/** Starts the lanes that run jobs. */
function startQueues(options: WorkerOptions) {
  const { db, clock, log, specJobs, importJobs, mailJobs, secretKeys, retention = {} } = options;
  const drain = (jobs: JobHandlers) =>
    repeat(SECOND_MS, (isStopping) => runDueJobs(db, jobs, clock, isStopping), log);
  const queues = [
    drain({ ...cleanupJobs(retention), ...secretJobs(secretKeys) }),
    drain(referenceJobs),
    drain({ ...indexJobs, ...linkJobs }),
  ];
  for (let lane = 0; lane < SPEC_CONCURRENCY; lane += 1) queues.push(drain(specJobs));
  for (let lane = 0; lane < IMPORT_CONCURRENCY; lane += 1) queues.push(drain(importJobs));
  for (let lane = 0; lane < MAIL_CONCURRENCY; lane += 1) queues.push(drain(mailJobs));
  return queues;
}

/**
 * Runs `work` repeatedly, `pause` after it has ended, or when woken up. A failure is logged and does not stop
 * the loop. Long work checks `isStopping`.
 */
function repeat(
  pause: number,
  work: (isStopping: () => boolean) => Promise<unknown>,
  log: FastifyBaseLogger,
) {
  let timer: NodeJS.Timeout;
  let running: Promise<void> | undefined;
  let isRequested = false;
  let stopped = false;
  const plan = (wait: number) => {
    timer = setTimeout(() => {
      running = run();
    }, wait);
    // A waiting timer must not keep the process alive.
    timer.unref();
  };
  const run = async () => {
    isRequested = false;
    let next = pause;
    await work(() => stopped).catch((error: unknown) => {
      if (error instanceof DiskAlmostFullError) next = Math.max(pause, NO_ROOM_PAUSE_MS);
      else log.error({ err: error }, 'background work failed');
    });
    running = undefined;
    if (!stopped) plan(isRequested && next === pause ? 0 : next);
  };
  plan(pause);
  return {
    wakeUp: () => {
      isRequested = true;
      if (running || stopped) return;
      clearTimeout(timer);
      plan(0);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
