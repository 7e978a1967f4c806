import { hashId } from '#server/content/pages/storage.ts';

/** The structure of a site as the reader needs it, in published order. */
export interface SiteTree {
  /** Changes with every change of the structure. */
  version: string;
  /** A site without sections has one that is not {@link TreeSection.isNamed}. */
  sections: readonly TreeSection[];
  hasConditions: boolean;
}

/** A section with the site spaces in it. */
export interface TreeSection {
  id: string;
  title: string;
  icon: string | null;
  description: string | null;
  path: string;
  /** Whether it adds no path. */
  isDefault: boolean;
  /** False for the site itself where it has no sections. */
  isNamed: boolean;
  condition: string | null;
  group: { id: string; title: string; icon: string | null } | null;
  siteSpaces: readonly TreeSiteSpace[];
}

/** A space on a site: one variant or language of its section. */
export interface TreeSiteSpace {
  id: string;
  spaceId: string;
  title: string;
  emoji: string;
  /** The name of an icon, or the URL of an image; empty for none. */
  icon: string;
  path: string;
  /** Whether it adds no path. */
  isDefault: boolean;
  condition: string | null;
}

/**
 * The part of a site that a visitor sees. `key` is a digest of it: the same for all visitors who see the
 * same.
 */
export interface VisibleTree extends SiteTree {
  key: string;
}

/**
 * The part of a tree without hidden items. A section is hidden with its own condition, and where it has no visible site
 * space.
 *
 * @param isShown whether a condition holds for the visitor
 */
export function visibleTree(tree: SiteTree, isShown: (condition: string) => boolean): VisibleTree {
  const holds = ({ condition }: { condition: string | null }) => condition === null || isShown(condition);
  const sections = tree.sections.filter(holds).flatMap((section) => {
    const siteSpaces = section.siteSpaces.filter(holds);
    return siteSpaces.length === 0 ? [] : [{ ...section, siteSpaces }];
  });
  // The text of a condition is not for visitors, so it is no part of the visible tree.
  const visibleJson = JSON.stringify(sections, (name, value: unknown) =>
    name === 'condition' ? undefined : value,
  );
  return { ...tree, sections, key: hashId(visibleJson) };
}

/** A site space, and the segments of an address that are left for the page. */
export interface Place {
  section: TreeSection;
  siteSpace: TreeSiteSpace;
  rest: readonly string[];
}

/**
 * The site space at an address below a site. The longest path of a section wins, then the longest path of a site space;
 * undefined where the tree has nothing there, such as a default that is hidden.
 */
export function resolvePlace(tree: SiteTree, segments: readonly string[]): Place | undefined {
  const inSection = longestMatch(tree.sections, segments);
  if (!inSection) return undefined;
  const { item: section, rest } = inSection;
  const inSiteSpace = longestMatch(section.siteSpaces, rest);
  return inSiteSpace && { section, siteSpace: inSiteSpace.item, rest: inSiteSpace.rest };
}

interface PathItem {
  path: string;
  isDefault: boolean;
}

/**
 * The item with the longest path at the beginning of an address. Default items match any path, and their own path does not
 * count: their address has none.
 */
export function longestMatch<Item extends PathItem>(
  items: readonly Item[],
  segments: readonly string[],
): { item: Item; rest: readonly string[] } | undefined {
  // An address is short, while a site can have a thousand items.
  const lengths = new Map(segments.map((_, index) => [segments.slice(0, index + 1).join('/'), index + 1]));
  let longest: { item: Item; length: number } | undefined;
  for (const item of items) {
    const length = item.isDefault ? undefined : lengths.get(item.path);
    if (length !== undefined && length > (longest?.length ?? 0)) longest = { item, length };
  }
  const item = longest?.item ?? items.find(({ isDefault }) => isDefault);
  return item && { item, rest: segments.slice(longest?.length ?? 0) };
}

/** Where visitors are sent who ask for a site or section whose default is hidden: its first item. */
export function firstPlace(tree: SiteTree, section = tree.sections[0]): Place | undefined {
  const siteSpace = section?.siteSpaces.find(({ isDefault }) => isDefault) ?? section?.siteSpaces[0];
  return section && siteSpace && { section, siteSpace, rest: [] };
}

/** The place of a site space; undefined where the tree does not have it. */
export function findPlace({ sections }: SiteTree, siteSpaceId: string | undefined): Place | undefined {
  for (const section of sections) {
    const siteSpace = section.siteSpaces.find(({ id }) => id === siteSpaceId);
    if (siteSpace) return { section, siteSpace, rest: [] };
  }
  return undefined;
}

/** The address of a section, with a trailing slash. */
export function sectionUrl(base: string, { isDefault, path }: PathItem): string {
  return isDefault ? base : `${base}${encodePath(path)}/`;
}

/** The address of a site space, with a trailing slash. */
export function siteSpaceUrl(base: string, { section, siteSpace }: Omit<Place, 'rest'>): string {
  return sectionUrl(sectionUrl(base, section), siteSpace);
}

/** Percent-encodes the segments of a path. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
