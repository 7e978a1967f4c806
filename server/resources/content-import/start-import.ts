import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ImportMode, OrganizationContentImport } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { ApiError, badRequest, badValue, badValues, notFound } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { requireCreatePermission } from '#server/content-tree/require-create-permission.ts';
import { claimUploads } from '#server/content/stored/import-sources.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import { requireNotClosed, requireUnlocked } from '../change-requests/change-requests.rules.ts';
import { requireDirectChanges } from '../change-requests/check-merge-rules.ts';
import { type ContentBase, loadContentBase } from '../change-requests/content-base.ts';
import { findRulesInForce } from '../change-requests/merge-rules/merge-rules.queries.ts';
import { withStopsRecorded } from '../change-requests/merge-rules/merge-stops.ts';
import { requireImportPermission } from './content-import.rules.ts';
import { countUnfinished, enqueueRun, insertRun } from './import-runs.queries.ts';
import type { StoredImportRequest } from './import-runs.rules.ts';

/** Runs of an organization that are at work or wait for it. */
const MAX_ACTIVE = 10;
/** Runs of an organization that wait for choices. */
const MAX_PLANNED = 50;
const RETRY_SECONDS = 30;
/** When another server takes a run that the one that accepted it has no place for. */
const TAKEOVER_MS = 15_000;

export type StartRequest = Pick<FastifyRequest, 'db' | 'actor' | 'clock' | 'fetcher' | 'server'>;

/** A run whose work is queued. */
export interface StartedRun {
  importId: string;
  jobId: string;
  organizationId: string;
}

/** Checks where an import goes, and what it is; 400, 403 or 404. */
export async function readImportRequest(
  request: StartRequest,
  organizationId: string,
  body: OrganizationContentImport,
): Promise<StoredImportRequest> {
  assertOneSource(body);
  if (body.changeRequestId !== undefined && body.spaceId === undefined)
    throw badValue('body.changeRequestId', 'needs the spaceId that it belongs to');
  if (body.parent !== undefined && body.spaceId !== undefined)
    throw badValue('body.parent', 'is only for new spaces');
  membershipOr404(request.actor, organizationId);
  let target: Pick<StoredImportRequest, 'spaceId' | 'changeRequestId'> = {};
  if (body.spaceId === undefined) {
    await requireCreatePermission(request.db, request.actor, {
      organizationId,
      parentId: body.parent ?? null,
    });
  } else {
    const { spaceId, changeRequestId } = body;
    const base = await loadContentBase(request, {
      spaceId,
      ...(changeRequestId !== undefined && { changeRequestId }),
    });
    if (base.space.organization_id !== organizationId) throw notFound('space');
    await checkImportTarget(request, base, await importsByRequest(request.db, base, body.mode));
    target = { spaceId, changeRequestId: base.changeRequest?.id };
  }
  checkAddress(request, body.url ?? body.repository?.url, body.url === undefined ? 'repository.url' : 'url');
  const {
    url,
    repository,
    source,
    plan = false,
    books,
    makeSite: site = false,
    headingsAsPages = false,
    fetchPictures = false,
    leaveOut,
    mode,
  } = body;
  return {
    action: 'importOrganizationContent',
    ...target,
    url,
    repository,
    source,
    parentId: body.parent ?? null,
    plan,
    choices: { books, site, headingsAsPages, fetchPictures, leaveOut, mode },
  };
}

/**
 * Throws 403 or 409 where nothing can be imported. A space that is locked or has merge rules can be changed by change
 * requests.
 */
export async function requireImportTarget(
  db: Kysely<Database>,
  { space, changeRequest, level }: ContentBase,
  byRequest = false,
): Promise<void> {
  requireImportPermission(level);
  if (changeRequest) requireNotClosed(changeRequest);
  else if (!byRequest) {
    requireUnlocked(space);
    await requireDirectChanges(db, space);
  }
}

