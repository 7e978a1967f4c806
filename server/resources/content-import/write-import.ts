import { type Kysely, sql, type Transaction } from 'kysely';
import type { ImportedSpace } from '#api/generated/types.gen.ts';
import { findActingMember } from '#server/access/acting-member.ts';
import { type Actor, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { recordAudits } from '#server/audit/audit.ts';
import type { Container } from '#server/content-tree/content-order.queries.ts';
import { requireCreatePermission } from '#server/content-tree/require-create-permission.ts';
import { DEFAULT_EMOJI } from '#server/content/pages/default-emoji.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import type { StoredBook, StoredContent } from '#server/content/pages/storage.ts';
import { showsSpec } from '#server/content/specifications/reference-pages.ts';
import { enqueueReferences } from '#server/content/stored/references/reference-jobs.ts';
import { findRevision, getRevision } from '#server/content/stored/revisions.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/stored/write-revision.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { PermanentJobError } from '#server/queue/job-queue.ts';
import { addNewRedirects, type SkippedRedirect } from '#server/sites/book-redirects.ts';
import { addChangeRequest } from '../change-requests/change-request-changes.ts';
import { loadContentBase } from '../change-requests/content-base.ts';
import { addCollection } from '../collections/collections.queries.ts';
import { addDrafts } from '../spaces/space-changes.ts';
import { cutTitle, type DraftedBook, EMPTY, writeDrafts } from './drafts/draft-books.ts';
import type { ImportContext } from './import-context.ts';
import { CanceledImportError, type ImportProgress } from './import-progress.ts';
import { type BegunRun, finishRun, lockRun, type ReportRow } from './import-runs.queries.ts';
import type { StoredImportResult } from './import-runs.rules.ts';
import { makeSite } from './make-site.ts';
import { makeSpecs } from './make-specs.ts';
import type { ImportTarget, PreparedBook, PreparedImport } from './prepared-import.ts';
import { outlineSite, type SiteOutline } from './site-outline.ts';
import { joinBooks } from './source/join-books.ts';
import { importsByRequest, requireImportTarget } from './start-import.ts';
import { addBook, type BookChange, summaryOf } from './update-book.ts';

interface Writing {
  trx: Transaction<Database>;
  run: BegunRun;
  actor: Actor;
  viewer: Membership;
  now: Date;
  progress: ImportProgress;
}

/**
 * Writes what was prepared into drafts, and makes all of it visible in one short transaction. What the person may do is asked
 * again: it may be less than when the import began.
 */
export async function writeImport(
  context: ImportContext,
  run: BegunRun,
  prepared: PreparedImport,
  progress: ImportProgress,
): Promise<void> {
  const { db, clock, fetcher } = context;
  const books = booksOf(run, prepared.books, clock.now());
  const total = books.reduce((sum, { content }) => sum + flattenPages(content.pages).length, 0);
  await progress.count('write', 0, total);
  const { site, isMade } = await planSite(run, prepared, progress);
  const intoSpace = run.request.spaceId;
  const drafts =
    intoSpace === undefined
      ? await writeDrafts(context, run, books, (pages) => progress.count('write', pages, total))
      : [];
  await inTransaction(db, async (trx) => {
    const now = clock.now();
    const locked = await lockRun(trx, run.id);
    if (locked?.state !== 'running') throw new CanceledImportError();
    const actor = await loadActor(trx, run);
    const viewer = membershipOr404(actor, run.organization_id);
    const writing = { trx, run, actor, viewer, now, progress };
    const spaces =
      intoSpace === undefined
        ? await showSpaces(writing, drafts)
        : [await writeInto(writing, intoSpace, books)];
    const made = new Map(books.flatMap(({ root }, index) => (spaces[index] ? [[root, spaces[index]]] : [])));
    const importedSite =
      isMade && site ? await makeSite(trx, site, { actor, viewer, spaces: made }) : undefined;
    if (importedSite) await progress.report(reportSkipped(importedSite.skipped, made), trx);
    const specs = { organizationId: run.organization_id, actor, viewer, now, fetcher };
    await progress.report(await makeSpecs(trx, prepared.books, specs), trx);
    await progress.finishReport(trx);
    const importedResources = prepared.books.reduce((sum, { content }) => sum + countResources(content), 0);
    const steps = progress.steps.map((step) => (step.name === 'write' ? { ...step, done: total } : step));
    const totalResources = Math.max(prepared.found, importedResources);
    const onlyPlanned = site && { title: site.title, reason: 'The site was not asked for.' };
    const result = { spaces, site: importedSite?.site ?? onlyPlanned, importedResources, totalResources };
    await finishRun(trx, run.id, { result, steps, now });
  });
}

/** The site of the source, and whether it is made: of new spaces, one for each book, where it was asked for. */
async function planSite(
  { request }: BegunRun,
  prepared: PreparedImport,
  progress: ImportProgress,
): Promise<{ site?: SiteOutline; isMade: boolean }> {
  if (!prepared.site) return { isMade: false };
  const { outline, report } = outlineSite(prepared.site);
  const isMade = request.choices.site && request.spaceId === undefined && request.choices.books !== 'space';
  if (isMade) await progress.report(report);
  return { site: outline, isMade };
}

/** Redirects that the new site did not take, with the folder of their book. */
function reportSkipped(
  skipped: readonly SkippedRedirect[],
  spaces: ReadonlyMap<string, ImportedSpace>,
): ReportRow[] {
  const roots = new Map([...spaces].map(([root, { space }]) => [space, root]));
  return skipped.map(({ spaceId, from, to, problem }) => {
    const message = `The redirect to ${JSON.stringify(to.slice(0, 200))} is left out: ${problem}.`;
    return { path: pathInSource(roots.get(spaceId) ?? '', from), kind: 'warning', message };
  });
}

/** Redirects of a book for a space that sites show already: what these have not taken. */
async function reportWaiting(
  { trx, run, actor, viewer }: Writing,
  change: { spaceId: string; book: StoredBook | undefined; previous: StoredBook | undefined },
  root: string,
): Promise<ReportRow[]> {
  const { action } = run.request;
  const { skipped, forbidden } = await addNewRedirects(trx, { actor, viewer }, { ...change, action });
  const rows = skipped.map(({ from, to, problem }) => {
    const message = `The redirect to ${JSON.stringify(to.slice(0, 200))} is left out: ${problem}.`;
    return { path: pathInSource(root, from), kind: 'warning' as const, message };
  });
  for (const { from, to } of forbidden) {
    const message = `A redirect leads from here to ${to}. Who may change the site that shows the space has to add it.`;
    rows.push({ path: pathInSource(root, from), kind: 'warning', message });
  }
  return rows;
}

function pathInSource(root: string, path: string): string {
  return root === '' ? path : `${root}/${path}`;
}

/** The person who imports, with what they may do now in this organization. */
async function loadActor(db: Kysely<Database>, run: BegunRun): Promise<Actor> {
  const actor = await findActingMember(db, run.organization_id, run.created_by);
  if (!actor)
    throw new PermanentJobError('Who started the import is no longer a member of the organization.');
  return actor;
}

/** Several books that go into one space become its groups. */
function booksOf({ request }: BegunRun, books: readonly PreparedBook[], now: Date): readonly PreparedBook[] {
  const isOne = request.spaceId !== undefined || request.choices.books === 'space';
  const [first] = books;
  if (!isOne || !first || books.length === 1) return books;
  return [{ spaceId: first.spaceId, ...joinBooks(books, now.toISOString()) }];
}

/** Makes drafts spaces, in a collection if there are several. */
async function showSpaces(
  { trx, run, actor, viewer, now }: Writing,
  drafts: readonly DraftedBook[],
): Promise<ImportedSpace[]> {
  const { organization_id: organizationId, request, origin } = run;
  let container: Container = { organizationId, parentId: request.parentId };
  const level = await requireCreatePermission(trx, actor, container);
  const isCollection = request.choices.books === 'collection' || drafts.length > 1;
  if (isCollection) {
    const title = cutTitle(titleOfOrigin(origin));
    const parentId = await addCollection(trx, { actor, viewer, level }, container, title);
    container = { organizationId, parentId };
  }
  if (drafts.length === 0) return [];
  const spaces = drafts.map(({ book, change, revisionId }): ImportedSpace => {
    return { space: book.spaceId, revision: revisionId, title: cutTitle(book.title), ...countsOf(change) };
  });
  const titledDrafts = spaces.map(({ space: id, title }) => ({ id, title, emoji: DEFAULT_EMOJI }));
  await addDrafts(trx, { actor, viewer, level }, container, titledDrafts);
  const common = { organizationId, actor, targetKind: 'space' as const, action: request.action };
  await recordAudits(
    trx,
    drafts.map(({ book, revisionId, previousId, summary }) => ({
      ...common,
      targetId: book.spaceId,
      before: { revision: previousId },
      after: { revision: revisionId },
      summary,
    })),
  );
  for (const { book, change } of drafts)
    if (showsSpec(change.content.pages)) await enqueueReferences(trx, { spaceId: book.spaceId }, now);
  return spaces;
}

/** Into a space with pages, by a change request unless it was asked for otherwise. */
async function writeInto(
  writing: Writing,
  spaceId: string,
  books: readonly PreparedBook[],
): Promise<ImportedSpace> {
  const { trx, run, actor, now } = writing;
  const { changeRequestId, choices, action } = run.request;
  const path = { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) };
  const base = await loadContentBase({ db: trx, actor }, path);
  const isByRequest = await importsByRequest(trx, base, choices.mode);
  if (!isByRequest && !base.changeRequest) await lockSpaceContent(trx, spaceId);
  await requireImportTarget(trx, base, isByRequest);
  const [book = { spaceId, title: '', root: '', content: EMPTY, specs: [] }] = books;
  if (!isByRequest) return writeBook(writing, { spaceId, changeRequestId: base.changeRequest?.id }, book);
  const subject = `Import from ${run.origin}`.slice(0, 100);
  const created = await addChangeRequest(trx, spaceId, { subject, action }, { actor, now });
  return writeBook(writing, { spaceId, changeRequestId: created }, book);
}

