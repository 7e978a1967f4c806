import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { ContentImport, ContentImportResult } from '#api/generated/types.gen.ts';
import { badRequest, badValue } from '#server/base/errors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { buildFiles, type BuiltPages, type ImportedFile } from '#server/content/import/build-content.ts';
import { type CollectedContent, ImportError } from '#server/content/import/imported-page.ts';
import { flattenPages, withPaths } from '#server/content/pages/page-tree.ts';
import { storeParsedTexts } from '#server/content/stored/parsed-texts.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import { lockChangeRequest, lockSpaceContent, writeRevision } from '#server/content/stored/write-revision.ts';
import { runTask, TaskLimitError } from '#server/content/tasks/run-task.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { countOf } from '#server/lists/lists.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import { requireNotClosed, requireUnlocked } from '../change-requests/change-requests.rules.ts';
import { collectHtml, collectMarkdown, collectWebsite, type WebAccess } from './collect-web.ts';
import { collectZip } from './collect-zip.ts';

/** For all fetches of an import. Less than the request timeout. */
const FETCH_TIMEOUT_MS = 40_000;

const COLLECTORS: Partial<
  Record<ContentImport['source'], (url: string, web: WebAccess) => Promise<CollectedContent>>
> = {
  website: collectWebsite,
  html: collectHtml,
  markdown: collectMarkdown,
  zip: collectZip,
};

export type ImportRequest = Pick<FastifyRequest, 'db' | 'actor' | 'clock' | 'fetcher' | 'gone' | 'server'>;

/** Where imported content goes: a space, or a change request of it. */
export interface ImportTarget {
  space: { id: string };
  changeRequest: { id: string } | null;
  /** The operation, for the audit log. */
  action: string;
}

/**
 * Fetches and converts content and appends it to the pages of a space or change request, in a new revision. A failure
 * changes nothing. `prepareTarget` runs when the content is there, in the transaction that stores it.
 */
export async function importContent(
  request: ImportRequest,
  organizationId: string,
  body: ContentImport,
  prepareTarget: (trx: Transaction<Database>) => Promise<ImportTarget>,
): Promise<ContentImportResult> {
  const collect = COLLECTORS[body.source];
  if (!collect) {
    const supported = Object.keys(COLLECTORS).join(', ');
    throw badValue('body.source', `is not supported; use one of ${supported}`);
  }
  const { actor, clock, db, fetcher, gone, server } = request;
  const now = clock.now();
  const fetchContent = async () => {
    const signal = AbortSignal.any([AbortSignal.timeout(FETCH_TIMEOUT_MS), gone]);
    const collected = await collect(body.url, { fetcher, organizationId, signal });
    return buildContent(collected, now, organizationId);
  };
  const importing = async (): Promise<ContentImportResult> => {
    const { built, files, found } = await withImportErrors(fetchContent);
    const importedResources = flattenPages(built.pages).length + files.length;
    const summary = `Imported ${countOf(importedResources, 'page or file', 'pages and files')} from ${parseUrl(body.url)?.host ?? body.url}.`;
    await storeParsedTexts(db, built.texts);
    const revision = await inTransaction(db, async (trx) => {
      const { space, changeRequest, action } = await prepareTarget(trx);
      const target = await lockTarget(trx, space.id, changeRequest);
      const current = await getRevision(trx, space.id, target.revisionId);
      const pages = withPaths(
        [...current.pages, ...built.pages],
        new Set(flattenPages(current.pages).map(({ id }) => id)),
      );
      await storeFiles(trx, space.id, files);
      return writeRevision(trx, {
        target: target.target,
        type: 'edits',
        content: {
          pages,
          files: [...current.files, ...files.map(({ ref }) => ref)],
          reusableContents: current.reusableContents,
          ...(current.book && { book: current.book }),
        },
        // Stored above, and kept for hours without a revision that names them.
        texts: [],
        message: summary,
        actor,
        now,
        audit: { action, summary },
      });
    });
    return { revision, importedResources, totalResources: Math.max(found, importedResources) };
  };
  // Until it is stored: what waits for the database is as large as what is converted.
  return server.contentImports.run(organizationId, importing, { signal: gone });
}

interface ConvertedContent {
  built: BuiltPages;
  files: ImportedFile[];
  /** Number of pages and images found. */
  found: number;
}

async function buildContent(
  { pages, images, total }: CollectedContent,
  now: Date,
  organizationId: string,
): Promise<ConvertedContent> {
  const files = buildFiles(images);
  const fileIds = new Map([...files].map(([key, { ref }]) => [key, ref.id]));
  const built = await runTask('buildPages', { pages, fileIds, now: now.toISOString() }, { organizationId });
  return { built, files: [...files.values()], found: total };
}

/** Invalid URLs and unsupported content are client errors: 400 with the reason. */
async function withImportErrors(work: () => Promise<ConvertedContent>): Promise<ConvertedContent> {
  try {
    return await work();
  } catch (error) {
    const message = importErrorMessage(error);
    if (message === undefined) throw error;
    throw badRequest(message, [{ path: 'body.url', message }]);
  }
}

/** Message for errors that the caller can fix; undefined for others. */
function importErrorMessage(error: unknown): string | undefined {
  if (error instanceof TaskLimitError && error.limit === 'time')
    return 'The content takes too long to import.';
  if (error instanceof TaskLimitError || error instanceof RangeError)
    return 'The content is too large or too deeply nested to import.';
  return error instanceof FetchError || error instanceof ImportError ? error.message : undefined;
}

async function lockTarget(
  trx: Transaction<Database>,
  spaceId: string,
  changeRequest: ImportTarget['changeRequest'],
) {
  const lockedSpace = await lockSpaceContent(trx, spaceId);
  if (!changeRequest) {
    requireUnlocked(lockedSpace);
    return { target: { space: lockedSpace }, revisionId: lockedSpace.revision_id };
  }
  const locked = await lockChangeRequest(trx, changeRequest.id);
  requireNotClosed(locked);
  return { target: { changeRequest: locked }, revisionId: locked.revision_id };
}

async function storeFiles(
  trx: Transaction<Database>,
  spaceId: string,
  files: readonly ImportedFile[],
): Promise<void> {
  for (const file of files) await storeFile(trx, spaceId, file);
}

async function storeFile(trx: Transaction<Database>, spaceId: string, file: ImportedFile): Promise<void> {
  const { contentType, ...columns } = file.ref;
  await trx
    .insertInto('files')
    .values({ ...columns, space_id: spaceId, content_type: contentType, data: file.data })
    .execute();
}
