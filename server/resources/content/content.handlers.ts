import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { File, Page, Revision } from '#api/generated/types.gen.ts';
import { notFound } from '#server/base/errors.ts';
import { trimSlashes } from '#server/base/trim-slashes.ts';
import { toFileView } from '#server/content/pages/file-view.ts';
import { findPage, flattenPages } from '#server/content/pages/page-tree.ts';
import { bytesIdOf } from '#server/content/pages/storage.ts';
import type { StoredRevision } from '#server/content/stored/revisions.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { type ListEnvelope, type ListQuery, readPage, toEnvelope } from '#server/lists/lists.ts';
import { type BasePath, type ContentBase, loadContent } from '../change-requests/content-base.ts';
import { publishedSpaceUrl } from '../spaces/spaces.rules.ts';
import { type ContentLocation, toRevisionView } from './content.rules.ts';
import { findInRepository, withGit } from './repository-places.ts';
import { computePages, type ContentQuery, viewPage, viewPages } from './view-page.ts';

/** For either base. */
type ContentRequest<Path = BasePath> = Pick<
  FastifyRequest,
  'db' | 'actor' | 'service' | 'clock' | 'cursors'
> & { params: Path; query: ContentQuery & ListQuery };

function locationOf(
  { space, changeRequest, viewer }: ContentBase,
  service: FastifyRequest['service'],
): ContentLocation {
  return {
    organizationId: space.organization_id,
    spaceId: space.id,
    ...(changeRequest
      ? { changeRequest: changeRequest.number }
      : { published: publishedSpaceUrl(space.published_in, viewer, service) }),
  };
}

async function getContent(request: ContentRequest): Promise<Revision> {
  const { service, clock, params, query } = request;
  const { base, revision } = await loadContent(request, params);
  const { pages, context } = await computePages(request, locationOf(base, service), revision.pages);
  const gitOf = await findInRepository(request, base);
  return toRevisionView(
    { ...revision, pages: [...pages] },
    { ...context, gitOf },
    { now: clock.now(), metadata: query.metadata ?? true },
  );
}

async function listPages(request: ContentRequest): Promise<{ pages: Page[] }> {
  const { base, revision } = await loadContent(request, request.params);
  return viewPages(
    request,
    locationOf(base, request.service),
    revision.pages,
    await findInRepository(request, base),
  );
}

const viewedContent = (request: ContentRequest, base: ContentBase, revision: StoredRevision) => ({
  ...revision,
  synchronizedFor: base.space.git_sync === null ? undefined : base.viewer,
  findGit: (ids: readonly string[]) => findInRepository(request, base, ids),
});

async function getPage(request: ContentRequest<BasePath & { pageId: string }>): Promise<Page> {
  const { params, service } = request;
  const { base, revision } = await loadContent(request, params);
  const content = viewedContent(request, base, revision);
  return viewPage(request, locationOf(base, service), content, (pages) => findPage(pages, params.pageId));
}

async function getPageByPath(request: ContentRequest<BasePath & { pagePath: string }>): Promise<Page> {
  const { params, service } = request;
  const { base, revision } = await loadContent(request, params);
  const path = trimSlashes(params.pagePath);
  const content = viewedContent(request, base, revision);
  return viewPage(request, locationOf(base, service), content, (pages) =>
    flattenPages(pages).find((candidate) => candidate.path === path),
  );
}

async function listFiles(request: ContentRequest): Promise<ListEnvelope<File>> {
  const { db, service, clock, params } = request;
  const { base, revision } = await loadContent(request, params);
  const files = new Map(revision.files.map((file) => [bytesIdOf(file), file]));
  const page = await readPage(request, {
    scope: { operation: 'listFiles', filters: [base.space.id, base.changeRequest?.id] },
    query: db
      .selectFrom('files')
      .select('id')
      .where('id', '=', sql<string>`any(${[...files.keys()]}::text[])`),
    order: [
      { column: 'files.created_at', direction: 'desc' },
      { column: 'files.id', direction: 'desc' },
    ],
    count: async () => files.size,
  });
  const rows = page.rows.flatMap(({ id }) => files.get(id) ?? []);
  const gitOf = await findInRepository(request, base);
  return toEnvelope({ ...page, rows }, (file) =>
    toFileView(withGit(file, gitOf), service, clock.now(), request.query.metadata),
  );
}

async function getFile(request: ContentRequest<BasePath & { fileId: string }>): Promise<File> {
  const { params, query, service, clock } = request;
  const { base, revision } = await loadContent(request, params);
  const file = revision.files.find(({ id }) => id === params.fileId);
  if (!file) throw notFound('file');
  const gitOf = await findInRepository(request, base, [file.id]);
  return toFileView(withGit(file, gitOf), service, clock.now(), query.metadata);
}

/** The same handlers for spaces and change requests. */
export const contentHandlers = {
  getSpaceContent: getContent,
  getChangeRequestContent: getContent,
  listSpacePages: listPages,
  listChangeRequestPages: listPages,
  getSpacePage: getPage,
  getChangeRequestPage: getPage,
  getSpacePageByPath: getPageByPath,
  getChangeRequestPageByPath: getPageByPath,
  listSpaceFiles: listFiles,
  listChangeRequestFiles: listFiles,
  getSpaceFile: getFile,
  getChangeRequestFile: getFile,
} satisfies Handlers<
  | 'getSpaceContent'
  | 'getChangeRequestContent'
  | 'listSpacePages'
  | 'listChangeRequestPages'
  | 'getSpacePage'
  | 'getChangeRequestPage'
  | 'getSpacePageByPath'
  | 'getChangeRequestPageByPath'
  | 'listSpaceFiles'
  | 'listChangeRequestFiles'
  | 'getSpaceFile'
  | 'getChangeRequestFile'
>;
