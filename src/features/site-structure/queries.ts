import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  getSiteStructureQueryKey,
  listSiteSectionGroupsQueryKey,
} from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getSiteStructure,
  listSiteSectionGroups,
  listSiteSections,
  listSiteSpaces,
} from '#api/generated/sdk.gen.ts';
/** Converts API responses to the editor's structure. */
import type {
  SiteOutlineItem,
  SiteSection,
  SiteSectionGroup,
  SiteSectionGroupOutline,
  SiteSectionOutline,
  SiteSpace,
  SiteSpaceOutline,
  SiteStructure as SiteStructureAnswer,
  SiteStructureResponse,
} from '#api/generated/types.gen.ts';
import { isOwnServer } from '#src/api/client.ts';
import { can } from '#src/api/extensions.ts';
import { requestUnlessDenied, requestWithFallback } from '#src/api/optional-requests.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { intervalWithoutStream } from '#src/api/queries.ts';
import { structureOf, withVersionOf } from './structure-version.ts';
import {
  buildStructure,
  type GroupNode,
  type SectionNode,
  type SiteSpaceNode,
  type SiteStructure,
  type StructureNode,
  type Subtree,
} from './structure.ts';

function toSiteSpace(siteSpace: SiteSpace): Subtree {
  const node: SiteSpaceNode = {
    kind: 'site-space',
    id: siteSpace.id,
    title: siteSpace.title,
    path: siteSpace.path,
    condition: siteSpace.condition ?? null,
    isDefault: siteSpace.default ?? false,
    spaceId: siteSpace.space.id,
    emoji: siteSpace.space.emoji,
    publishedUrl: siteSpace.urls.published ?? null,
  };
  return { node, children: [] };
}

function toSection(section: SiteSection): Subtree {
  const node: SectionNode = {
    kind: 'section',
    id: section.id,
    title: section.title,
    path: section.path,
    icon: section.icon ?? null,
    description: section.description ?? null,
    condition: section.condition ?? null,
    isDefault: section.default ?? false,
    publishedUrl: section.urls.published ?? null,
  };
  return { node, children: section.siteSpaces.map(toSiteSpace) };
}

function toGroup(group: SiteSectionGroup): Subtree {
  const node: GroupNode = { kind: 'group', id: group.id, title: group.title, icon: group.icon ?? null };
  return { node, children: group.sections.map(toSection) };
}

/** Converts the response of `getSiteStructure`. */
export function fromStructure({ structure }: SiteStructureAnswer): SiteStructure {
  const partialStructure = buildStructure(
    structure.flatMap((entry) => {
      if (entry.object === 'site-section-group') return [toGroup(entry)];
      if (entry.object === 'site-section') return [toSection(entry)];
      return isUnknown(entry) ? [] : [toSiteSpace(entry)];
    }),
  );
  const unknownItems = countUnknown({ structure });
  return unknownItems === 0 ? partialStructure : { ...partialStructure, unknownItems };
}

const isUnknown = ({ object }: { object: string }) =>
  !['site-section-group', 'site-section', 'site-space'].includes(object);

function toSiteSpaceOfOutline({ id, title, path, space, ...rest }: SiteSpaceOutline): Subtree {
  const { condition = null, default: isDefault = false, emoji = '' } = rest;
  const node: SiteSpaceNode = {
    kind: 'site-space',
    id,
    title,
    path,
    condition,
    isDefault,
    spaceId: space,
    emoji,
  };
  return { node, children: [] };
}

function toSectionOfOutline({ id, title, path, siteSpaces, ...rest }: SiteSectionOutline): Subtree {
  const { icon = null, description = null, condition = null, default: isDefault = false } = rest;
  const node: SectionNode = {
    kind: 'section',
    id,
    title,
    path,
    icon,
    description,
    condition,
    isDefault,
  };
  return { node, children: siteSpaces.map(toSiteSpaceOfOutline) };
}

