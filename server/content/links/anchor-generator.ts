import { slugOf } from '../page-tree.ts';

/** Makes the anchors of the headings of one page, in their order: slugs, unique by `-1`, `-2` … on later ones. */
export class AnchorGenerator {
  readonly #taken = new Set<string>();
  /** The last number given to a slug: a page may have thousands of equal headings. */
  readonly #numbers = new Map<string, number>();

  /** The anchor of the next heading, from its text without marks. */
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