/** What a run that names a space goes into, as the person who imports may see it. */
export async function findTarget(db: Kysely<Database>, run: BegunRun): Promise<ImportTarget | undefined> {
  const { spaceId, changeRequestId } = run.request;
  if (spaceId === undefined) return undefined;
  const path = { spaceId, ...(changeRequestId !== undefined && { changeRequestId }) };
  const { revisionId } = await loadContentBase({ db, actor: await loadActor(db, run) }, path);
  const { pages, files, reusableContents, book } = await getRevision(db, spaceId, revisionId);
  return {
    content: { pages, files, reusableContents, ...(book && { book }) },
    previousPaths: await findPreviousPaths(db, run, spaceId),
  };
}

/** Writes a revision with a book's content, beside what is there. */
async function writeBook(
  writing: Writing,
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId?: string | undefined },
  book: PreparedBook,
): Promise<ImportedSpace> {
  const { trx, run, actor, now, progress } = writing;
  const space = await lockSpaceContent(trx, spaceId);
  const changeRequest =
    changeRequestId === undefined ? undefined : await lockChangeRequest(trx, changeRequestId);
  const holder = changeRequest ?? space;
  const current = await getRevision(trx, spaceId, holder.revision_id);
  const previousPaths = await findPreviousPaths(trx, run, spaceId);
  const change = addBook(current, book.content, { previousPaths });
  const summary = summaryOf(change, run.origin);
  const revision = await writeRevision(trx, {
    target: changeRequest ? { changeRequest } : { space },
    type: 'edits',
    content: change.content,
    // Stored before, and kept for hours without a revision that names them.
    texts: [],
    message: summary,
    actor,
    now,
    audit: { action: run.request.action, summary },
  });
  if (!changeRequest) {
    const { book: written } = change.content;
    const waiting = { spaceId, book: written, previous: current.book };
    await progress.report(await reportWaiting(writing, waiting, book.root), trx);
  }
  return {
    space: spaceId,
    revision,
    ...(changeRequest && { changeRequest: changeRequest.id }),
    title: space.title,
    ...countsOf(change),
  };
}

