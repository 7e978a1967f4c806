import { trimEndSlashes } from '#server/base/trim-slashes.ts';
import { bookPathOf, type PlannedBook, type ReportEntry } from '#server/content/import/import-plan.ts';
import type { StoredBookRedirect } from '#server/content/pages/storage.ts';
import { findSourceProblem, MAX_REDIRECTS } from './redirects.rules.ts';

/** A page with the file that it comes from. */
interface BookPage {
  /** The path in the source. */
  key: string;
  git?: { path: string };
  pages: readonly BookPage[];
}

interface RedirectedBook extends Pick<PlannedBook, 'root' | 'redirects'> {
  pages: readonly BookPage[];
}

/** The redirects of a book that a site could take, each to the file of a page. What no site could take is named. */
export function planRedirects(book: RedirectedBook): {
  redirects: StoredBookRedirect[];
  report: ReportEntry[];
} {
  const files = new Map<string, string>();
  collectFiles(book, book.pages, files);
  const redirects = new Map<string, StoredBookRedirect>();
  const report: ReportEntry[] = [];
  for (const { from: written, to } of book.redirects) {
    const from = written.trim().replaceAll(/\s/g, '%20').replaceAll(/^\/+/g, '');
    const leaveOut = (message: string) =>
      report.push({ path: book.root === '' ? from : `${book.root}/${from}`, kind: 'warning', message });
    const [target = '', anchor] = to.split('#');
    const file = findFile(files, target);
    const problem = findSourceProblem(`/${from}`);
    const toText = JSON.stringify(to.slice(0, 200));
    if (problem !== null) leaveOut(`The redirect to ${toText} is left out: its path ${problem}.`);
    else if (file === undefined)
      leaveOut(`The redirect to ${toText} is left out: that is no page of the book.`);
    else if (redirects.has(from))
      leaveOut(`The redirect to ${toText} is left out: its path has one already.`);
    else if (redirects.size >= MAX_REDIRECTS)
      leaveOut(`The redirect to ${toText} is left out: a site can have ${MAX_REDIRECTS} redirects.`);
    else redirects.set(from, { from, to: file, ...(anchor !== undefined && anchor !== '' && { anchor }) });
  }
  return { redirects: [...redirects.values()], report };
}

/** The files of pages within the book, by that path and by that of the source. */
function collectFiles(book: RedirectedBook, pages: readonly BookPage[], files: Map<string, string>): void {
  for (const { key, git, pages: below } of pages) {
    if (git) {
      files.set(git.path, git.path);
      for (const path of [key, bookPathOf(book, key)]) if (!files.has(path)) files.set(path, git.path);
    }
    collectFiles(book, below, files);
  }
}

/** Sources name pages by their files, or as addresses do: without an ending, or by their folder. */
function findFile(files: ReadonlyMap<string, string>, target: string): string | undefined {
  const path = trimEndSlashes(decodePath(target.trim()).replace(/^(?:\.?\/)+/, ''));
  const inFolder = path === '' ? '' : `${path}/`;
  const names = ['README.md', 'index.md', 'README.mdx', 'index.mdx'].map((name) => inFolder + name);
  return [path, `${path}.md`, `${path}.mdx`, ...names]
    .map((name) => files.get(name))
    .find((file) => file !== undefined);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
