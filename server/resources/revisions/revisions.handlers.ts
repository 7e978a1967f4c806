import type { RevisionSummary } from '#api/generated/types.gen.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import { badValue, notFound } from '#server/base/errors.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import { findRevision } from '#server/content/stored/revisions.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { toCommitView } from '#server/git-sync/commit-view.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { heavyDocuments } from '#server/plugins/limits/heavy-limits.ts';
import { compareRevisions } from '../change-requests/writing/compare-revisions.ts';
import type { ContentLocation } from '../content/content.rules.ts';
import { viewPage, viewPages } from '../content/view-page.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import { type RevisionSummaryRow, selectSummaries } from './revisions.queries.ts';

/** Also of change requests and of any age. */
export const revisionHandlers = {
  async listSpaceRevisions(request) {
    const { params, db, actor } = request;
    const { row: space } = await loadSpace(db, actor, params.spaceId);
    const revisions = selectSummaries(db, space.id);
    const page = await readPage(request, {
      scope: {
        operation: 'listSpaceRevisions',
        organizationId: space.organization_id,
        filters: [space.id],
      },
      query: revisions,
      order: [
        { column: 'revisions.created_at', direction: 'desc' },
        { column: 'revisions.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countRows(revisions),
    });
    return toEnvelope(page, toSummaryView);
  },

  async listRevisionPages(request) {
    const { pages, location } = await loadRevision(request);
    return viewPages(request, location, pages);
  },

  async getRevisionPage(request) {
    const { location, ...content } = await loadRevision(request);
    return viewPage(request, location, content, (pages) => findPage(pages, request.params.pageId));
  },

  async getRevisionChanges(request) {
    const { db, gone: signal } = request;
    const { spaceId, revisionId } = request.params;
    const { base: baseId, limit } = request.query;
    const { row } = await loadSpace(db, request.actor, spaceId);
    const caller = { organizationId: row.organization_id, signal };
    const compare = () => compareRevisions(db, { spaceId: row.id, baseId, revisionId, limit }, caller);
    const changes = await heavyDocuments.run(row.organization_id, compare, { signal });
    if (changes) return changes;
    if (await findRevision(db, row.id, revisionId))
      throw badValue('query.base', 'is not a revision of this space');
    throw notFound('revision');
  },
} satisfies Handlers<'listSpaceRevisions' | 'listRevisionPages' | 'getRevisionPage' | 'getRevisionChanges'>;

/** 404 where the space is not visible or the revision does not exist. */
async function loadRevision({
  db,
  actor,
  params: { spaceId, revisionId },
}: OperationRequest<'listRevisionPages'>): Promise<
  Parameters<typeof viewPage>[2] & { location: ContentLocation }
> {
  const { row, viewer } = await loadSpace(db, actor, spaceId);
  const revision = await findRevision(db, spaceId, revisionId);
  if (!revision) throw notFound('revision');
  const location = { organizationId: row.organization_id, spaceId };
  const { pages, files, book } = revision;
  const synchronizedFor = row.git_sync === null ? undefined : viewer;
  return { pages, files, ...(book && { book }), synchronizedFor, location };
}

function toSummaryView(row: RevisionSummaryRow): RevisionSummary {
  const { merged_id: id, merged_number: number, merged_subject: subject } = row;
  const git = toCommitView(row.git);
  return {
    object: 'revision-summary',
    id: row.id,
    type: row.type,
    ...(row.message !== null && { message: row.message }),
    createdAt: row.created_at.toISOString(),
    ...(row.created_by !== null && { createdBy: toAuthorView(row.created_by, row) }),
    ...(id !== null && number !== null && { changeRequest: { id, number, subject: subject ?? '' } }),
    ...(git && { git }),
  };
}
