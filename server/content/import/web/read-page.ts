import { HeadingAnchors } from '#api/heading-anchors.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { convertHtml, type ImportedHeading } from '../convert-html.ts';
import { keyOf } from '../page-key.ts';
import { titleFromPath } from '../trees/paths.ts';

/** No import fetches more pages, even if half of these are known already. */
const MAX_LINKS = 1000;

/** What a website answered. */
export interface WebResponse {
  body: Uint8Array;
  /** Of the response; empty if it has none. */
  charset: string;
  url: string;
}

/** A page of a website as Markdown with absolute addresses. */
export interface WebPage {
  title: string;
  markdown: Uint8Array;
  /** Anchors of headings by the names that they had. */
  anchors: Map<string, string>;
  /** Keys of the pages on the same host that it links to. */
  links: string[];
}

/** Reads an HTML page; runs in a task process. */
export function readWebPage(response: WebResponse): WebPage {
  const { url } = response;
  const { title, markdown, headings, links } = convertHtml({ html: decodeResponse(response), url });
  const { host, pathname = url } = parseUrl(url) ?? {};
  const pageTitle = title === '' ? titleFromPath(pathname) : title;
  const beside = links.filter((link) => isPageAt(link, host)).map(keyOf);
  return {
    title: pageTitle,
    markdown: Buffer.from(markdown),
    anchors: anchorsOf(headings, pageTitle),
    links: [...new Set(beside)].slice(0, MAX_LINKS),
  };
}

/** Decodes a response with its charset, or the one that an HTML page declares; else as UTF-8. */
export function decodeResponse({ body, charset }: WebResponse): string {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 1024)).toString('latin1');
  const declared = /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ?? 'utf-8';
  return decoderFor(charset === '' ? declared : charset).decode(body);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

function isPageAt(link: string, host: string | undefined): boolean {
  const url = parseUrl(link);
  const isFile =
    url && /\.(png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|css|js|json|xml|mp4|woff2?)$/i.test(url.pathname);
  return url?.host === host && isFile === false;
}

/** The heading that repeats the title is not in the text: its names lead to the page. */
function anchorsOf(headings: readonly ImportedHeading[], title: string): Map<string, string> {
  const slugs = new HeadingAnchors();
  const anchors = new Map<string, string>();
  headings.forEach(({ names, text }, index) => {
    const anchor = index === 0 && text === title ? '' : slugs.next(text).anchor;
    for (const name of names) anchors.set(name, anchor);
  });
  return anchors;
}
