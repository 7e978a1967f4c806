import type { FastifyRequest } from 'fastify';
import type {
  LinkItem,
  LinkPage,
  LinkReference,
  LinkStats,
  LinkStatus,
  Organization,
  Space,
} from '#api/generated/types.gen.ts';
import { levelFrom } from '#server/access/content-level.ts';
import type { LinkTarget, ResolvedLink } from '#server/content/links/resolve-links.ts';
import { hashId, type StoredFileRef, type StoredPage } from '#server/content/storage.ts';
import { notFound } from '#server/errors.ts';
import { DEFAULT_LIMIT, type ListEnvelope, type ListQuery } from '#server/lists.ts';
import type { ServiceSettings } from '#server/service-settings.ts';
import type { ContentBase } from '../change-requests/content-base.ts';
import { toFileView } from '../content/content.view.ts';
import type { OrganizationRow } from '../organizations/organizations.queries.ts';
import { toOrganizationView } from '../organizations/organizations.rules.ts';
import { toSpaceView } from '../spaces/spaces.rules.ts';
import type { OtherSpaces } from './links.queries.ts';

/** Something with a key by which it is sorted and which nothing else in the list has. */
interface KeyedItem {
  key: string;
}

/** Sorts items by their keys, the same way everywhere. */
export function byKey(a: KeyedItem, b: KeyedItem): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

/**
 * One page of a list that is made in memory, by keyset: an item whose neighbours come or go meanwhile is neither repeated
 * nor skipped. `items` are sorted by key; `scope` says what decides which items there are.
 */
export function pageOfItems<Item extends KeyedItem>(
  { cursors, query }: Pick<FastifyRequest, 'cursors'> & { query: ListQuery },
  scope: readonly unknown[],
  items: readonly Item[],
): ListEnvelope<Item> {
  const { page, limit = DEFAULT_LIMIT } = query;
  const name = JSON.stringify(scope);
  const after = page === undefined ? undefined : String(cursors.read(name, page).keys[0]);
  const rest = after === undefined ? items : items.filter(({ key }) => key > after);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    count: items.length,
    items: shown,
    ...(last && rest.length > shown.length
      ? { next: { page: cursors.write(name, { keys: [last.key], count: items.length }) } }
      : {}),
  };
}

/** Where a broken link was broken: by a change request, or already in what it is based on. */
export type BrokenIn = 'change-request' | 'space';

/** A link, and where it was broken, as far as that is known. */
export interface JudgedLink extends ResolvedLink {
  brokenIn?: BrokenIn;
}

/** All links to one thing. */
interface LinkGroup extends KeyedItem {
  status: LinkStatus;
  relation: ResolvedLink['relation'];
  target: LinkTarget;
  links: JudgedLink[];
}

/** Which links a list holds. */
export interface LinkFilter {
  status?: LinkStatus | undefined;
  brokenIn?: BrokenIn | undefined;
}

/** Broken links come first: they are what somebody has to do something about. */
const STATUS_ORDER: Record<LinkStatus, number> = { broken: 0, 'in-app': 1, ok: 2 };

/** How much of a target stands in the key by which groups are sorted; the rest is told apart by a hash. */
const KEY_LENGTH = 120;

/** Tells links broken by a change request from those that were broken before, in `before`. */
export function tellBroken(links: readonly ResolvedLink[], before: readonly ResolvedLink[]): JudgedLink[] {
  const nameOf = ({ page, url }: ResolvedLink) => `${page.id} ${url}`;
  const old = new Set(before.filter(({ status }) => status === 'broken').map(nameOf));
  return links.map((link) =>
    link.status === 'broken'
      ? { ...link, brokenIn: old.has(nameOf(link)) ? 'space' : 'change-request' }
      : link,
  );
}

/** The links that a filter lets through, grouped by what they lead to, sorted. */
export function groupLinks(links: readonly JudgedLink[], { status, brokenIn }: LinkFilter): LinkGroup[] {
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
  return [...groups.values()].toSorted(byKey);
}

function keyOf({ status, target }: ResolvedLink): string {
  return `${STATUS_ORDER[status]} ${target.key.slice(0, KEY_LENGTH)} ${hashId(target.key, 12)}`;
}

/** Numbers of links, whatever the filter. In the content of a space, no link is broken by a change request. */
export function countLinks(links: readonly JudgedLink[]): LinkStats {
  const broken = links.filter(({ status }) => status === 'broken');
  const changeRequest = broken.filter(({ brokenIn }) => brokenIn === 'change-request').length;
  return { total: links.length, broken: { total: broken.length, changeRequest } };
}

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
