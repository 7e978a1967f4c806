import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { ContentImport, ContentImportResult, ContentImportRun } from '#api/generated/types.gen.ts';
import { isAdministrator, membershipOr404 } from '#server/access/actor.ts';
import { ApiError, badRequest, badValue, conflict, forbidden, notFound } from '#server/base/errors.ts';
import { deleteSources } from '#server/content/stored/import-sources.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { removeDrafts } from '#server/sites/remove-spaces.ts';
import { type ContentBase, loadChangeRequest, loadContentBase } from '../change-requests/content-base.ts';
import { loadRun } from './changes/load-run.ts';
import {
  enqueueRun,
  findRun,
  isRunVisible,
  lockRun,
  selectEntries,
  selectRuns,
  updateRun,
} from './import-runs.queries.ts';
import { isUnfinished, toImportView, toReportView } from './import-runs.rules.ts';
import {
  checkAddress,
  checkImportTarget,
  readImportRequest,
  importsByRequest,
  type StartedRun,
  type StartRequest,
  startRun,
} from './start-import.ts';

/** How long a request waits for a run before it answers that it goes on. */
const ANSWER_MS = 10_000;
/** How long the documented operation may take: less than a request. */
const MAX_DOCUMENTED_MS = 50_000;
const MAX_DOCUMENTED_BYTES = 50 * 1024 * 1024;
/** How often the state is looked at where another process does the work. */
const POLL_MS = 200;

