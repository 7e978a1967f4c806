import { slugOf } from '../page-tree.ts';

/**
 * Generates the anchors of a page's headings in order: slugs, unique by `-1`, `-2` … for later ones. (Same purpose as
 * `content/heading-anchors.ts`: merge the two.)
 */
export class AnchorGenerator {
  readonly #taken = new Set<string>();
  /** The last number used for a slug: a page may have thousands of equal headings. */
  readonly #numbers = new Map<string, number>();

  /** The anchor of the next heading, from its plain text. */
  next(heading: string): string {
    const slug = slugOf(heading);
    let number = this.#numbers.get(slug) ?? 0;
    let anchor = number === 0 ? slug : `${slug}-${number}`;
    while (this.#taken.has(anchor)) {
      number += 1;
      anchor = `${slug}-${number}`;
    }
    this.#numbers.set(slug, number);
    this.#taken.add(anchor);
    return anchor;
  }
}
