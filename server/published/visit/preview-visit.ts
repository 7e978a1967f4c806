import type { FastifyRequest } from 'fastify';
import type { Membership } from '#server/access/actor.ts';
import { findMembership } from '#server/access/membership.queries.ts';
import { ApiError } from '#server/base/errors.ts';
import { appUrl } from '#server/base/service-settings.ts';
import { findDraft } from '#server/sites/customization.queries.ts';
import { customizationAt } from '#server/sites/customization.ts';
import { canChangeSites, canViewSites } from '#server/sites/sites.rules.ts';
import {
  findReadableSpaces,
  findReplacement,
  type PreviewedPage,
  type PreviewGrant,
  readGrant,
} from './preview-address.ts';
import { visitorCustomization } from './published-site.ts';
import { conditionHolds } from './site-conditions.ts';
import { siteOfSpace } from './site-of-space.ts';
import { type VisibleTree, visibleTree, type SiteTree } from './site-tree.ts';
import { type AddressedSite, findSiteAt, type Preview, type Visit } from './visit.ts';

/** The target of a preview's address. */
export interface PreviewedSite {
  site: Visit['site'];
  tree: VisibleTree;
  preview: Preview;
  /** The visitor who is imagined. */
  visitor: Visit['visitor'];
  /** Of the visitor who is imagined. */
  theme: Visit['theme'];
}

/**
 * The site of a preview, as a visitor with its claims sees it; of a restricted site, only spaces that its
 * member may read. Undefined where the address is not ours, has expired, or its member has left.
 */
export async function findPreview(
  request: FastifyRequest,
  { token, segments }: { token: string; segments: readonly string[] },
): Promise<PreviewedSite | undefined> {
  const { db, service, clock } = request;
  const grant = readGrant(service, token, clock.now());
  const member = grant && (await findMembership(db, grant.organizationId, grant.userId));
  if (!grant || !member) return undefined;
  if (grant.page) return openPagePreview(request, { grant, page: grant.page, member }, segments);
  if (!canViewSites(member) || grant.siteId === undefined) return undefined;
  if (grant.structureDraft === true && !canChangeSites(member)) return undefined;
  const names = { organization: grant.organizationId, site: grant.siteId };
  const siteInPath = await findSiteAt(request, names, segments, { isPreview: true });
  if (!siteInPath || siteInPath.site.organizationId !== grant.organizationId) return undefined;
  const site = await withDraft(request, siteInPath.site, grant);
  const wholeTree = await treeOf(request, siteInPath, grant);
  if (!site || !wholeTree) return undefined;
  const isOpen = site.published && (site.visibility === 'public' || site.visibility === 'unlisted');
  const spaceIds = spacesOf(wholeTree);
  const readable = isOpen ? new Set(spaceIds) : await findReadableSpaces(db, member, spaceIds);
  const tree = withSpaces(wholeTree, readable);
  const preview = await previewOf(request, grant);
  if (!preview) return undefined;
  const claims = { unsigned: {}, ...grant.claims };
  const isShown = (condition: string) => !site.adaptiveContent || conditionHolds(condition, claims);
  const visitor = { claims, isKnown: true };
  return { site, tree: visibleTree(tree, isShown), preview, visitor, theme: grant.colorMode };
}

/**
 * A page with an unsaved text, on its site for a reader for whom every condition holds. A space that is on no
 * site is shown alone.
 */
async function openPagePreview(
  request: FastifyRequest,
  { grant, page, member }: { grant: PreviewGrant; page: PreviewedPage; member: Membership },
  segments: readonly string[],
): Promise<PreviewedSite | undefined> {
  const { db } = request;
  const { organizationId, siteId, userId, colorMode } = grant;
  const { spaceId, revisionId } = page;
  if (siteId !== undefined && !canViewSites(member)) return undefined;
  const previewedSite =
    siteId === undefined
      ? siteOfSpace(organizationId, spaceId)
      : await findSiteAt(request, { organization: organizationId, site: siteId }, segments, {
          isPreview: true,
        });
  if (!previewedSite || previewedSite.site.organizationId !== organizationId) return undefined;
  const readable = await findReadableSpaces(db, member, [
    ...new Set([spaceId, ...spacesOf(previewedSite.tree)]),
  ]);
  if (!readable.has(spaceId)) return undefined;
  const preview = { revisions: new Map([[spaceId, revisionId]]), page: { ...page, userId } };
  const tree = visibleTree(withSpaces(previewedSite.tree, readable), () => true);
  const visitor = { claims: {}, isKnown: false };
  return { site: previewedSite.site, tree, preview, visitor, theme: colorMode };
}

/**
 * The site with the draft that the grant names, whose announcement is shown whatever its dates are; undefined if the draft
 * was deleted.
 */
async function withDraft(
  { db, clock }: FastifyRequest,
  site: Visit['site'],
  { customizationDraft: id, userId }: PreviewGrant,
): Promise<Visit['site'] | undefined> {
  if (id === undefined) return { ...site, customization: customizationAt(site.customization, clock.now()) };
  const customization = await findDraft(db, { id, siteId: site.id, userId });
  return customization && { ...site, customization: visitorCustomization(customization) };
}

/** The tree to show; undefined where it has a draft that can't be applied any more, or that its member may not apply. */
async function treeOf(
  request: FastifyRequest,
  { site, tree }: AddressedSite,
  { organizationId, structureDraft, userId }: PreviewGrant,
): Promise<SiteTree | undefined> {
  if (structureDraft !== true) return tree;
  const { id: siteId, structureVersion } = site;
  try {
    const place = { organizationId, siteId, structureVersion };
    return (await request.server.findDraftedTree(request, place, userId))?.tree ?? tree;
  } catch (error) {
    if (error instanceof ApiError && error.status < 429) return undefined;
    throw error;
  }
}

function spacesOf({ sections }: SiteTree): string[] {
  return sections.flatMap(({ siteSpaces }) => siteSpaces.map(({ spaceId }) => spaceId));
}

function withSpaces(tree: SiteTree, spaceIds: ReadonlySet<string>): SiteTree {
  const sections = tree.sections.map((section) => ({
    ...section,
    siteSpaces: section.siteSpaces.filter(({ spaceId }) => spaceIds.has(spaceId)),
  }));
  return { ...tree, sections };
}

async function previewOf(
  { db, service }: FastifyRequest,
  { content, organizationId }: PreviewGrant,
): Promise<Preview | undefined> {
  if (!content) return { revisions: new Map() };
  const replacement = await findReplacement(db, content);
  if (!replacement) return undefined;
  const { spaceId } = content;
  const { revisionId, about } = replacement;
  const space = appUrl(service, `/o/${organizationId}/spaces/${spaceId}`);
  const revisions = new Map([[spaceId, revisionId]]);
  if (about.kind === 'revision') {
    return { revisions, notice: { ...about, spaceId, backUrl: `${space}/history` } };
  }
  if (about.kind === 'branch') return { revisions, notice: { ...about, spaceId, backUrl: `${space}/git` } };
  const { kind, number, subject, baseRevisionId } = about;
  const title = `#${number} ${subject}`.trim();
  return {
    revisions,
    notice: { kind, title, spaceId, baseRevisionId, backUrl: `${space}/changes/${number}` },
  };
}
