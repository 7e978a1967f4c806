import { trimSlashes } from '#server/base/trim-slashes.ts';
import { toList, toRecord, toText } from '../../source/yaml-values.ts';
import { bookPathOf, type PlannedBook } from '../import-plan.ts';
import { type Outline, type OutlineItem, pageAddresses } from './outline.ts';
import type { Report } from './report.ts';
import type { SourceFiles } from './source-files.ts';

/** Addresses of the site: where a redirect begins, and where it leads. */
interface SiteRedirect {
  from: string;
  to: string;
}

/** Options that stand for a redirect of every page. */
const OF_EVERY_PAGE = ['fromExtensions', 'toExtensions'];

/**
 * The redirects that the settings of a Docusaurus site list, each with the book that has the page which it leads to. What a program
 * makes is in the report with its line.
 */
export function addRedirects(
  books: readonly Outline[],
  settings: Record<string, unknown>,
  { files, report, config }: { files: SourceFiles; report: Report; config: string },
): Outline[] {
  const leaveOut = (name: string, message: string) =>
    report.add({ path: config, line: lineOf(files.text(config) ?? '', name), kind: 'left-out', message });
  const listed = toList(settings['plugins']).flatMap((plugin): SiteRedirect[] => {
    const [name, options] = toList(plugin);
    const { redirects, ...others } = toRecord(options) ?? {};
    if (typeof name !== 'string' || !name.includes('client-redirects')) return [];
    if (others['createRedirects'] !== undefined)
      leaveOut('createRedirects', 'The redirects that a program makes for each page are left out.');
    for (const option of OF_EVERY_PAGE)
      if (toList(others[option]).length > 0)
        leaveOut(option, 'Redirects from addresses of every page with another ending are left out.');
    const read = readList(redirects);
    if (read.includes(undefined)) leaveOut('redirects', 'Redirects that need a program are left out.');
    return read.flatMap((redirect) => redirect ?? []);
  });
  return listed.length === 0 ? [...books] : withRedirects(books, listed);
}

/** Undefined for what cannot be read without running it. */
function readList(list: unknown): (SiteRedirect | undefined)[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [undefined];
  return list.flatMap((entry: unknown) => {
    const { from, to } = toRecord(entry) ?? {};
    const target = toText(to);
    const sources = Array.isArray(from) ? from : [from];
    return sources.map((source: unknown) => {
      const address = toText(source);
      return address === undefined || target === undefined ? undefined : { from: address, to: target };
    });
  });
}

function withRedirects(books: readonly Outline[], listed: readonly SiteRedirect[]): Outline[] {
  const pages = books.map((book) => pagesByAddress(book));
  const redirects = books.map((): PlannedBook['redirects'] => []);
  for (const { from, to } of listed) {
    const [target = '', anchor] = to.split('#');
    const address = trim(target.replace(/\?.*$/, ''));
    const linked = pages.findIndex((addresses) => addresses.has(address));
    // One that leads to no page is named with those of the first book.
    const at = Math.max(0, linked);
    const file = pages[at]?.get(address);
    const end = anchor === undefined ? '' : `#${anchor}`;
    redirects[at]?.push({
      from: withinBook(books[at], trim(from)),
      to: file === undefined ? to : file + end,
    });
  }
  return books.map((book, at) => ({ ...book, redirects: redirects[at] ?? [] }));
}

/** The files of a book by the addresses of their pages on the site. */
function pagesByAddress(book: Outline): Map<string, string> {
  const files = new Map<string, string>();
  const add = (items: readonly OutlineItem[]): void => {
    for (const item of items) {
      if (item.path !== undefined)
        for (const address of pageAddresses(book, { ...item, path: item.path }).map(trim))
          if (!files.has(address)) files.set(address, bookPathOf(book, item.path));
      add(item.items);
    }
  };
  add(book.items);
  return files;
}

/** An address of the site from where the space of a book will be. */
function withinBook(book: Outline | undefined, address: string): string {
  const base = book?.basePaths
    ?.filter((path) => path !== '' && address.startsWith(`${path}/`))
    .toSorted((one, other) => other.length - one.length)[0];
  return base === undefined ? address : address.slice(base.length + 1);
}

const trim = (address: string): string => trimSlashes(address.trim());

/** The first line that sets an option, from 1. */
function lineOf(text: string, option: string): number {
  const index = text.split('\n').findIndex((line) => new RegExp(String.raw`\b${option}\s*[:(,]`).test(line));
  return Math.max(0, index) + 1;
}
