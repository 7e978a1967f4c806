import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { createSecretKey, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { MAX_UPLOAD_MS, registerUploads } from '#server/files/upload-routes.ts';
import { ActorCache } from './access/actor-cache.ts';
import { registerAccounts } from './accounts/routes/account-routes.ts';
import { registerOidc } from './accounts/routes/oidc-routes.ts';
import { registerSaml } from './accounts/routes/saml-routes.ts';
import { registerSessions } from './accounts/routes/session-routes.ts';
import { type Clock, systemClock } from './base/clock.ts';
import { pathOfTarget } from './base/locations.ts';
import type { ObjectStorage } from './base/object-storage.ts';
import { SecretKeys } from './base/secret-keys.ts';
import type { BackupSchedule } from './base/service-settings.ts';
import { registerContract } from './contract/contract.ts';
import type { Connection } from './database/engine/connect.ts';
import { signingSecret } from './database/server-settings.ts';
import { ROOM_BYTES } from './event-streams/event-stream.ts';
import { registerExports } from './files/export-routes.ts';
import { registerFiles } from './files/file-routes.ts';
import { registerImportRoutes } from './files/import-routes.ts';
import { registerPrints } from './files/print-routes.ts';
import { type InsightOptions, registerInsights } from './insights/register-insights.ts';
import { CountCacheSync } from './lists/count-cache-sync.ts';
import { CursorSigner } from './lists/cursors.ts';
import { registerUnsubscribe } from './mail/notifications/unsubscribe-routes.ts';
import { createFetcher, type Fetcher } from './network/guarded-fetch.ts';
import { createMailer, type Mailer } from './network/mailer.ts';
import { createDnsLookup, type LookUpTexts } from './network/name-proof.ts';
import { OTHER_ROUTES } from './other-routes.ts';
import { registerAuthentication } from './plugins/authentication.ts';
import { type ClientHeaders, registerClientAddress } from './plugins/client-address.ts';
import { registerCompression } from './plugins/compression.ts';
import { type ConsoleFiles, registerConsole } from './plugins/console.ts';
import { registerDefinition } from './plugins/definition.ts';
import { sendError, handleClientError, registerErrors } from './plugins/errors.ts';
import { registerEventStreams } from './plugins/event-streams.ts';
import { Readiness, registerHealth } from './plugins/health.ts';
import { registerHostCheck } from './plugins/host-check.ts';
import { registerIdempotency } from './plugins/idempotency.ts';
import { registerBodyParser } from './plugins/limits/body-parser.ts';
import { registerHandlerTimeout } from './plugins/limits/handler-timeout.ts';
import { registerHeavyRequests } from './plugins/limits/heavy-requests.ts';
import { registerLargeBodies } from './plugins/limits/large-bodies.ts';
import { DEFAULT_RATE_LIMIT, registerRateLimit } from './plugins/limits/rate-limit.ts';
import { registerRequestLimits } from './plugins/limits/request-limits.ts';
import { registerMetrics } from './plugins/metrics.ts';
import { registerReadReplicas } from './plugins/read-replicas.ts';
import { registerReaderIsolation } from './plugins/reader-isolation.ts';
import { registerRequestContext } from './plugins/request-context.ts';
import { registerRouteTable } from './plugins/route-table.ts';
import { registerCrossOrigin, registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerTextCheck } from './plugins/text-check.ts';
import { registerTracing } from './plugins/tracing.ts';
import { ReaderAssets } from './published/layout/reader-assets.ts';
import { registerPublishedSites, registerReaderHosts } from './published/published-sites.ts';
import type { ImportContext } from './resources/content-import/import-context.ts';
import { ImportRunner } from './resources/content-import/import-runner.ts';
import { registerGitWebhooks } from './resources/git-sync/webhook-route.ts';
import { handlers } from './resources/handlers.ts';
import { findDraftedTree } from './resources/site-structure/drafts/drafted-tree.ts';
import { registerOpenedSites } from './sites/load-site.ts';
import { registerStructureTags } from './sites/structure-tags.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves tokens to their owners; the same cache that requests use. */
    actors: ActorCache;
    /** Shares count invalidations with other processes on the same database; PostgreSQL only. */
    countCacheSync: CountCacheSync | undefined;
    /** Where copies of repositories are. Only a cache. */
    gitFolder: string;
  }
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const HANDLER_TIMEOUT_MS = 60_000;
const BODY_TIMEOUT_MS = 30_000;

