import { bookPathOf } from '../import-plan.ts';
import { type Outline, type OutlineItem, pageAddresses } from './outline.ts';
import { addressKey, joinPath, writtenPath } from './paths.ts';

/** Nothing nests deeper in a book. */
const MAX_DEPTH = 100;

/** A page as another book names it. */
interface NeighborPage {
  /** The number of its book. */
  book: number;
  /** The path that its file gets, from the root of the source. */
  path: string;
}

/** The pages of all books of a source: what links between them lead to. */
export class SourceBooks {
  readonly #outlines: readonly Outline[];
  /** The books of each file that is a page. */
  readonly #books = new Map<string, number[]>();
  /** Files of pages by their addresses at the previous site. */
  readonly #addresses = new Map<string, string>();

  /** Files that are pages of books which are left out alone. */
  readonly #leftOut = new Set<string>();

  constructor(outlines: readonly Outline[], leftOut: readonly Outline[] = []) {
    this.#outlines = outlines;
    for (const { items } of leftOut) visitPages(items, (path) => this.#leftOut.add(path));
    for (const { items } of outlines) visitPages(items, (path) => this.#leftOut.delete(path));
    // With one book, there are no others.
    if (outlines.length < 2) return;
    for (const [book, outline] of outlines.entries())
      visitPages(outline.items, (path) => {
        const books = this.#books.get(path);
        if (books) books.push(book);
        else this.#books.set(path, [book]);
      });
    // Without base paths, a book may have been a site of its own.
    for (const outline of outlines) this.#addAddresses(outline, outline.basePaths ?? []);
    for (const outline of outlines) this.#addAddresses(outline, outline.fallbackPaths ?? []);
  }

  #addAddresses(outline: Outline, basePaths: string[]): void {
    if (basePaths.length === 0) return;
    visitPages(outline.items, (path, item) => {
      for (const address of pageAddresses(outline, { ...item, path }, basePaths)) {
        const key = addressKey(address);
        if (!this.#addresses.has(key)) this.#addresses.set(key, path);
      }
    });
  }

  /** Whether a file is a page that does not come in. */
  isLeftOut(file: string): boolean {
    return this.#leftOut.has(file);
  }

  /** The page of a file in the first other book that has it. */
  neighborAt(file: string, ownBook: number): NeighborPage | undefined {
    const book = this.#books.get(file)?.find((one) => one !== ownBook);
    const outline = book === undefined ? undefined : this.#outlines[book];
    if (book === undefined || !outline) return undefined;
    return { book, path: joinPath(outline.root, writtenPath(bookPathOf(outline, file))) };
  }

  /** The file of the page that had an address, from the root of the previous site. */
  fileAt(address: string): string | undefined {
    const key = addressKey(address);
    return key === '' ? undefined : this.#addresses.get(key);
  }
}

function visitPages(
  items: readonly OutlineItem[],
  visit: (path: string, item: OutlineItem) => void,
  depth = 0,
): void {
  for (const item of items) {
    if (item.path !== undefined) visit(item.path, item);
    if (depth < MAX_DEPTH) visitPages(item.items, visit, depth + 1);
  }
}
