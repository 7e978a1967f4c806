import type { StoredPage } from '#server/content/pages/storage.ts';
import { languageOfLocale, languagesOf } from '#server/content/search/site-languages.ts';
import type {
  ReaderLanguage,
  ReaderLink,
  ReaderMenu,
  ReaderTreeItem,
  ReaderView,
} from '../layout/reader-view.ts';
import {
  firstPage,
  firstReadable,
  isReadable,
  pageUrl,
  type ReaderContent,
  type ReaderEntry,
} from '../visit/reader-content.ts';
import {
  type Place,
  sectionUrl,
  siteSpaceUrl,
  type TreeSection,
  type TreeSiteSpace,
} from '../visit/site-tree.ts';
import type { VisitContext, Visit } from '../visit/visit.ts';
import type { PreviewChanges } from './preview-changes.ts';
import { linkToPage, linkUrl, markOf } from './reader-links.ts';

/** Larger trees have only their open branches in the page. */
const MAX_WHOLE_TREE = 300;

/** A page in its space. */
export interface PlacedPage {
  place: Place;
  content: ReaderContent;
  entry: ReaderEntry;
}

/** The language of a site where nothing else says one. */
export function siteLanguage({ site }: { site: Pick<Visit['site'], 'customization'> }): string {
  return languageOfLocale(site.customization.internationalization?.locale);
}

/** The language of a site space's content. */
export function languageOf(
  visit: { site: Pick<Visit['site'], 'customization'> },
  { section, siteSpace }: Omit<Place, 'rest'>,
): string {
  const language = siteLanguage(visit);
  return languagesOf(section, language).get(siteSpace.id) ?? language;
}

/** Sections in order; those of a group as one menu, where its first one is. */
export function sectionLinks({ base, tree }: Visit, current: Place | undefined): ReaderView['sections'] {
  if (tree.sections.length < 2) return [];
  const links: (ReaderLink | ReaderMenu)[] = [];
  const menus = new Map<string, ReaderMenu>();
  for (const section of tree.sections) {
    const link: ReaderLink = {
      ...sectionLink(base, section),
      ...(section.description !== null && section.description !== '' && { description: section.description }),
      isCurrent: section.id === current?.section.id,
    };
    const menu = section.group && menus.get(section.group.id);
    if (menu) menu.links.push(link);
    else if (section.group) {
      const { title, icon } = section.group;
      const added = { title, ...markOf({ icon }), links: [link] };
      menus.set(section.group.id, added);
      links.push(added);
    } else links.push(link);
  }
  return links;
}

export function sectionLink(base: string, section: TreeSection): ReaderLink {
  return { title: section.title, ...markOf(section), url: sectionUrl(base, section) };
}

/** The copies of a page in the other site spaces of its section. */
export interface Copies {
  variants: ReaderLink[];
  languages: ReaderLanguage[];
  /** The same page in the default variant, else that one's first page. */
  latest: ReaderLink | undefined;
  /** Languages in which the page itself exists. */
  existing: ReaderLanguage[];
}

/** Added to the address of a variant that does not have the page; its first page then says so. */
export const UNAVAILABLE = 'unavailable';

/** @param contents of the site spaces that are compared, by space id; the others are linked by what leads to the copy */
export function copiesOf(
  visit: Visit,
  { place, content, entry }: PlacedPage,
  contents: ReadonlyMap<string, ReaderContent>,
): Copies {
  const { section } = place;
  const languages = languagesOf(section, siteLanguage(visit));
  const copies = section.siteSpaces.map((siteSpace) => {
    const spaceUrl = siteSpaceUrl(visit.base, { section, siteSpace });
    const isCurrent = siteSpace.id === place.siteSpace.id;
    const otherContent = contents.get(siteSpace.spaceId);
    const copy = isCurrent ? entry : otherContent && findCopy(otherContent, content, entry);
    const isCompared = isCurrent || otherContent !== undefined;
    const link: ReaderLink = {
      title: titleOf(siteSpace, languages.get(siteSpace.id)),
      url: isCompared
        ? copyUrl(spaceUrl, otherContent ?? content, copy)
        : `${visit.base}~/variants/${siteSpace.id}/${place.siteSpace.id}/${encodeURIComponent(entry.page.id)}`,
      isCurrent,
      ...markOf(siteSpace),
    };
    return { siteSpace, link, exists: copy !== undefined, language: languages.get(siteSpace.id) };
  });
  const inLanguages = copies.flatMap(({ link, language, exists }) =>
    language === undefined ? [] : [{ ...link, language, exists }],
  );
  const variants = copies.filter(({ language }) => language === undefined);
  return {
    variants: variants.length + inLanguages.length < 2 ? [] : variants.map(({ link }) => link),
    languages: inLanguages,
    latest: copies.find(({ siteSpace }) => siteSpace.isDefault)?.link,
    existing: inLanguages.filter(({ exists }) => exists),
  };
}

/** The address of a copy of a page in a variant; of its first page, which says so, where it has none. */
export function copyUrl(spaceUrl: string, content: ReaderContent, copy: ReaderEntry | undefined): string {
  return copy ? pageUrl(spaceUrl, content, copy.page) : `${spaceUrl}?${UNAVAILABLE}`;
}