/** The options in which production, tests, browser tests and measurements differ. */
export interface AppOptions extends ConsoleFiles, InsightOptions {
  database: Connection;
  /** The public URL, without a trailing slash. */
  publicUrl: string;
  /** Where published sites are served, without a trailing slash; the public URL if it is left out. */
  publishedUrl?: string;
  /** Whether it listens on this machine only, and is meant to be opened from there. */
  isLocal?: boolean;
  /** The brand in keys such as `binderyVisitorClaims`. */
  brand?: string;
  version?: string;
  clock?: Clock;
  /** Fastify's logger options; false for silence. */
  logger?: FastifyServerOptions['logger'];
  /** Where a proxy says from where requests come; without it, the connection's address counts. */
  clientHeaders?: ClientHeaders;
  /** Requests per minute, per token or else per IP address; 0 disables the limit. */
  rateLimit?: number;
  /** Who sends it may read `/metrics`; without it there is no such address. */
  metricsToken?: string | undefined;
  /** Serves the documented API only, without our extensions. */
  documentedOnly?: boolean;
  /** Validates every response against the contract and fails on a difference. */
  checkResponses?: boolean;
  /** Fetches URLs that callers name. Without it, public addresses only. */
  fetcher?: Fetcher;
  /** Delivers mail. Without it, none is sent. */
  mailer?: Mailer;
  /** The keys of secrets in the database. Without it, no secret can be entered. */
  secretKeys?: SecretKeys;
  /** Looks up DNS records. Without it, with the servers of the system. */
  lookUpTexts?: LookUpTexts;
  /** Whether the operator has named the servers that it asks. */
  hasPrivateDns?: boolean;
  /** How long bodies may take, for tests that do not wait as long as people. */
  slowRequests?: { bodyTimeoutMs: number; uploadStallMs: number };
  /** Where copies of repositories are. Without it, a folder for temporary files. */
  gitFolder?: string;
  /** Where files are. Without it, in the database. */
  storage?: ObjectStorage | undefined;
  /** How this server makes backups. Without it, it makes none. */
  backups?: BackupSchedule | undefined;
  /** Once it is stopping, the app rejects requests until it is closed. */
  readiness?: Readiness;
}

