import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Actor, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { type AuditEntry, recordAudit } from '#server/audit/audit.ts';
import { ApiError, forbidden, notFound } from '#server/base/errors.ts';
import { Limiter } from '#server/base/limiter.ts';
import { ownTurn } from '#server/base/own-turn.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { SharedReads } from '#server/database/engine/shared-reads.ts';
import {
  inTransaction,
  isTransient,
  runTransaction,
  type Statement,
} from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { invalidateCounts } from '#server/lists/count-cache.ts';
import { canAdministrateSites, canChangeSites, canViewSites, isReadableByNonMembers } from './sites.rules.ts';
import { setStructureTags } from './structure-tags.ts';

/** A change to a site or to a part of it; without a target it is the site itself. */
export type SiteAuditFields = Pick<AuditEntry, 'action' | 'summary' | 'before' | 'after'> & {
  target?: { kind: 'site-section' | 'site-section-group' | 'site-space'; id: string };
};

export interface SiteChanger {
  actor: Actor;
  site: { id: string; organization_id: string };
}

export function siteAudit({ actor, site }: SiteChanger, { target, ...change }: SiteAuditFields): AuditEntry {
  return {
    ...change,
    organizationId: site.organization_id,
    actor,
    targetKind: target?.kind ?? 'site',
    targetId: target?.id ?? site.id,
  };
}

/** In the transaction of the change. */
export async function recordSiteChange(
  trx: Transaction<Database>,
  { actor }: Pick<FastifyRequest, 'actor'>,
  site: SiteChanger['site'],
  change: SiteAuditFields,
): Promise<void> {
  await recordAudit(trx, siteAudit({ actor, site }, change));
}

const SITE_COLUMNS = [
  'sites.id',
  'sites.organization_id',
  'sites.type',
  'sites.title',
  'sites.icon',
  'sites.hostname',
  'sites.hostname_proven_at',
  'sites.basename',
  'sites.proxy',
  'sites.visibility',
  'sites.share_key',
  'sites.published',
  'sites.adaptive_content',
  'sites.ads',
  'sites.features',
  'sites.structure_version',
  'sites.created_at',
  'organizations.hostname as organization_hostname',
] as const;

/** Base query, with the organization's hostname. */
export function selectSites(db: Kysely<Database>) {
  return db
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .select(SITE_COLUMNS);
}

/** Without the number of site spaces. */
export type SiteRow = Awaited<ReturnType<ReturnType<typeof selectSites>['executeTakeFirstOrThrow']>>;

const siteColumns = sql.raw(SITE_COLUMNS.join(', '));

type SiteIds = SiteRequest['params'];

/** One site of an organization. Written in SQL, as every request for a site sends it. */
const selectSite = ({ organizationId, siteId }: SiteIds) => sql<SiteRow>`
  select ${siteColumns} from sites join organizations on organizations.id = sites.organization_id
  where sites.id = ${siteId} and sites.organization_id = ${organizationId}`;

type LockedSiteRow = SiteRow & { transaction_version: string };

/**
 * Locked until the transaction ends. All changes to a site and its structure take this lock first. “No key update” blocks
 * other changes, but not inserts that only check the foreign key.
 */
const lockSite = ({ organizationId, siteId }: SiteIds) => sql<LockedSiteRow>`
  select ${siteColumns}, transaction_version() as transaction_version
  from sites join organizations on organizations.id = sites.organization_id
  where sites.id = ${siteId} and sites.organization_id = ${organizationId}
  for no key update of sites`;

/** A request for a site. */
export type SiteRequest = Pick<FastifyRequest, 'actor' | 'db' | 'gone' | 'service' | 'structureTags'> & {
  params: { organizationId: string; siteId: string };
};

async function findSite({ db, params }: Pick<SiteRequest, 'db' | 'params'>): Promise<SiteRow | undefined> {
  const { rows } = await selectSite(params).execute(db);
  return rows[0];
}

/** A site with its viewer; non-members have no membership. */
export interface SiteContext {
  site: SiteRow;
  viewer: Membership | null;
  service: ServiceSettings;
}

/** 404 where the caller may not view sites. */
export async function loadSite(request: SiteRequest): Promise<SiteContext> {
  const viewer = requireSiteMember(request);
  const site = await findSite(request);
  if (!site) throw notFound('site');
  return { site, viewer, service: request.service };
}

type ReadRequest = SiteRequest & { query: { shareKey?: string } };

/**
 * A site for members and, depending on its visibility, for non-members (with `shareKey` where it is shared by link).
 * Guests have a membership without permissions.
 */
export function loadReadableSite(request: ReadRequest): Promise<SiteContext> {
  return checkReadable(request, findSite(request));
}

declare module 'fastify' {
  interface FastifyInstance {
    openedSites: SharedReads<SiteRow | undefined>;
  }
}

export function registerOpenedSites(app: FastifyInstance): void {
  app.decorate('openedSites', new SharedReads<SiteRow | undefined>());
}

/** {@link loadReadableSite} for heavy requests: those for one site that wait at the same time share the statement. */
export function openSite(
  request: ReadRequest & Pick<FastifyRequest, 'server' | 'readsFrom'>,
): Promise<SiteContext> {
  const { organizationId, siteId } = request.params;
  const key = JSON.stringify([request.readsFrom, organizationId, siteId]);
  const site = request.server.openedSites.get(key, async () => {
    // Behind all that have come, so that they join.
    await ownTurn();
    return findSite(request);
  });
  return checkReadable(request, site);
}

