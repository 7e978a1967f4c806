import type { SpecificationUse } from '#api/blocks/block.ts';
import { freeSlug } from '../pages/page-tree.ts';
import { readReferenceLink, type ReferencePart, schemaKey } from '../pages/reference-part.ts';
import { hashId, type StoredPage } from '../pages/storage.ts';
import {
  divideReference,
  type DividedPage,
  type Division,
  linksTo,
  type SpecOutline,
} from './divide-reference.ts';

/** The part of a reference that a block shows; undefined where the specification has none. */
export function partOfUse(
  { sections, schemas }: SpecOutline,
  { path, method, schema }: SpecificationUse,
): ReferencePart | undefined {
  if (schema !== undefined) {
    const anchor = schemas.find(({ name }) => name === schema)?.anchor;
    return anchor === undefined ? undefined : { key: schemaKey(anchor), kind: 'schema', anchor };
  }
  for (const { operations } of sections) {
    const anchor = operations.find((one) => one.path === path && one.method === method)?.anchor;
    if (anchor !== undefined) return { key: `operation/${anchor}`, kind: 'operations', anchors: [anchor] };
  }
  return undefined;
}

/** The slug of the API specification of a computed page; undefined for other pages. */
export function specOf(page: Pick<StoredPage, 'computed'>): string | undefined {
  return page.computed?.dependencies['spec']?.ref.spec;
}

/** Of pages that nothing changes any more; revisions share most of them. */
const showsSpecBelow = new WeakMap<StoredPage, boolean>();

/** Whether a page of a tree shows an API specification. */
export function showsSpec(pages: readonly StoredPage[]): boolean {
  return pages.some((page) => {
    const remembered = showsSpecBelow.get(page);
    if (remembered !== undefined) return remembered;
    const shows = specOf(page) !== undefined || showsSpec(page.pages);
    if (Object.isFrozen(page)) showsSpecBelow.set(page, shows);
    return shows;
  });
}

/** Whether a computed page shows the definitions that operations share: unless it says otherwise. */
export function showsDefinitions(page: Pick<StoredPage, 'computed'>): boolean {
  return page.computed?.props['models'] !== false;
}

/** Whether visitors may download the specification of a computed page: unless it says otherwise. */
export function isDownloadable(page: Pick<StoredPage, 'computed'>): boolean {
  return specOf(page) !== undefined && page.computed?.props['download'] !== false;
}

/** How the reference of a computed page is divided. */
export function divisionOf(page: Pick<StoredPage, 'computed'>): Division {
  const pages = page.computed?.props['pages'];
  return pages === 'tag' || pages === 'operation' ? pages : undefined;
}

interface Expansion {
  outlines: ReadonlyMap<string, SpecOutline>;
  /** Whether each schema has its page; navigation never shows it. */
  withSchemas: boolean;
}

/** A tree with the pages of its API references, by the outlines of their specifications. */
export function withReferencePages(pages: readonly StoredPage[], expansion: Expansion): StoredPage[] {
  return pages.map((page) => {
    const below = withReferencePages(page.pages, expansion);
    const spec = specOf(page);
    const outline = spec === undefined ? undefined : expansion.outlines.get(spec);
    const divided = outline ? divideReference(outline, divisionOf(page), showsDefinitions(page)) : [];
    if (!outline || divided.length === 0)
      return below.every((child, at) => child === page.pages[at]) ? page : { ...page, pages: below };
    const part = { key: '', kind: 'overview' as const, pages: linksTo(divided, outline.sections) };
    const taken = new Set(below.map(({ slug }) => slug));
    const added = divided.map((one) => {
      const slug = taken.has(one.slug) ? freeSlug(one.slug, taken) : one.slug;
      taken.add(slug);
      return toPage({ ...one, slug }, page, page, expansion);
    });
    return { ...page, reference: { root: page.id, part }, pages: [...added, ...below] };
  });
}

/** Ids of pages by what they are made of. A page may have thousands of links to others; a digest takes longer than a link. */
const pageIds = new Map<string, string>();
const MAX_PAGE_IDS = 20_000;

/** The id of a page of a reference, by that of its first page. */
export function referencePageId(root: string, key: string): string {
  if (key === '') return root;
  const name = `${root}/${key}`;
  const storedId = pageIds.get(name);
  if (storedId !== undefined) return storedId;
  const id = hashId(name);
  if (pageIds.size >= MAX_PAGE_IDS) pageIds.clear();
  pageIds.set(name, id);
  return id;
}

function toPage(
  { title, slug, part, isHidden, pages }: DividedPage,
  parent: StoredPage,
  root: StoredPage,
  expansion: Expansion,
): StoredPage {
  const { createdAt, updatedAt, computed } = root;
  const page: StoredPage = {
    id: referencePageId(root.id, part.key),
    type: 'computed',
    title,
    slug,
    path: `${parent.path}/${slug}`,
    ...(isHidden && { hidden: true }),
    ...(computed && { computed }),
    createdAt,
    updatedAt,
    pages: [],
    reference: { root: root.id, part },
  };
  const shown = expansion.withSchemas ? pages : pages.filter((one) => !one.isHidden);
  return { ...page, pages: shown.map((one) => toPage(one, page, root, expansion)) };
}

/** The address of a page as texts write it, for an address within a reference; others stay. */
export function pageAddress(page: Pick<StoredPage, 'reference' | 'id'>, href: string): string {
  const link = readReferenceLink(href);
  if (!link) return href;
  const id = referencePageId(page.reference?.root ?? page.id, link.key);
  return `/pages/${id}${link.anchor === '' ? '' : `#${link.anchor}`}`;
}

/** Markdown with the addresses of pages in place of those within a reference. */
export function withPageAddresses(page: Pick<StoredPage, 'reference' | 'id'>, markdown: string): string {
  return page.reference ? withPartAddresses(page, markdown) : markdown;
}

/** The same of a part beside its reference; without pages of it, links are their texts. */
export function withPartAddresses(
  root: Pick<StoredPage, 'reference' | 'id'> | undefined,
  markdown: string,
): string {
  if (root)
    return markdown.replaceAll(
      /\]\(<(reference:[^>]*)>\)/g,
      (_all, href: string) => `](${pageAddress(root, href)})`,
    );
  return markdown.replaceAll(/\[((?:[^\]\\]|\\.)*)\]\(<reference:[^>]*>\)/g, '$1');
}
