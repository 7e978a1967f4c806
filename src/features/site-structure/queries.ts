import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getSiteStructureQueryKey } from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getSiteStructure,
  listSiteSectionGroups,
  listSiteSections,
  listSiteSpaces,
} from '#api/generated/sdk.gen.ts';
/** Converts API responses to the editor's structure. */
import type {
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure as SiteStructureAnswer,
} from '#api/generated/types.gen.ts';
import { requestWithFallback } from '#src/api/extensions.ts';
import { fetchAllPages } from '#src/api/paging.ts';
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
  return buildStructure(
    structure.flatMap((entry) => {
      if (entry.object === 'site-section-group') return [toGroup(entry)];
      if (entry.object === 'site-section') return [toSection(entry)];
      return isUnknown(entry) ? [] : [toSiteSpace(entry)];
    }),
  );
}

const isUnknown = ({ object }: { object: string }) =>
  !['site-section-group', 'site-section', 'site-space'].includes(object);

const structures = new WeakMap<SiteStructureAnswer, SiteStructure>();

/** Like {@link fromStructure}; an unchanged response is the same object, and so is its structure. */
function structureOf(answer: SiteStructureAnswer): SiteStructure {
  const structure = structures.get(answer) ?? fromStructure(answer);
  structures.set(answer, structure);
  return structure;
}

/** The number of items of unknown kinds, which the structure omits. */
export function countUnknown({ structure }: SiteStructureAnswer): number {
  return structure.filter(isUnknown).length;
}

/**
 * Converts the documented lists. They don't tell how groups and ungrouped sections are mixed, so a group is placed
 * at its first section, and empty groups last.
 */
export function fromLists(
  sections: readonly SiteSection[],
  groups: readonly SiteSectionGroup[],
  siteSpaces: readonly SiteSpace[],
): SiteStructure {
  if (sections.length === 0 && groups.length === 0) return buildStructure(siteSpaces.map(toSiteSpace));
  const left = new Map(groups.map((group) => [group.id, group]));
  const roots: Subtree[] = [];
  for (const section of sections) {
    if (section.sectionGroup === undefined) roots.push(toSection(section));
    const group = left.get(section.sectionGroup ?? '');
    if (!group || !left.delete(group.id)) continue;
    roots.push(toGroup({ ...group, sections: sections.filter((each) => each.sectionGroup === group.id) }));
  }
  return buildStructure([...roots, ...[...left.values()].map(toGroup)]);
}

function sameNode(a: StructureNode, b: StructureNode): boolean {
  const fields = new Map<string, unknown>(Object.entries(a));
  return Object.entries(b).every(([name, value]) => fields.get(name) === value);
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
  let same = old.nodes.size === fresh.nodes.size && old.children.size === fresh.children.size;
  const nodes = new Map<string, StructureNode>();
  for (const [id, node] of fresh.nodes) {
    const known = old.nodes.get(id);
    const reused = known && sameNode(known, node) ? known : node;
    if (reused !== known) same = false;
    nodes.set(id, reused);
  }
  const children = new Map<string, readonly string[]>();
  for (const [parent, list] of fresh.children) {
    const known = old.children.get(parent);
    const reused = known && sameList(known, list) ? known : list;
    if (reused !== known) same = false;
    children.set(parent, reused);
  }
  return same ? old : { nodes, children, parents: fresh.parents };
}

/** API path parameters of a site. */
export interface SitePath {
  readonly organizationId: string;
  readonly siteId: string;
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

/** The refetch interval in milliseconds: a few seconds, longer for large structures. */
export function refetchIntervalOf(structure: SiteStructure | undefined): number {
  return Math.min(30_000, Math.max(4_000, (structure?.nodes.size ?? 0) * 10));
}

/**
 * The structure of a site. Refetched while the page is visible, so that concurrent editors see each other's
 * changes. Unchanged parts keep their identity.
 */
export function siteStructureOptions(queryClient: QueryClient, path: SitePath) {
  const [key] = getSiteStructureQueryKey({ path });
  return queryOptions({
    // A separate key, because the cached value is not the server's response.
    queryKey: [{ ...key, as: 'tree' }],
    queryFn: ({ signal }) =>
      requestWithFallback(
        queryClient,
        'getSiteStructure',
        async () => structureOf((await getSiteStructure({ path, signal, throwOnError: true })).data),
        () => readLists(path, signal),
      ),
    structuralSharing: (old: unknown, fresh: unknown) =>
      isStructure(old) && isStructure(fresh) ? shareUnchanged(old, fresh) : fresh,
    staleTime: 2_000,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => refetchIntervalOf(state.data),
  });
}

function isStructure(value: unknown): value is SiteStructure {
  return typeof value === 'object' && value !== null && 'nodes' in value && 'parents' in value;
}