/** Builds the app. The database must be migrated; the caller closes both. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, publicUrl, publishedUrl = publicUrl, clock = systemClock, storage, backups } = options;
  const urls = { publicUrl, publishedUrl };
  const secretKeys = options.secretKeys ?? new SecretKeys();
  const secret = await signingSecret(database.late?.reading ?? database.db, secretKeys);
  const app = createInstance(options);
  const { bodyTimeoutMs = BODY_TIMEOUT_MS } = options.slowRequests ?? {};
  registerHandlerTimeout(app, { timeoutMs: HANDLER_TIMEOUT_MS, bodyTimeoutMs });
  const fetcher = options.fetcher ?? createFetcher({ allowPrivate: false });
  const actors = new ActorCache(database.db, clock, database.pubSub);
  await database.pubSub?.listen();
  await database.replicas?.start();
  app.decorate('actors', actors);
  app.decorate('gitFolder', options.gitFolder ?? join(tmpdir(), 'bindery-git'));
  registerCountCacheSync(app, database);
  registerRequestContext(app, database, {
    clock,
    cursors: new CursorSigner(secret),
    actors,
    fetcher,
    mailer: options.mailer ?? createMailer(undefined),
    lookUpTexts: options.lookUpTexts ?? createDnsLookup(),
    service: {
      version: options.version ?? contract.info.version,
      brand: options.brand ?? 'bindery',
      ...urls,
      hasPrivateDns: options.hasPrivateDns ?? false,
      signingKey: createSecretKey(Buffer.from(secret)),
      secretKeys,
      isLocal: options.isLocal ?? false,
      storage,
      backups,
      engine: database.engine,
      startedAt: new Date(Date.now() - process.uptime() * 1000),
    },
  });
  registerEventStreams(app, { database, clock, actors });
  registerClientAddress(app, options.clientHeaders ?? {});
  registerHeavyRequests(app, database.engine);
  registerImports(app, { db: database.db, space: database.space, fetcher, clock, log: app.log });
  registerRequestIds(app);
  if (database.pubSub) registerNotifications(app);
  registerRouteTable(app, OTHER_ROUTES);
  registerErrors(app);
  registerSecurityHeaders(app, urls);
  registerRequestLimits(app);
  registerMetrics(app, database, { token: options.metricsToken, version: app.service.version });
  registerHealth(app, options.readiness ?? new Readiness(), database);
  registerHostCheck(app, urls);
  registerTextCheck(app);
  registerBodyParser(app);
  registerCrossOrigin(app);
  registerRateLimit(app, {
    limit: options.rateLimit ?? DEFAULT_RATE_LIMIT,
    clock,
    pubSub: database.pubSub,
  });
  registerReadReplicas(app, database);
  registerInsights(app, database, clock, options);
  registerReaderHosts(app);
  registerReaderIsolation(app, urls);
  registerAuthentication(app);
  registerLargeBodies(app);
  registerIdempotency(app, database.db, clock);
  registerStructureTags(app);
  registerOpenedSites(app);
  registerCompression(app);
  await registerRoutes(app, options, urls);
  return app;
}

function registerCountCacheSync(app: FastifyInstance, { pubSub }: Pick<Connection, 'pubSub'>): void {
  app.decorate('countCacheSync', pubSub && new CountCacheSync(pubSub));
  app.addHook('onClose', () => app.countCacheSync?.close());
}

/** Fastify with its limits of sizes and times. */
function createInstance(options: AppOptions): FastifyInstance {
  return fastify({
    logger: options.logger ?? false,
    http: {
      // Node's default, set explicitly so that no Node option can raise it: headers arrive before authentication.
      maxHeaderSize: 16 * KIBIBYTE,
      // How often Node checks for slow requests; its default of 30 s would double their time limit.
      connectionsCheckingInterval: 5000,
      headersTimeout: BODY_TIMEOUT_MS,
      highWaterMark: ROOM_BYTES,
    },
    bodyLimit: 10 * MEBIBYTE,
    // Of the slowest upload; other bodies have a shorter one (`plugins/limits/handler-timeout.ts`).
    requestTimeout: MAX_UPLOAD_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => pathOfTarget(url),
    genReqId: (request) => readRequestId(request.headers['x-request-id']) ?? randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: sendError,
    clientErrorHandler: handleClientError,
    exposeHeadRoutes: true,
  });
}

/** Requests have an id, and are spans where these are sent. */
function registerRequestIds(app: FastifyInstance): void {
  registerTracing(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}

/** On PostgreSQL a response waits until the other processes have been notified. */
function registerNotifications(app: FastifyInstance): void {
  const flush = callbackify(() => app.actors.flush());
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (app.actors.isPublishing) flush((error) => (error ? done(error) : done(null, payload)));
    else done(null, payload);
  });
}

/** What runs in this process stops before the database is closed. */
function registerImports(app: FastifyInstance, context: Omit<ImportContext, 'workFolder'>): void {
  const imports = new ImportRunner({ ...context, workFolder: app.gitFolder }, app.contentImports);
  app.decorate('imports', imports);
  app.addHook('onClose', () => imports.stop());
}

/** The contract, and the routes outside it. */
async function registerRoutes(
  app: FastifyInstance,
  options: AppOptions,
  urls: { publicUrl: string; publishedUrl: string },
): Promise<void> {
  const served = registerContract(app, {
    document: contract,
    handlers,
    checkResponses: options.checkResponses ?? false,
    documentedOnly: options.documentedOnly ?? false,
  });
  registerDefinition(app, served);
  registerFiles(app);
  registerPrints(app);
  await registerUnsubscribe(app);
  registerExports(app);
  await registerUploads(app, options.slowRequests?.uploadStallMs);
  await registerGitWebhooks(app);
  await registerImportRoutes(app, options.slowRequests?.uploadStallMs);
  registerPublishedSites(app, {
    assets: new ReaderAssets(options.readerDirectory),
    engine: options.database.engine,
    findDraftedTree,
  });
  await registerSessions(app, registerAccounts);
  await registerSaml(app);
  await registerOidc(app);
  const { referenceDirectory, ...files } = options;
  // The reference describes the extensions.
  const hasReference = served === contract && referenceDirectory !== undefined;
  await registerConsole(app, { ...files, ...(hasReference && { referenceDirectory }) }, urls);
}

/** A caller's request id, if it is short and simple enough for a log line. */
function readRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : undefined;
}