/** The same path, else the same page under another; first pages are copies of each other. */
export function findCopy(
  other: ReaderContent,
  content: ReaderContent,
  { page }: ReaderEntry,
): ReaderEntry | undefined {
  if (firstPage(content)?.page.id === page.id) return firstPage(other);
  const counterpart = other.byPath.get(page.path) ?? other.byId.get(page.id);
  return counterpart && isReadable(counterpart.page) ? counterpart : undefined;
}

/** Languages are named in themselves. */
function titleOf({ title }: TreeSiteSpace, language: string | undefined): string {
  if (language === undefined) return title;
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? title;
}

/** Whether pages of a space have only the open branches of its tree. */
export function isPruned({ entries }: ReaderContent): boolean {
  return entries.length > MAX_WHOLE_TREE;
}

/**
 * The page tree of a space, without hidden pages. Around a page of a large space, closed branches are left out; without
 * a page it is the whole tree, which has them.
 */
export function treeItems(
  visit: VisitContext,
  { place, content, entry }: Omit<PlacedPage, 'entry'> & { entry?: ReaderEntry },
  changes: PreviewChanges | undefined,
): ReaderTreeItem[] {
  const changed = changes?.spaceId === content.spaceId ? changes.pageIds : undefined;
  const spaceUrl = siteSpaceUrl(visit.base, place);
  const open = new Set(entry ? [...entry.parents.map(({ id }) => id), entry.page.id] : []);
  const isWhole = !isPruned(content) || !entry;
  const toItems = (pages: readonly StoredPage[]): ReaderTreeItem[] =>
    pages.filter(({ hidden }) => hidden !== true).flatMap((page) => toItem(page) ?? []);
  const toItem = (page: StoredPage): ReaderTreeItem | undefined => {
    const isOpen = isWhole || open.has(page.id);
    // A group that has no first page is never left out.
    const isShown = isOpen || (page.type === 'group' && !firstReadable(content, page));
    const url = urlOf(page, isShown);
    const items = isShown ? toItems(page.pages) : [];
    if (url === undefined && items.length === 0) return undefined;
    const isLeftOut = !isShown && page.pages.some(({ hidden }) => hidden !== true);
    return {
      title: page.title,
      ...markOf(page),
      ...(url !== undefined && { url }),
      ...(page.type === 'link' && url !== undefined && !url.startsWith('/') && { isExternal: true }),
      isCurrent: page.id === entry?.page.id,
      isOpen: open.has(page.id) && page.id !== entry?.page.id,
      ...(isLeftOut && { isLeftOut }),
      ...((isLeftOut || !entry) && { branch: page.id }),
      ...(changed?.has(page.id) === true && { isChanged: true }),
      items,
    };
  };
  const urlOf = (page: StoredPage, isShown: boolean): string | undefined => {
    if (page.type === 'link') {
      return page.href === undefined ? undefined : linkUrl({ visit, spaceUrl, content, page }, page.href);
    }
    // Where a branch is left out, a group leads to its first page.
    const target = isReadable(page) || isShown ? page : firstReadable(content, page)?.page;
    return target && isReadable(target) ? pageUrl(spaceUrl, content, target) : undefined;
  };
  return toItems(content.pages);
}

/** From the site to the parent of the page: what leads to the page itself, or is named like what comes next, says nothing. */
export function breadcrumbs(visit: Visit, { place, content, entry }: PlacedPage): ReaderLink[] {
  const spaceUrl = siteSpaceUrl(visit.base, place);
  const section = place.section.isNamed ? [sectionLink(visit.base, place.section)] : [];
  // A default variant is often named like its section, and has the same address.
  const hasName = place.section.siteSpaces.length > 1 && place.siteSpace.title !== section[0]?.title;
  const variant = hasName
    ? [{ title: place.siteSpace.title, ...markOf(place.siteSpace), url: spaceUrl }]
    : [];
  const parents = entry.parents.flatMap((page) => {
    const target = firstReadable(content, page);
    if (!target) return [];
    return [{ title: page.title, ...markOf(page), url: pageUrl(spaceUrl, content, target.page) }];
  });
  const links = [...section, ...variant, ...parents];
  const spacePageUrl = pageUrl(spaceUrl, content, entry.page);
  return links.filter(
    ({ url, title }, index) =>
      url !== spacePageUrl && title !== (links[index + 1]?.title ?? entry.page.title),
  );
}

/** The pages before and after a page in the order of the tree; hidden pages have none. */
export function neighbours(
  visit: Visit,
  { place, content, entry }: PlacedPage,
): { previous?: ReaderLink; next?: ReaderLink } {
  const at = content.order.indexOf(entry);
  if (at === -1) return {};
  const spaceUrl = siteSpaceUrl(visit.base, place);
  const linkTo = (other: ReaderEntry | undefined) => other && linkToPage(spaceUrl, content, other.page);
  const previous = linkTo(content.order[at - 1]);
  const next = linkTo(content.order[at + 1]);
  return { ...(previous && { previous }), ...(next && { next }) };
}
