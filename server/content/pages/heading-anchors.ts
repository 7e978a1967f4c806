import { slugOf } from './page-tree.ts';

/** Generates the anchors of a page's headings: slugs of their text, with `-1`, `-2` … for duplicates. */
export class HeadingAnchors {
  readonly #taken = new Set<string>();
  /** The next number for a duplicate slug, so that a thousand equal headings stay cheap. */
  readonly #next = new Map<string, number>();

  /** The anchor of the next heading, from its plain text. */
  next(text: string): string {
    return this.take(slugOf(text));
  }

  /** A name that is no other anchor: this one, or with a number after it. */
  take(slug: string): string {
    let anchor = slug;
    let number = this.#next.get(slug) ?? 1;
    for (; this.#taken.has(anchor); number += 1) anchor = `${slug}-${number}`;
    this.#next.set(slug, number);
    this.#taken.add(anchor);
    return anchor;
  }
}
