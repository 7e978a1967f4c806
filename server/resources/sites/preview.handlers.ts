import type { FastifyRequest } from 'fastify';
import { badValue, notFound } from '#server/base/errors.ts';
import { findBranchPreview } from '#server/content/stored/branch-previews.ts';
import { findRevision } from '#server/content/stored/revisions.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { placesOf } from '#server/published/view/reader-links.ts';
import {
  findReplacement,
  PREVIEW_TTL_MS,
  previewBase,
  type PreviewGrant,
} from '#server/published/visit/preview-address.ts';
import { findRevisionIds } from '#server/published/visit/published-site.ts';
import { loadReaderContent, pageUrl } from '#server/published/visit/reader-content.ts';
import { loadSiteTree } from '#server/published/visit/site-tree.queries.ts';
import { findPlace, sectionUrl, siteSpaceUrl, type SiteTree } from '#server/published/visit/site-tree.ts';
import { findDraft } from '#server/sites/customization.queries.ts';
import { loadChangeableSite, loadSite, type SiteRow } from '#server/sites/load-site.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';

type PreviewRequest = OperationRequest<'getSitePreview'>;

export const sitePreviewHandlers = {
  async getSitePreview(request) {
    const { query, service, clock, actor } = request;
    const claims = parseClaims(query.claims);
    const { site, tree, item } = await findTree(request);
    const content = await findContent(request, tree);
    const { customizationDraft } = query;
    const draft = { id: customizationDraft ?? '', siteId: site.id, userId: actor.user.id };
    if (customizationDraft !== undefined && !(await findDraft(request.db, draft))) throw notFound('draft');
    const expiresAt = clock.now().getTime() + PREVIEW_TTL_MS;
    const base = previewBase(service, {
      organizationId: site.organization_id,
      siteId: site.id,
      userId: actor.user.id,
      expiresAt,
      ...(claims && { claims }),
      ...(content && { content }),
      ...(customizationDraft !== undefined && { customizationDraft }),
      ...(query.structureDraft === true && { structureDraft: true }),
      ...(query.colorMode && { colorMode: query.colorMode }),
    });
    const url = `${service.publishedUrl}${await findStart(request, { base, tree, content, item })}`;
    return { object: 'site-preview', url, expiresAt: new Date(expiresAt).toISOString() };
  },
} satisfies Handlers<'getSitePreview'>;

/** The site with the structure to show, and the item in it to begin with; 403 and 409 where it has a draft that is refused. */
async function findTree(request: PreviewRequest): Promise<{ site: SiteRow; tree: SiteTree; item?: string }> {
  const { query, db, actor, params } = request;
  const isDraft = query.structureDraft === true;
  const { site } = await (isDraft ? loadChangeableSite(request) : loadSite(request));
  const place = { ...params, structureVersion: site.structure_version };
  const drafted = isDraft ? await request.server.findDraftedTree(request, place, actor.user.id) : undefined;
  const tree = drafted?.tree ?? (await loadSiteTree(db, site.id, site.structure_version));
  const { item } = query;
  return { site, tree, ...(item !== undefined && { item: drafted?.added.get(item) ?? item }) };
}

/** 400 unless it is a JSON object. */
function parseClaims(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The same error as for other values.
  }
  throw badValue('query.claims', 'must be a JSON object');
}

/** The change request, revision or preview of a branch to show; 404 where the caller may not read it or its space is not on the site. */
async function findContent(
  { db, actor, query }: PreviewRequest,
  tree: SiteTree,
): Promise<PreviewGrant['content']> {
  const { changeRequest, revision, branchPreview } = query;
  const [asked, other] = Object.entries({ changeRequest, revision, branchPreview }).flatMap(([name, id]) =>
    id === undefined ? [] : [name],
  );
  if (asked === undefined) return undefined;
  if (other !== undefined) throw badValue(`query.${other}`, `must not be combined with ${asked}`);
  if (branchPreview !== undefined) {
    const preview = await findBranchPreview(db, branchPreview);
    if (!preview || !placesOf(tree).has(preview.spaceId)) throw notFound('preview of a branch');
    const { row } = await loadSpace(db, actor, preview.spaceId);
    return { spaceId: row.id, branchPreviewId: branchPreview };
  }
  const what = changeRequest === undefined ? 'revision' : 'change request';
  const row = await db
    .selectFrom(changeRequest === undefined ? 'revisions' : 'change_requests')
    .select('space_id')
    .where('id', '=', changeRequest ?? revision ?? '')
    .executeTakeFirst();
  if (!row || !placesOf(tree).has(row.space_id)) throw notFound(what);
  const { row: space } = await loadSpace(db, actor, row.space_id);
  if (changeRequest !== undefined) return { spaceId: space.id, changeRequestId: changeRequest };
  const storedRevision = await findRevision(db, space.id, revision ?? '');
  // Those of a change request belong to it.
  if (!storedRevision || storedRevision.changeRequestId !== null) throw notFound('revision');
  return { spaceId: space.id, revisionId: storedRevision.id };
}

/** The address that a preview begins with. */
async function findStart(
  { db, query }: Pick<FastifyRequest, 'db'> & { query: PreviewRequest['query'] },
  {
    base,
    tree,
    content,
    item,
  }: { base: string; tree: SiteTree; content: PreviewGrant['content']; item?: string | undefined },
): Promise<string> {
  const section = tree.sections.find(({ id }) => id === item);
  if (section && query.page === undefined) return sectionUrl(base, section);
  const place = findPlace(tree, item) ?? (content && placesOf(tree).get(content.spaceId));
  if (item !== undefined && !section && !place) throw notFound('item of the site');
  if (!place) return base;
  const spaceUrl = siteSpaceUrl(base, place);
  if (query.page === undefined) return spaceUrl;
  const { spaceId } = place.siteSpace;
  const replaced = content?.spaceId === spaceId ? await findReplacement(db, content) : undefined;
  const revisionId = replaced?.revisionId ?? (await findRevisionIds(db, [spaceId])).get(spaceId);
  const pages = revisionId === undefined ? undefined : await loadReaderContent(db, revisionId);
  const entry = pages?.byId.get(query.page);
  if (!pages || !entry) throw notFound('page');
  return pageUrl(spaceUrl, pages, entry.page);
}
