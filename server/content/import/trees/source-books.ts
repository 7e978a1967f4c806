import { bookPathOf } from '../import-plan.ts';
import { type Outline, type OutlineItem, pageAddresses } from './outline.ts';
import { addressKey, joinPath, writtenPath } from './paths.ts';

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

  constructor(outlines: readonly Outline[]) {
    this.#outlines = outlines;
    // With one book, there are no others.
    if (outlines.length > 1)
      for (const [book, outline] of outlines.entries()) this.#add(outline.items, { book, outline }, 0);
  }

  #add(items: readonly OutlineItem[], from: { book: number; outline: Outline }, depth: number): void {
    for (const item of items) {
      if (item.path !== undefined) {
        const books = this.#books.get(item.path);
        if (books) books.push(from.book);
        else this.#books.set(item.path, [from.book]);
        // Without base paths, the book may have been a site of its own.
        const addresses = from.outline.basePaths
          ? pageAddresses(from.outline, { ...item, path: item.path })
          : [];
        for (const address of addresses) {
          const key = addressKey(address);
          if (!this.#addresses.has(key)) this.#addresses.set(key, item.path);
        }
      }
      if (depth < 100) this.#add(item.items, from, depth + 1);
    }
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
