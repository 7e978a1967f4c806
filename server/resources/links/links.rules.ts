import type {
  LinkItem,
  LinkPage,
  LinkReference,
  LinkStats,
  LinkStatus,
  Organization,
  Space,
} from '#api/generated/types.gen.ts';
import { effectiveLevel } from '#server/access/roles.ts';
import { notFound } from '#server/base/errors.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { toFileView } from '#server/content/pages/file-view.ts';
import { hashId, type StoredFileRef, type StoredPage } from '#server/content/pages/storage.ts';
import { linkKey } from '#server/content/stored/broken-links.ts';
import type { LinkTarget, ResolvedLink } from '#server/content/stored/resolve-links.ts';
import { compareKeys, type KeyedItem } from '#server/lists/keyed-items.ts';
import type { ContentBase } from '../change-requests/content-base.ts';
import { type OrganizationRow, toOrganizationView } from '../organizations/organizations.rules.ts';
import { type SpaceRow, toSpaceView } from '../spaces/spaces.rules.ts';

/** Other spaces of the organization that links lead to and the caller can see. */
export interface LinkedSpaces {
  space(id: string): SpaceRow | undefined;
  page(spaceId: string, pageId: string): LinkPage | undefined;
}

/** Broken by the change request, or already in its base. */
export type BrokenIn = 'change-request' | 'space';

/** `brokenIn` only where it is known. */
export interface CheckedLink extends ResolvedLink {
  brokenIn?: BrokenIn;
}

/** All links with one target. */
interface LinkGroup extends KeyedItem {
  status: LinkStatus;
  relation: ResolvedLink['relation'];
  target: LinkTarget;
  links: CheckedLink[];
}

export interface LinkFilter {
  status?: LinkStatus | undefined;
  brokenIn?: BrokenIn | undefined;
}

/** Broken links first. */
const STATUS_ORDER: Record<LinkStatus, number> = { broken: 0, 'in-app': 1, ok: 2 };

/** Characters of a target in the sort key; a hash distinguishes the rest. */
const MAX_KEY_LENGTH = 120;

/** Marks broken links as broken by the change request, or already in `before`. */
export function markBrokenIn(links: readonly ResolvedLink[], before: readonly ResolvedLink[]): CheckedLink[] {
  const alreadyBroken = new Set(before.filter(({ status }) => status === 'broken').map(linkKey));
  return links.map((link) =>
    link.status === 'broken'
      ? { ...link, brokenIn: alreadyBroken.has(linkKey(link)) ? 'space' : 'change-request' }
      : link,
  );
}

/** Filtered links, grouped by target and sorted. */
export function groupLinks(links: readonly CheckedLink[], { status, brokenIn }: LinkFilter): LinkGroup[] {
  const groups = new Map<string, LinkGroup>();
  for (const link of links) {
    if (status !== undefined && link.status !== status) continue;
    if (brokenIn !== undefined && link.brokenIn !== brokenIn) continue;
    const key = keyOf(link);
    const group = groups.get(key);
    if (group) group.links.push(link);
    else {
      const { relation, target } = link;
      groups.set(key, { key, status: link.status, relation, target, links: [link] });
    }
  }
  return [...groups.values()].toSorted(compareKeys);
}

function keyOf({ status, target }: ResolvedLink): string {
  return `${STATUS_ORDER[status]} ${target.key.slice(0, MAX_KEY_LENGTH)} ${hashId(target.key, 12)}`;
}

/** Counts regardless of the filter. Links in a space's own content are never broken by a change request. */
export function countLinks(links: readonly CheckedLink[]): LinkStats {
  const broken = links.filter(({ status }) => status === 'broken');
  const changeRequest = broken.filter(({ brokenIn }) => brokenIn === 'change-request').length;
  return { total: links.length, broken: { total: broken.length, changeRequest } };
}

/** The shared context of all links of one base. */
export interface LinkViewContext {
  organization: Organization;
  space: Space;
  versionContext: NonNullable<LinkReference['versionContext']>;
  service: ServiceSettings;
  now: Date;
  /** Views another space for the caller. */
  viewSpace: (row: NonNullable<ReturnType<LinkedSpaces['space']>>) => Space;
}

