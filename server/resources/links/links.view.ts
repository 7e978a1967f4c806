import { levelFrom } from '#server/access/content-level.ts';
import type { ContentBase } from '../change-requests/content-base.ts';
import type { ResolvedLink } from '#server/content/links/resolve-links.ts';
import type { StoredFileRef, StoredPage } from '#server/content/storage.ts';
import { notFound } from '#server/errors.ts';
import type { LinkItem, LinkPage, LinkReference, Organization, Space } from '#api/generated/types.gen.ts';
import type { ServiceSettings } from '#server/service-settings.ts';
import { toFileView } from '../content/content.view.ts';
import type { OrganizationRow } from '../organizations/organizations.queries.ts';
import { toOrganizationView } from '../organizations/organizations.rules.ts';
import { toSpaceView } from '../spaces/spaces.view.ts';
import type { LinkGroup } from './link-groups.ts';
import type { OtherSpaces } from './other-spaces.queries.ts';

/** Where links are shown: what their ends have in common. */
export interface LinkPlace {
  organization: Organization;
  space: Space;
  versionContext: NonNullable<LinkReference['versionContext']>;
  service: ServiceSettings;
  now: Date;
  /** Shows another space to the caller. */
  viewSpace: (row: NonNullable<ReturnType<OtherSpaces['space']>>) => Space;
}

/** The place of the links of a space or change request. */
export function linkPlace(
  { space, changeRequest, viewer, level, revisionId }: ContentBase,
  organization: OrganizationRow | undefined,
  { service, now }: Pick<LinkPlace, 'service' | 'now'>,
): LinkPlace {
  if (!organization) throw notFound('organization');
  return {
    organization: toOrganizationView(organization, viewer, service),
    space: toSpaceView(space, level, service),
    versionContext: changeRequest
      ? { type: 'change-request', revision: revisionId, changeRequest: changeRequest.id }
      : { type: 'revision', revision: revisionId },
    service,
    now,
    viewSpace: (row) => toSpaceView(row, levelFrom(viewer.role, row), service),
  };
}

/** All links to one thing, as the contract says them. */
export function toLinkItem(group: LinkGroup, place: LinkPlace, others: OtherSpaces): LinkItem {
  return {
    status: group.status,
    relation: group.relation,
    targetReference: toTarget(group, place, others),
    locationReferences: group.links.map((link) => toLocation(link, place)),
  };
}

/**
 * What is linked to. A space that the caller cannot see is named by the address alone, as is one that does not exist: the
 * two cannot be told apart.
 */
function toTarget(
  { target, status, links }: LinkGroup,
  place: LinkPlace,
  others: OtherSpaces,
): LinkReference {
  const url = links[0]?.url ?? '';
  const here = { organization: place.organization, space: place.space, versionContext: place.versionContext };
  const { kind, page, file, anchor, pageId, spaceId } = target;
  if (kind === 'url') return { kind, url };
  if (kind === 'space' && spaceId !== undefined && spaceId !== place.space.id) {
    const space = others.space(spaceId);
    if (!space) return { kind, url };
    const inIt = pageId === undefined ? undefined : (others.page(spaceId, pageId) ?? { id: pageId });
    const other = { organization: place.organization, space: place.viewSpace(space), url };
    return { kind: inIt ? 'page' : kind, ...other, ...(inIt && { page: inIt }), ...withAnchor(anchor) };
  }
  const named = page ? toLinkPage(page) : pageId === undefined ? undefined : { id: pageId };
  return {
    kind,
    ...here,
    ...(named && { page: named }),
    ...withAnchor(anchor),
    ...(file && { file: toFileView(file, place.service, place.now) }),
    ...(status === 'broken' && { url }),
  };
}

function toLocation({ page, at, url }: ResolvedLink, place: LinkPlace): LinkReference {
  return {
    kind: at === undefined ? 'page' : 'anchor',
    space: place.space,
    versionContext: place.versionContext,
    page: toLinkPage(page),
    ...withAnchor(at),
    url,
  };
}

/** A page that shows a file or links to it. */
export function toBacklink(page: StoredPage, file: StoredFileRef, place: LinkPlace): LinkReference {
  return {
    kind: 'page',
    organization: place.organization,
    space: place.space,
    versionContext: place.versionContext,
    page: toLinkPage(page),
    file: toFileView(file, place.service, place.now),
  };
}

function withAnchor(anchor: string | undefined): { anchor?: string } {
  return anchor === undefined ? {} : { anchor };
}

function toLinkPage({ id, title, path }: StoredPage): LinkPage {
  return { id, title, path };
}
