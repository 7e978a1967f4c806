import type { TextHtml } from '#server/database/tables/stored-texts.ts';
import { languageOf, type PlacedPage } from '../view/navigation-view.ts';
import { contentOf, datedUpdates } from '../view/page-updates.ts';
import { formUrl, textWriter } from '../view/page-view.ts';
import { pageUrl } from '../visit/reader-content.ts';
import { siteSpaceUrl } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';
import { escapeXml } from './machine-files.ts';

/** So many updates are in a feed, the newest first. */
const MAX_ENTRIES = 100;

/**
 * The updates of a page as an Atom feed; undefined where it has none with a day.
 * @param text without what conditions decide: a feed is the same for all readers
 */
export function pageFeed(visit: VisitContext, placed: PlacedPage, text: TextHtml): string | undefined {
  const { place, content, entry } = placed;
  const { page } = entry;
  const updates = datedUpdates(text).slice(0, MAX_ENTRIES);
  const [newest] = updates;
  if (!newest) return undefined;
  const url = visit.origin + pageUrl(siteSpaceUrl(visit.base, place), content, page);
  const write = textWriter(visit, placed);
  const tags = new Map(content.book?.tags?.map(({ tag, label }) => [tag, label]));
  const entries = updates.map((update) => {
    const [heading] = update.headings;
    const address = `${url}#${encodeURIComponent(heading?.anchor ?? update.id)}`;
    const html = withWholeUrls(write(contentOf(update)), url, visit.origin);
    return [
      '<entry>',
      element('id', address),
      element('title', heading?.title ?? update.day),
      element('updated', `${update.day}T00:00:00Z`),
      `<link rel="alternate" href="${escapeXml(address)}"/>`,
      ...update.tags.map(
        (tag) => `<category term="${escapeXml(tag)}" label="${escapeXml(tags.get(tag) ?? tag)}"/>`,
      ),
      `<content type="html">${escapeXml(html)}</content>`,
      '</entry>',
    ].join('\n');
  });
  const { title = visit.site.title } = visit.site.customization;
  const language = escapeXml(languageOf(visit, place));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    element('id', url),
    element('title', [page.title, title].filter((part) => part !== '').join(' · ')),
    element('updated', `${newest.day}T00:00:00Z`),
    `<author>${element('name', title === '' ? page.title : title)}</author>`,
    `<link rel="alternate" href="${escapeXml(url)}"/>`,
    `<link rel="self" href="${escapeXml(formUrl(url, '.atom'))}"/>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** Paths and anchors as whole addresses. Attributes are written with quotes, which text never has. */
function withWholeUrls(html: string, url: string, origin: string): string {
  return html.replaceAll(
    / (href|src|srcset)="([/#?])/g,
    (_, name: string, first: string) => ` ${name}="${first === '/' ? origin : url}${first}`,
  );
}