export function createLinkViewContext(
  { space, changeRequest, viewer, level, revisionId }: ContentBase,
  organization: OrganizationRow | undefined,
  { service, now }: Pick<LinkViewContext, 'service' | 'now'>,
): LinkViewContext {
  if (!organization) throw notFound('organization');
  return {
    organization: toOrganizationView(organization, viewer, service),
    space: toSpaceView(space, level, service),
    versionContext: changeRequest
      ? { type: 'change-request', revision: revisionId, changeRequest: changeRequest.id }
      : { type: 'revision', revision: revisionId },
    service,
    now,
    viewSpace: (row) => toSpaceView(row, effectiveLevel(viewer.role, row), service),
  };
}

/** All links with one target. */
export function toLinkItem(group: LinkGroup, context: LinkViewContext, others: LinkedSpaces): LinkItem {
  return {
    status: group.status,
    relation: group.relation,
    targetReference: toTarget(group, context, others),
    locationReferences: group.links.map((link) => toLocation(link, context)),
  };
}

/** A space that the caller cannot see is represented by the URL only, like one that does not exist. */
function toTarget(
  { target, status, links }: LinkGroup,
  context: LinkViewContext,
  others: LinkedSpaces,
): LinkReference {
  const url = links[0]?.url ?? '';
  const location = {
    organization: context.organization,
    space: context.space,
    versionContext: context.versionContext,
  };
  const { kind, page, file, anchor, pageId, spaceId } = target;
  if (kind === 'url') return { kind, url };
  if (kind === 'space' && spaceId !== undefined && spaceId !== context.space.id) {
    const space = others.space(spaceId);
    if (!space) return { kind, url };
    const linkedPage = pageId === undefined ? undefined : (others.page(spaceId, pageId) ?? { id: pageId });
    const otherSpace = { organization: context.organization, space: context.viewSpace(space), url };
    return {
      kind: linkedPage ? 'page' : kind,
      ...otherSpace,
      ...(linkedPage && { page: linkedPage }),
      ...withAnchor(anchor),
    };
  }
  const targetPage = page ? toLinkPage(page) : pageId === undefined ? undefined : { id: pageId };
  return {
    kind,
    ...location,
    ...(targetPage && { page: targetPage }),
    ...withAnchor(anchor),
    ...(file && { file: toFileView(file, context.service, context.now) }),
    ...(status === 'broken' && { url }),
  };
}

function toLocation({ page, at, url }: ResolvedLink, context: LinkViewContext): LinkReference {
  return {
    kind: at === undefined ? 'page' : 'anchor',
    space: context.space,
    versionContext: context.versionContext,
    page: toLinkPage(page),
    ...withAnchor(at),
    url,
  };
}

/** A page that shows or links to a file or another page. */
export function toBacklink(page: StoredPage, context: LinkViewContext, file?: StoredFileRef): LinkReference {
  return {
    kind: 'page',
    organization: context.organization,
    space: context.space,
    versionContext: context.versionContext,
    page: toLinkPage(page),
    ...(file && { file: toFileView(file, context.service, context.now) }),
  };
}

function withAnchor(anchor: string | undefined): { anchor?: string } {
  return anchor === undefined ? {} : { anchor };
}

function toLinkPage({ id, title, path }: StoredPage): LinkPage {
  return { id, title, path };
}

/** Pages that link to or show a file, in tree order. */
export function pagesWithFile(links: readonly ResolvedLink[], fileId: string): StoredPage[] {
  return [...new Set(links.filter(({ target }) => target.file?.id === fileId).map(({ page }) => page))];
}

/** Pages that link to some pages or their headings, without these themselves, in tree order. */
export function pagesWithLinkTo(links: readonly ResolvedLink[], pageIds: ReadonlySet<string>): StoredPage[] {
  const brokenLinks = links.filter(
    ({ target, page }) => target.page && pageIds.has(target.page.id) && !pageIds.has(page.id),
  );
  return [...new Set(brokenLinks.map(({ page }) => page))];
}
