import { deserialize, serialize } from 'node:v8';
import { parseUrl } from '#server/fetching/parse-url.ts';
import { convertHtml } from './convert-html.ts';
import { type FetchedText, textOfFetched } from './fetched-text.ts';
import type { GatheredPage, ImportedPage } from './imported.ts';
import { keyOf } from './page-key.ts';
import { readMarkdown, titleOfFile } from './read-markdown.ts';

/**
 * Conversion of pages, done in a task process. What the server has no use for before all pages are there travels as
 * bytes: pages of a hundred thousand links would keep its main thread busy.
 */

/** More pictures of one page are not fetched by any import. */
const MOST_PICTURES = 200;
/** More pages are not fetched by any import, even where half of these are known already. */
const MOST_LINKS = 100;

/** A page that was converted, with what an import may fetch next. */
export interface ConvertedPage {
  page: GatheredPage;
  /** Addresses of its pictures. */
  pictures: string[];
  /** Keys of the pages beside it that it links to. */
  links: string[];
}

/** An HTML page; `start` is the page that the import began with, and its own address where it is that page. */
export function convertHtmlPage({
  fetched,
  url,
  start = url,
}: {
  fetched: FetchedText;
  url: string;
  start?: string | undefined;
}): ConvertedPage {
  const key = keyOf(url);
  const { title, markdown, targets, headings, links } = convertHtml({ html: textOfFetched(fetched), url });
  const named = title === '' ? titleOfFile(parseUrl(key)?.pathname ?? key) : title;
  const page = { key, title: named, markdown, targets, headings, pages: [] };
  const beside = new Set(links.filter((link) => isBeside(link, start)).map((link) => keyOf(link)));
  return { page: pack(page), pictures: picturesOf(page), links: [...beside].slice(0, MOST_LINKS) };
}

/** A markdown file that was found at an address. */
export function convertMarkdownPage({ fetched, url }: { fetched: FetchedText; url: string }): ConvertedPage {
  const page = readMarkdown({ key: keyOf(url), source: textOfFetched(fetched) });
  return { page: pack(page), pictures: picturesOf(page), links: [] };
}

/** A page with its text as bytes. */
export function pack({ key, title, pages, ...content }: ImportedPage): GatheredPage {
  return { key, title, content: serialize(content), pages: pages.map(pack) };
}

/** The page that was packed. */
export function unpack({ key, title, content, pages }: GatheredPage): ImportedPage {
  return { key, title, ...deserialize(content), pages: pages.map(unpack) };
}

function isBeside(link: string, start: string): boolean {
  const url = parseUrl(link);
  if (!url) return false;
  const isPage = !/\.(png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|css|js|json|xml|mp4|woff2?)$/i.test(url.pathname);
  return isPage && url.host === parseUrl(start)?.host;
}

function picturesOf({ key, targets }: ImportedPage): string[] {
  const found = new Set<string>();
  for (const { target, isPicture } of targets) {
    const url = isPicture ? parseUrl(target, key) : undefined;
    if (url && /^https?:$/.test(url.protocol)) found.add(url.href);
    if (found.size === MOST_PICTURES) break;
  }
  return [...found];
}
