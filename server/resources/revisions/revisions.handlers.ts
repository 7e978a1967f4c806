import { findRevision } from '#server/content/revisions.ts';
import type { StoredPage } from '#server/content/storage.ts';
import type { Handlers, OperationRequest } from '#server/contract.ts';
import { notFound } from '#server/errors.ts';
import type { ContentLocation } from '../content/content.view.ts';
import { viewPage, viewPages } from '../content/view-page.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';

/** Revisions of a space and of its change requests, however old. */
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

/** A revision of a space that the caller can see; 404 otherwise. */
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