/** Content imports: those of the documented API, and runs of an organization. */
export const contentImportHandlers = {
  async importSpaceContent(request) {
    const base = await loadContentBase(request, { spaceId: request.params.spaceId });
    return importDocumented(request, base, request.body, 'importSpaceContent');
  },

  async importChangeRequestContent(request) {
    const base = await loadChangeRequest(request, request.params);
    return importDocumented(request, base, request.body, 'importChangeRequestContent');
  },

  async importOrganizationContent(request, reply) {
    const { organizationId } = request.params;
    const asked = await readImportRequest(request, organizationId, request.body);
    const started = await startRun(request, organizationId, asked, request.body.uploads);
    await waitForRun(request, started, ANSWER_MS);
    return answerRun(request, reply, started);
  },

  async listImports(request) {
    const { params, query, actor, db, service, clock } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const { space, state } = query;
    const rows = selectRuns(db, organizationId)
      .where(isRunVisible(viewer))
      .$if(space !== undefined, (runs) =>
        runs.where(sql<boolean>`content_imports.space_ids @> array[${space ?? ''}]::text[]`),
      )
      .$if(state !== undefined, (runs) => runs.where('content_imports.state', '=', state ?? ''));
    const page = await readPage(request, {
      // Its runs end without a change of the organization, so the total is not kept.
      scope: {
        operation: 'listImports',
        filters: [organizationId, viewer.userId, isAdministrator(viewer), space, state],
      },
      query: rows,
      order: [
        { column: 'content_imports.created_at', direction: 'desc' },
        { column: 'content_imports.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countRows(rows),
    });
    return toEnvelope(page, (row) => toImportView(row, { service, now: clock.now() }));
  },

  async getImport(request) {
    const { run } = await loadRun(request);
    return toImportView(run, { service: request.service, now: request.clock.now() });
  },

  async applyImport(request) {
    const { db, clock, body, params } = request;
    const { run, viewer } = await loadRun(request);
    // Its work is done with the permissions of that person.
    if (run.created_by !== viewer.userId) throw forbidden('Only who started the import can go on with it.');
    const { books, makeSite: site = false, headingsAsPages = false, fetchPictures = false, mode } = body;
    const leaveOut = requireBooks(body.leaveOut, run.recognized?.books ?? []);
    const { spaceId, changeRequestId } = run.request;
    if (spaceId !== undefined) {
      const path = { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) };
      const base = await loadContentBase(request, path);
      await checkImportTarget(request, base, await importsByRequest(db, base, mode));
    }
    const jobId = await inTransaction(db, async (trx) => {
      const locked = await lockRun(trx, run.id);
      if (locked?.state !== 'planned') throw conflict('The import is not waiting for choices.');
      const asked = {
        ...run.request,
        action: 'applyImport',
        plan: false,
        choices: { books, site, headingsAsPages, fetchPictures, leaveOut, mode },
      };
      await updateRun(trx, run.id, { state: 'waiting', request: asked });
      return enqueueRun(trx, run.id, clock.now());
    });
    const started = { importId: run.id, jobId, organizationId: params.organizationId };
    await waitForRun(request, started, ANSWER_MS);
    return viewRun(request, started);
  },

  async cancelImport(request) {
    const { db, clock } = request;
    const { run, viewer } = await loadRun(request);
    if (run.created_by !== viewer.userId && !isAdministrator(viewer))
      throw forbidden('Only who started the import and administrators can cancel it.');
    const isRunning = await inTransaction(db, async (trx) => {
      const locked = await lockRun(trx, run.id);
      if (!locked || !isUnfinished(locked)) throw conflict('The import has ended.');
      await updateRun(trx, run.id, { state: 'canceled', finishedAt: clock.now() });
      return locked.state === 'running';
    });
    await deleteSources(db, run.id);
    // Of an attempt that was interrupted. Who does the work of a running one removes its drafts.
    if (!isRunning) await removeDrafts(db, { importId: run.id });
  },

  async listImportReport(request) {
    const { query, db } = request;
    const { run } = await loadRun(request);
    const rows = selectEntries(db, run.id, query.kind);
    const page = await readPage(request, {
      scope: { operation: 'listImportReport', filters: [run.id, query.kind] },
      query: rows,
      order: [{ column: 'import_entries.position', direction: 'asc' }],
      keysOf: (row) => [row.position],
      count: () => countRows(rows),
    });
    return toEnvelope(page, toReportView);
  },
} satisfies Handlers<
  | 'importSpaceContent'
  | 'importChangeRequestContent'
  | 'importOrganizationContent'
  | 'listImports'
  | 'getImport'
  | 'applyImport'
  | 'cancelImport'
  | 'listImportReport'
>;

/** The positions of books that are left out; 400 for those that the source does not have, or if none would be left. */
function requireBooks(leaveOut: number[] | undefined, books: readonly object[]): number[] | undefined {
  if (leaveOut === undefined || leaveOut.length === 0) return undefined;
  if (leaveOut.some((position) => position >= books.length))
    throw badValue('body.leaveOut', `must be positions of the ${books.length} recognized books, from 0`);
  if (new Set(leaveOut).size === books.length) throw badValue('body.leaveOut', 'must leave a book');
  return leaveOut;
}

/** The documented import waits until it is done. */
async function importDocumented(
  request: StartRequest & Pick<FastifyRequest, 'service' | 'gone'>,
  base: ContentBase,
  { url, source }: ContentImport,
  action: string,
): Promise<ContentImportResult> {
  await checkImportTarget(request, base);
  checkAddress(request, url, 'url');
  const { space, changeRequest } = base;
  const started = await startRun(request, space.organization_id, {
    action,
    url,
    source,
    spaceId: space.id,
    changeRequestId: changeRequest?.id,
    parentId: null,
    plan: false,
    choices: { site: false, headingsAsPages: false, books: 'space', mode: 'direct' },
    maxBytes: MAX_DOCUMENTED_BYTES,
  });
  await waitForRun(request, started, MAX_DOCUMENTED_MS);
  const run = await viewRun(request, started);
  const { revision, importedResources, totalResources } = run;
  if (revision === undefined || importedResources === undefined || totalResources === undefined)
    throw await cancelSlowRun(request, started);
  return { revision, importedResources, totalResources };
}

async function cancelSlowRun({ db, clock }: StartRequest, { importId }: StartedRun): Promise<ApiError> {
  await inTransaction(db, (trx) => updateRun(trx, importId, { state: 'canceled', finishedAt: clock.now() }));
  return new ApiError(
    413,
    'The import takes longer than a request may. Use POST /v1/orgs/{organizationId}/imports, which goes on in the background.',
  );
}

/** Does the work or waits for who does it, up to a time; 400 where it has failed by then. */
async function waitForRun(
  { server, db, gone }: Pick<FastifyRequest, 'server' | 'db' | 'gone'>,
  started: StartedRun,
  maxMs: number,
): Promise<void> {
  const deadline = performance.now() + maxMs;
  const timer = new AbortController();
  const work = server.imports.start(started);
  await Promise.race([work, wait(maxMs, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
  for (;;) {
    const run = await findRun(db, started.organizationId, started.importId);
    if (run?.state === 'failed') throw failureOf(run.problem ?? '', run.request);
    const isAtWork = run?.state === 'waiting' || run?.state === 'running';
    if (!isAtWork || performance.now() > deadline || gone.aborted) return;
    await wait(POLL_MS);
  }
}

const TOO_LARGE = /^The (response|source) is larger than /;

function failureOf(
  problem: string,
  {
    url,
    repository,
    maxBytes,
  }: { url?: string | undefined; repository?: unknown; maxBytes?: number | undefined },
): ApiError {
  if (maxBytes !== undefined && TOO_LARGE.test(problem)) {
    return new ApiError(
      413,
      `${problem} Use POST /v1/orgs/{organizationId}/imports, which takes up to 1 GiB.`,
    );
  }
  const path =
    url === undefined ? (repository === undefined ? 'body.uploads' : 'body.repository') : 'body.url';
  return badRequest(problem, [{ path, message: problem }]);
}

async function viewRun(
  { db, service, clock }: Pick<FastifyRequest, 'db' | 'service' | 'clock'>,
  { organizationId, importId }: StartedRun,
): Promise<ContentImportRun> {
  const run = await findRun(db, organizationId, importId);
  if (!run) throw notFound('import');
  return toImportView(run, { service, now: clock.now() });
}

/** 201 if it is done, else 202. */
async function answerRun(
  request: Pick<FastifyRequest, 'db' | 'service' | 'clock'>,
  reply: FastifyReply,
  started: StartedRun,
): Promise<ContentImportRun> {
  const run = await viewRun(request, started);
  if (run.state !== 'done') reply.code(202);
  return run;
}