function toGroupOfOutline({ id, title, icon, sections }: SiteSectionGroupOutline): Subtree {
  return {
    node: { kind: 'group', id, title, icon: icon ?? null },
    children: sections.map(toSectionOfOutline),
  };
}

function toItemOfOutline(item: SiteOutlineItem): Subtree {
  if ('sections' in item) return toGroupOfOutline(item);
  return 'siteSpaces' in item ? toSectionOfOutline(item) : toSiteSpaceOfOutline(item);
}

/** Converts a response in either form. */
export function fromResponse(response: SiteStructureResponse): SiteStructure {
  return response.outline ? buildStructure(response.outline.map(toItemOfOutline)) : fromStructure(response);
}

/** The number of items of unknown kinds, which the structure omits. */
export function countUnknown({ structure }: Pick<SiteStructureAnswer, 'structure'>): number {
  const inGroups = structure.flatMap(otherChildrenOf);
  return structure.filter(isUnknown).length + inGroups.length;
}

/** Entries of a group of another server that are not sections: groups, links. */
function otherChildrenOf(entry: object): unknown[] {
  if (!('children' in entry) || !Array.isArray(entry.children)) return [];
  return entry.children.filter((child: unknown) => Reflect.get(Object(child), 'object') !== 'site-section');
}

/**
 * Converts the documented lists. They don't show how groups and ungrouped sections are mixed, so a group is
 * placed at its first section, and empty groups last.
 */
export function fromLists(
  sections: readonly SiteSection[],
  groups: readonly SiteSectionGroup[],
  siteSpaces: readonly SiteSpace[],
): SiteStructure {
  if (sections.length === 0 && groups.length === 0) return buildStructure(siteSpaces.map(toSiteSpace));
  const remainingGroups = new Map(groups.map((group) => [group.id, group]));
  const roots: Subtree[] = [];
  for (const section of sections) {
    // Not every server lists its groups.
    const isGrouped = groups.some(({ id }) => id === section.sectionGroup);
    if (!isGrouped) roots.push(toSection(section));
    const group = remainingGroups.get(section.sectionGroup ?? '');
    if (!group || !remainingGroups.delete(group.id)) continue;
    roots.push(toGroup({ ...group, sections: sections.filter((each) => each.sectionGroup === group.id) }));
  }
  return buildStructure([...roots, ...[...remainingGroups.values()].map(toGroup)]);
}

function sameNode(a: StructureNode, b: StructureNode): boolean {
  if (a.title !== b.title) return false;
  if (a.kind === 'group') return b.kind === 'group' && a.icon === b.icon;
  if (b.kind === 'group' || a.path !== b.path || a.condition !== b.condition) return false;
  if (a.isDefault !== b.isDefault || a.publishedUrl !== b.publishedUrl) return false;
  if (a.kind === 'section')
    return b.kind === 'section' && a.icon === b.icon && a.description === b.description;
  return b.kind === 'site-space' && a.spaceId === b.spaceId && a.emoji === b.emoji;
}

function sameList(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a?.length === b.length && a.every((id, index) => id === b[index]);
}

/**
 * The new structure with the previous nodes and lists where they are equal; the previous structure if nothing
 * differs. Frequent refetches then render nothing.
 */
export function shareUnchanged(old: SiteStructure, fresh: SiteStructure): SiteStructure {
  if (old === fresh) return old;
  return withVersionOf(fresh, shareParts(old, fresh));
}