/** The same before a run, where who is stopped by rules is recorded. */
export async function checkImportTarget(
  { db, actor, clock }: Pick<StartRequest, 'db' | 'actor' | 'clock'>,
  base: ContentBase,
  byRequest = false,
): Promise<void> {
  const { id: spaceId, organization_id: organizationId } = base.space;
  const context = { organizationId, spaceId, userId: actor.user.id, attempt: 'import' as const };
  await withStopsRecorded(db, { ...context, now: clock.now() }, () =>
    requireImportTarget(db, base, byRequest),
  );
}

/** Whether an import makes a change request: into a space with pages or merge rules, unless it was asked for otherwise. */
export async function importsByRequest(
  db: Kysely<Database>,
  { changeRequest, space, revisionId }: ContentBase,
  mode: ImportMode | undefined,
): Promise<boolean> {
  if (changeRequest) return false;
  if (mode !== undefined) return mode === 'change-request';
  if ((await getRevision(db, space.id, revisionId)).pages.length > 0) return true;
  const rules = await findRulesInForce(db, { organizationId: space.organization_id, spaceId: space.id });
  return rules.length > 0;
}

function assertOneSource({ url, repository, uploads }: OrganizationContentImport): void {
  const count = [url, repository, uploads].filter((one) => one !== undefined).length;
  if (count === 1) return;
  const problem =
    count === 0
      ? 'is required, or repository or uploads'
      : 'is one of three: url, repository and uploads exclude each other';
  throw badValues([{ path: 'body.url', problem }]);
}

/** Addresses that would not be fetched are refused before a run begins. */
export function checkAddress(
  { fetcher }: Pick<StartRequest, 'fetcher'>,
  address: string | undefined,
  path: string,
): void {
  if (address === undefined) return;
  try {
    fetcher.check(address);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw badRequest(error.message, [{ path: `body.${path}`, message: error.message }]);
  }
}

/** Stores a run with its uploads and queues its work; 429 where the organization has too many. */
export async function startRun(
  { db, actor, clock }: Pick<StartRequest, 'db' | 'actor' | 'clock'>,
  organizationId: string,
  asked: StoredImportRequest,
  uploads: readonly string[] = [],
): Promise<StartedRun> {
  const now = clock.now();
  const userId = actor.user.id;
  return inTransaction(db, async (trx) => {
    const { active, planned } = await countUnfinished(trx, organizationId);
    if (active >= MAX_ACTIVE || planned >= MAX_PLANNED) {
      const message = `This organization has ${active + planned} imports that are not done. Wait for one of them, or cancel it.`;
      throw new ApiError(429, message, [], { 'retry-after': String(RETRY_SECONDS) });
    }
    const run = { organizationId, userId, request: asked, origin: originOf(asked), now };
    const importId = await insertRun(trx, run);
    if (uploads.length > 0) {
      const names = await claimUploads(trx, { organizationId, userId, importId }, [...new Set(uploads)]);
      if (!names)
        throw badValue('body.uploads', 'names an upload that is not finished, or that an import has used');
      await nameRun(trx, importId, names);
    }
    const jobId = await enqueueRun(trx, importId, new Date(now.getTime() + TAKEOVER_MS));
    return { importId, jobId, organizationId };
  });
}

function originOf({ url, repository }: StoredImportRequest): string {
  const address = repository?.url ?? url ?? '';
  const parsed = parseUrl(address);
  // Secrets of signed addresses are in their query.
  if (parsed) parsed.search = '';
  return parsed?.href ?? address;
}

/** The run is named after its uploads. */
async function nameRun(
  trx: Parameters<typeof insertRun>[0],
  importId: string,
  names: readonly string[],
): Promise<void> {
  const [first = ''] = names;
  const folder = first.includes('/') ? first.slice(0, first.indexOf('/')) : undefined;
  const origin = folder ?? (names.length === 1 ? first : `${first} and ${names.length - 1} more`);
  await trx.updateTable('content_imports').set({ origin }).where('id', '=', importId).execute();
}
