import { slugOf } from './page-tree.ts';

/** Gives the headings of one page their anchors: slugs of their text, with `-1`, `-2` … where several read alike. */
export class HeadingAnchors {
  readonly #taken = new Set<string>();

  /** The anchor of the next heading, by its text without markup. */
  next(text: string): string {
    const slug = slugOf(text);
    let anchor = slug;
    for (let number = 1; this.#taken.has(anchor); number += 1) anchor = `${slug}-${number}`;
    this.#taken.add(anchor);
    return anchor;
  }
}