function shareParts(old: SiteStructure, fresh: SiteStructure): SiteStructure {
  let same = old.nodes.size === fresh.nodes.size && old.children.size === fresh.children.size;
  const nodes = new Map<string, StructureNode>();
  for (const [id, node] of fresh.nodes) {
    const previousNode = old.nodes.get(id);
    const reused = previousNode && sameNode(previousNode, node) ? previousNode : node;
    if (reused !== previousNode) same = false;
    nodes.set(id, reused);
  }
  const children = new Map<string, readonly string[]>();
  for (const [parent, list] of fresh.children) {
    const previousChildren = old.children.get(parent);
    const reused = previousChildren && sameList(previousChildren, list) ? previousChildren : list;
    if (reused !== previousChildren) same = false;
    children.set(parent, reused);
  }
  if (same && old.unknownItems === fresh.unknownItems) return old;
  const { parents, unknownItems } = fresh;
  return { nodes, children, parents, ...(unknownItems !== undefined && { unknownItems }) };
}

/** API path parameters of a site. */
export interface SitePath {
  readonly organizationId: string;
  readonly siteId: string;
}

/** Whether the server moves items by sorting the structure. */
export const sortsStructure = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'sortSiteStructure');

/** Whether the server takes every change of a structure: ours, with its extensions. */
export const takesEveryChange = (queryClient: QueryClient): Promise<boolean> =>
  can(queryClient, 'extensions');

/** In the short form; a server that doesn't know it responds in the documented one. */
async function readStructure(path: SitePath, signal: AbortSignal): Promise<SiteStructure> {
  const query = isOwnServer() ? ({ form: 'outline' } as const) : {};
  const { data, response } = await getSiteStructure({ path, query, signal, throwOnError: true });
  return structureOf(data, response.headers.get('ETag'), fromResponse);
}

async function readLists(path: SitePath, signal: AbortSignal): Promise<SiteStructure> {
  const more = { signal, throwOnError: true } as const;
  const [sections, groups, siteSpaces] = await Promise.all([
    fetchAllPages(async (query) => (await listSiteSections({ path, query, ...more })).data, { signal }),
    fetchAllPages(async (query) => (await listSiteSectionGroups({ path, query, ...more })).data, { signal }),
    fetchAllPages(async (query) => (await listSiteSpaces({ path, query, ...more })).data, { signal }),
  ]);
  return fromLists(sections, groups, siteSpaces);
}

/** Where the server has no stream: the refetch interval in milliseconds, longer for large structures. */
export function refetchIntervalOf(structure: SiteStructure | undefined): number | false {
  return intervalWithoutStream(Math.min(30_000, Math.max(4_000, (structure?.nodes.size ?? 0) * 10)));
}

/** The structure of a site. Unchanged parts keep their identity. */
export function siteStructureOptions(queryClient: QueryClient, path: SitePath) {
  const [key] = getSiteStructureQueryKey({ path });
  return queryOptions({
    // A separate key, because the cached value is not the server's response.
    queryKey: [{ ...key, as: 'tree' }],
    queryFn: ({ signal }) =>
      requestWithFallback(
        queryClient,
        'getSiteStructure',
        () => readStructure(path, signal),
        () => readLists(path, signal),
        isOwnServer(),
      ),
    structuralSharing: (old: unknown, fresh: unknown) =>
      isStructure(old) && isStructure(fresh) ? shareUnchanged(old, fresh) : fresh,
    staleTime: 2_000,
    refetchInterval: ({ state }) => refetchIntervalOf(state.data),
  });
}

/** Whether the server lists the groups of a site; without a list, their titles are unknown. */
export function groupListingOptions(queryClient: QueryClient, path: SitePath) {
  const [key] = listSiteSectionGroupsQueryKey({ path });
  return queryOptions({
    queryKey: [{ ...key, as: 'is-offered' }],
    queryFn: async ({ signal }) => {
      if (isOwnServer()) return true;
      const readOne = async () => {
        await listSiteSectionGroups({ path, query: { limit: 1 }, signal, throwOnError: true });
        return true;
      };
      return requestUnlessDenied(queryClient, 'listSiteSectionGroups', readOne, false);
    },
    staleTime: Infinity,
  });
}

function isStructure(value: unknown): value is SiteStructure {
  return typeof value === 'object' && value !== null && 'nodes' in value && 'parents' in value;
}
