import { findRevision } from '#server/content/revisions.ts';
import type { StoredPage } from '#server/content/storage.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { notFound } from '#server/errors.ts';
import type { ContentLocation } from '../content/content.rules.ts';
import { viewPage, viewPages } from '../content/view-page.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';

/** Also of change requests and of any age. */
export const revisionHandlers = {
  async listRevisionPages(request) {
    const { pages, location } = await loadRevision(request);
    return viewPages(request, location, pages);
  },

  async getRevisionPage(request) {
    const { pages, location } = await loadRevision(request);
    return viewPage(request, location, pages, request.params.pageId);
  },
} satisfies Handlers<'listRevisionPages' | 'getRevisionPage'>;

/** 404 where the space is not visible or the revision does not exist. */
async function loadRevision({
  db,
  actor,
  params: { spaceId, revisionId },
}: OperationRequest<'listRevisionPages'>): Promise<{ pages: StoredPage[]; location: ContentLocation }> {
  const { row } = await loadSpace(db, actor, spaceId);
  const revision = await findRevision(db, spaceId, revisionId);
  if (!revision) throw notFound('revision');
  return { pages: revision.pages, location: { organizationId: row.organization_id, spaceId } };
}
