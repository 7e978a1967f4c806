import { deserialize, serialize } from 'node:v8';
import { parseUrl } from '#server/base/parse-url.ts';
import { convertHtml } from './convert-html.ts';
import type { PackedPage, ImportedPage } from './imported-page.ts';
import { keyOf } from './page-key.ts';
import { parseMarkdown, titleFromPath } from './parse-markdown.ts';

/**
 * Converts pages in a task process. What the server needs only once all pages are there is transferred as bytes: pages
 * with a hundred thousand links would block its main thread.
 */

/** No import fetches more images of one page. */
const MAX_IMAGES = 200;
/** No import fetches more pages, even if half of these are known already. */
const MAX_LINKS = 1000;

/** Fetched bytes with the charset from the response; empty if it has none. */
interface FetchedText {
  body: Uint8Array;
  charset: string;
}

/** A converted page, with what an import may fetch next. */
export interface ConvertedPage {
  page: PackedPage;
  /** URLs of its images. */
  images: string[];
  /** Keys of pages on the same host that it links to. */
  links: string[];
}

/** Converts an HTML page; `start` is the URL of the import's first page. */
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
  const pageTitle = title === '' ? titleFromPath(parseUrl(key)?.pathname ?? key) : title;
  const page = { key, title: pageTitle, markdown, targets, headings, pages: [] };
  const beside = new Set(links.filter((link) => isSiblingPage(link, start)).map((link) => keyOf(link)));
  return { page: pack(page), images: imagesOf(page), links: [...beside].slice(0, MAX_LINKS) };
}

/** Converts a Markdown file from a URL. */
export function convertMarkdownPage({ fetched, url }: { fetched: FetchedText; url: string }): ConvertedPage {
  const page = parseMarkdown({ key: keyOf(url), source: decodeFetchedText(fetched) });
  return { page: pack(page), images: imagesOf(page), links: [] };
}

/** Packs a page with its text as bytes. */
export function pack({ key, title, pages, ...content }: ImportedPage): PackedPage {
  return { key, title, content: serialize(content), pages: pages.map(pack) };
}

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
  const urls = new Set<string>();
  for (const { target, isImage } of targets) {
    const url = isImage ? parseUrl(target, key) : undefined;
    if (url && /^https?:$/.test(url.protocol)) urls.add(url.href);
    if (urls.size === MAX_IMAGES) break;
  }
  return [...urls];
}

/** Decodes a response with its charset, or the one that an HTML page declares; else as UTF-8. */
function decodeFetchedText({ body, charset }: FetchedText): string {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 1024)).toString('latin1');
  const charsetName =
    charset === '' ? (/<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ?? 'utf-8') : charset;
  return decoderFor(charsetName).decode(body);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