async function checkReadable(
  request: ReadRequest,
  finding: Promise<SiteRow | undefined>,
): Promise<SiteContext> {
  const { organizationId } = request.params;
  const site = await finding;
  const isMember = request.actor.membership(organizationId) !== undefined;
  const viewer = isMember ? membershipOr404(request.actor, organizationId) : null;
  const isReadable =
    site && ((viewer && canViewSites(viewer)) || isReadableByNonMembers(site, request.query.shareKey));
  // Non-members must not be able to distinguish a private site from an unknown organization.
  if (!site || !isReadable) throw notFound(viewer ? 'site' : 'organization');
  return { site, viewer, service: request.service };
}

type RunChange<Result> = (trx: Transaction<Database>, site: SiteRow, member: Membership) => Promise<Result>;

/** The result of a change, and the site as it was before. */
export interface SiteChangeResult<Result> {
  result: Result;
  context: SiteContext;
}

/** Runs a change with the site locked; 404 or 403 where the member may not make it. */
export function changeSite<Result>(
  request: SiteRequest,
  act: RunChange<Result>,
): Promise<SiteChangeResult<Result>> {
  return runSiteChange(request, STRUCTURE, act);
}

/** Like {@link changeSite}, for administrators only. */
export function manageSite<Result>(
  request: SiteRequest,
  act: RunChange<Result>,
): Promise<SiteChangeResult<Result>> {
  return runSiteChange(request, ADMINISTRATION, act);
}

interface Permission {
  isAllowed: (member: Membership) => boolean;
  role: 'create' | 'admin';
}

const STRUCTURE: Permission = { isAllowed: canChangeSites, role: 'create' };
const ADMINISTRATION: Permission = { isAllowed: canAdministrateSites, role: 'admin' };

/** Changes of a site wait here for its lock, so that they hold no database connection in between. */
const changesBySite = new Limiter({
  maxRunning: Infinity,
  // The second one waits at the database, so that the lock is passed on without a round trip.
  maxRunningPerKey: 2,
  maxWaiting: 2000,
  maxWaitingPerKey: 500,
  timeoutMs: 30_000,
});

async function runSiteChange<Result>(
  request: SiteRequest,
  permission: Permission,
  change: RunChange<Result>,
): Promise<SiteChangeResult<Result>> {
  const member = await requirePermission(request, permission);
  const run = async (trx: Transaction<Database>) => {
    const [site] = (await lockSite(request.params).execute(trx)).rows;
    if (!site) throw notFound('site');
    const result = await change(trx, site, member);
    const context = { site, viewer: member, service: request.service };
    setStructureTags(request, context, site.transaction_version);
    return { result, context };
  };
  return changesBySite.run(request.params.siteId, () => inTransaction(request.db, run), {
    signal: request.gone,
  });
}

async function requirePermission(request: SiteRequest, { isAllowed, role }: Permission): Promise<Membership> {
  const member = requireSiteMember(request);
  if (isAllowed(member)) return member;
  await loadSite(request);
  const suffix = role === 'admin' ? '' : ' or higher';
  throw forbidden(`You need the role "${role}"${suffix} in this organization to change this site.`);
}

/** A site whose structure the caller may change; 404 or 403 otherwise. */
export async function loadChangeableSite(request: SiteRequest): Promise<SiteContext> {
  await requirePermission(request, STRUCTURE);
  return loadSite(request);
}

/** A site that the caller administrates; 404 or 403 otherwise. */
export async function loadManagedSite(request: SiteRequest): Promise<SiteContext> {
  await requirePermission(request, ADMINISTRATION);
  return loadSite(request);
}

/** How often a change that others have overtaken is planned again before it takes the lock first. */
const OPTIMISTIC_ATTEMPTS = 3;

/**
 * Makes a change that is one guarded statement in one exchange with the database. `plan` reads without the lock; its
 * statement runs with the lock and changes nothing, and returns no row, unless what was read is still so. Returns
 * undefined where {@link changeSite} has to make the change: the plan needs more than a statement, fails, or was
 * overtaken too often.
 */
export async function changeSiteAtOnce<Row>(
  request: SiteRequest,
  plan: () => Promise<Statement<Row> | undefined>,
): Promise<SiteChangeResult<Row> | undefined> {
  const { db, params, service } = request;
  const viewer = await requirePermission(request, STRUCTURE);
  const attempt = async (): Promise<SiteChangeResult<Row> | 'impossible' | 'overtaken'> => {
    const change = await plan();
    if (!change) return 'impossible';
    const [[site], [result]] = await runTransaction<[LockedSiteRow, Row]>(db, [lockSite(params), change]);
    if (!site) return 'impossible';
    if (result === undefined) return 'overtaken';
    const context = { site, viewer, service };
    setStructureTags(request, context, site.transaction_version);
    return { result, context };
  };
  const run = async () => {
    try {
      for (let number = 0; number < OPTIMISTIC_ATTEMPTS; number += 1) {
        const outcome = await attempt();
        if (outcome === 'impossible') return undefined;
        if (outcome === 'overtaken') continue;
        invalidateCounts(params.organizationId);
        return outcome;
      }
    } catch (error) {
      // Data read without the lock may be outdated, so only changeSite rejects a change.
      if (!(error instanceof ApiError) && !isTransient(error)) throw error;
    }
    return undefined;
  };
  return changesBySite.run(params.siteId, run, { signal: request.gone });
}

/** The caller's membership; 404 where they may not view sites. */
export function requireSiteMember({ actor, params }: Pick<SiteRequest, 'actor' | 'params'>): Membership {
  const member = membershipOr404(actor, params.organizationId);
  if (!canViewSites(member)) throw notFound('site');
  return member;
}
