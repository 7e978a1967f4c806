import { badValue } from '#server/base/errors.ts';
import { findPage } from '#server/content/pages/page-tree.ts';
import { addPagePreview, PAGE_PREVIEW_TTL_MS } from '#server/content/stored/page-previews.ts';
import { getRevision } from '#server/content/stored/revisions.ts';
import { getTextPreview } from '#server/content/stored/stored-html.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { PAGE_PREVIEW } from '#server/published/pages/page-preview.ts';
import { PREVIEW_TTL_MS, previewBase } from '#server/published/visit/preview-address.ts';
import { findSiteOfSpace } from '#server/published/visit/site-of-space.ts';
import { canViewSites } from '#server/sites/sites.rules.ts';
import { loadChangeRequest } from './content-base.ts';

/** Previews of unsaved texts. */
export const pagePreviewHandlers = {
  async createPagePreview(request) {
    const { db, actor, clock, service, params, body } = request;
    const { changeRequest, space, viewer, revisionId } = await loadChangeRequest(request, params);
    const { pages } = await getRevision(db, space.id, changeRequest.revision_id);
    const page = findPage(pages, body.page);
    if (!page) throw badValue('body.page', 'is not a page of this content');
    if (page.type === 'group' || page.type === 'link') {
      throw badValue('body.page', `is a page of type ${page.type}, which has no text`);
    }
    const organizationId = space.organization_id;
    const preview = await getTextPreview(body.document.markdown, organizationId);
    const siteId = canViewSites(viewer) ? await findSiteOfSpace(db, space.id) : undefined;
    const now = clock.now();
    const userId = actor.user.id;
    const previewId = await addPagePreview(db, userId, preview, now);
    const base = previewBase(service, {
      organizationId,
      userId,
      // Longer than the text is there: pictures are loaded when they are scrolled to.
      expiresAt: now.getTime() + PREVIEW_TTL_MS,
      page: { previewId, pageId: page.id, spaceId: space.id, revisionId },
      ...(siteId !== undefined && { siteId }),
      ...(body.colorMode && { colorMode: body.colorMode }),
    });
    return {
      object: 'page-preview',
      url: `${service.publishedUrl}${base}~/${PAGE_PREVIEW}`,
      expiresAt: new Date(now.getTime() + PAGE_PREVIEW_TTL_MS).toISOString(),
    };
  },
} satisfies Handlers<'createPagePreview'>;
