import type { Page } from '#src/api/generated/types.gen.ts';

/** Both states of a page, in one form. */
export interface PageSides {
  /** The page before; undefined where it is new. */
  base: Page | undefined;
  /** The page after; undefined where it was deleted. */
  next: Page | undefined;
  /** Names the pair, so that it is compared once. */
  name: readonly string[];
}
