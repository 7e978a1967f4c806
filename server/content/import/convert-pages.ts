import { deserialize, serialize } from 'node:v8';
import { parseUrl } from '#server/fetching/parse-url.ts';
import { convertHtml } from './convert-html.ts';
import { type FetchedText, decodeFetchedText } from './fetched-text.ts';
import type { PackedPage, ImportedPage } from './imported-page.ts';
import { keyOf } from './page-key.ts';
import { parseMarkdown, titleFromPath } from './parse-markdown.ts';

/**
 * Conversion of pages, done in a task process. What the server has no use for before all pages are there travels as
 * bytes: pages of a hundred thousand links would keep its main thread busy.
 */

/** More pictures of one page are not fetched by any import. */
const MAX_IMAGES = 200;
/** More pages are not fetched by any import, even where half of these are known already. */
const MAX_LINKS = 100;

/** A page that was converted, with what an import may fetch next. */
export interface ConvertedPage {
  page: PackedPage;
  /** Addresses of its pictures. */
  images: string[];
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
  const { title, markdown, targets, headings, links } = convertHtml({
    html: decodeFetchedText(fetched),
    url,
  });
  const named = title === '' ? titleFromPath(parseUrl(key)?.pathname ?? key) : title;
  const page = { key, title: named, markdown, targets, headings, pages: [] };
  const beside = new Set(links.filter((link) => isSiblingPage(link, start)).map((link) => keyOf(link)));
  return { page: pack(page), images: imagesOf(page), links: [...beside].slice(0, MAX_LINKS) };
}

/** A markdown file that was found at an address. */
export function convertMarkdownPage({ fetched, url }: { fetched: FetchedText; url: string }): ConvertedPage {
  const page = parseMarkdown({ key: keyOf(url), source: decodeFetchedText(fetched) });
  return { page: pack(page), images: imagesOf(page), links: [] };
}

/** A page with its text as bytes. */
export function pack({ key, title, pages, ...content }: ImportedPage): PackedPage {
  return { key, title, content: serialize(content), pages: pages.map(pack) };
}

/** The page that was packed. */
export function unpack({ key, title, content, pages }: PackedPage): ImportedPage {
  return { key, title, ...deserialize(content), pages: pages.map(unpack) };
}

function isSiblingPage(link: string, start: string): boolean {
  const url = parseUrl(link);
  if (!url) return false;
  const isPage = !/\.(png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|css|js|json|xml|mp4|woff2?)$/i.test(url.pathname);
  return isPage && url.host === parseUrl(start)?.host;
}

function imagesOf({ key, targets }: ImportedPage): string[] {
  const found = new Set<string>();
  for (const { target, isImage } of targets) {
    const url = isImage ? parseUrl(target, key) : undefined;
    if (url && /^https?:$/.test(url.protocol)) found.add(url.href);
    if (found.size === MAX_IMAGES) break;
  }
  return [...found];
}
