import { slugOf } from './page-tree.ts';

/** Gives the headings of one page their anchors: slugs of their text, with `-1`, `-2` … where several read alike. */
export class HeadingAnchors {
  readonly #taken = new Set<string>();
  /** The number to try first for a slug that is taken, so that a thousand equal headings cost no more than others. */
  readonly #next = new Map<string, number>();

  /** The anchor of the next heading, by its text without markup. */
  next(text: string): string {
    const slug = slugOf(text);
    let anchor = slug;
    let number = this.#next.get(slug) ?? 1;
    for (; this.#taken.has(anchor); number += 1) anchor = `${slug}-${number}`;
    this.#next.set(slug, number);
    this.#taken.add(anchor);
    return anchor;
  }
}