function countsOf({ addedPages, updatedPages, removedPages, files }: BookChange) {
  return { addedPages, updatedPages, removedPages, files };
}

/** The paths that the last import of the same source brought into the space; none if that revision is gone. */
async function findPreviousPaths(db: Kysely<Database>, run: BegunRun, spaceId: string): Promise<Set<string>> {
  const last = await db
    .selectFrom('content_imports')
    .select((column) => column.ref('result').$castTo<StoredImportResult | null>().as('result'))
    .where('organization_id', '=', run.organization_id)
    .where(sql<boolean>`space_ids @> array[${spaceId}]::text[]`)
    .where('origin', '=', run.origin)
    .where('state', '=', 'done')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const made = last?.result?.spaces.find(({ space }) => space === spaceId);
  const revision = made && (await findRevision(db, spaceId, made.revision));
  if (!revision) return new Set();
  const items = [...flattenPages(revision.pages), ...revision.files];
  return new Set(items.flatMap(({ git }) => (git ? [git.path] : [])));
}

function countResources({ pages, files }: StoredContent): number {
  return flattenPages(pages).length + files.length;
}

/** The last part of an address or path. */
function titleOfOrigin(origin: string): string {
  const name = origin.split('/').findLast((part) => part !== '') ?? origin;
  return name.replace(/\.(zip|git)$/i, '');
}
