import { findPage } from '#server/content/page-tree.ts';
import { getRevision } from '#server/content/revisions.ts';
import { signUrl } from '#server/content/signed-url.ts';
import type { Handlers } from '#server/contract.ts';
import { notFound } from '#server/errors.ts';
import { loadChangeRequest } from './content-base.ts';

export const changeRequestPdfHandlers = {
  async getChangeRequestPdf(request) {
    const { db, params, query, service, clock } = request;
    const { changeRequest } = await loadChangeRequest(request, params);
    const { page, only = false } = query;
    const { revision_id: revision, space_id: spaceId } = changeRequest;
    const { pages } = await getRevision(db, spaceId, revision);
    if (page !== undefined && !findPage(pages, page)) throw notFound('page');
    const chosen: Record<string, string> = page === undefined ? {} : { page, only: String(only) };
    // The signature covers the revision, so that the link keeps printing the same content.
    const path = `/prints/${changeRequest.id}`;
    return { url: signUrl(service, path, clock.now(), { revision, ...chosen }) };
  },
} satisfies Handlers<'getChangeRequestPdf'>;
