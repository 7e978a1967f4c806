import type { StoredPage } from '#server/content/pages/storage.ts';
/** The cards on the first page of a site or section, below a short text. */
import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import type { ReaderLink } from '../layout/reader-view.ts';
import { firstPage, firstReadable, pageUrl } from '../visit/reader-content.ts';
import { siteSpaceUrl } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';
import { languageOf, type PlacedPage, sectionLink } from './navigation-view.ts';
import { linkUrl, markOf } from './reader-links.ts';

/** A longer text, in characters, leads through its subject without cards. */
const MAX_TEXT = 300;
/** More cards are no overview; the page tree has the others. */
const MAX_CARDS = 24;
/** So many pages of a group stand in place of its description. */
const MAX_NAMED = 3;

/**
 * On the first page of the site, its other sections; on that of another section, variant or language, and of a site
 * without sections, the pages beside and below it. Empty for other pages, and where the text has headings or is long.
 */
export function homeCards(visit: VisitContext, placed: PlacedPage, text: TextHtml): ReaderLink[] {
  const { place, content, entry } = placed;
  if (firstPage(content)?.page.id !== entry.page.id || !saysLittle(text)) return [];
  const isSiteHome = siteSpaceUrl(visit.base, place) === visit.base;
  const sections = visit.tree.sections.filter(({ id }) => id !== place.section.id);
  const cards = isSiteHome && sections.length > 0 ? sections.map(sectionCard) : pageCards(visit, placed);
  return cards.slice(0, MAX_CARDS);

  function sectionCard(section: (typeof sections)[number]): ReaderLink {
    return { ...sectionLink(visit.base, section), ...described(section.description) };
  }
}

function saysLittle({ parts, headings }: TextHtml): boolean {
  if (headings.length > 1) return false;
  const html = parts.filter((part) => typeof part === 'string').join('');
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  return text.length <= MAX_TEXT;
}

function pageCards(visit: VisitContext, { place, content, entry }: PlacedPage): ReaderLink[] {
  const spaceUrl = siteSpaceUrl(visit.base, place);
  const names = new Intl.ListFormat(languageOf(visit, place), { type: 'unit' });
  const urlOf = (page: StoredPage): string | undefined => {
    if (page.type === 'link') return linkUrl({ visit, spaceUrl, content, page }, page.href ?? '');
    const target = firstReadable(content, page);
    return target && pageUrl(spaceUrl, content, target.page);
  };
  const toCards = (pages: readonly StoredPage[]): ReaderLink[] =>
    pages
      .filter(({ hidden }) => hidden !== true)
      .flatMap((page) => {
        const url = urlOf(page);
        // The page itself, or a group that it is the first page of: the content below has its own cards.
        if (url === spaceUrl) return toCards(page.pages);
        if (url === undefined) return [];
        const children = page.type === 'group' ? page.pages.filter(({ hidden }) => hidden !== true) : [];
        const below = names.format(children.slice(0, MAX_NAMED).map(({ title }) => title));
        return [{ title: page.title, ...markOf(page), url, ...described(page.description || below) }];
      });
  return entry.isHidden ? [] : toCards(content.pages);
}

const described = (description: string | null | undefined): Pick<ReaderLink, 'description'> =>
  description === null || description === undefined || description === '' ? {} : { description };
