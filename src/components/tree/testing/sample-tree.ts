/** Small trees for the tests of the tree. */
import { TOP } from '#src/lib/ordered-tree.ts';
import type { TreeSource } from '../tree-state.ts';

/** A tree of one or two levels; `null` makes a leaf at the top, a list makes a container. */
export function sampleTree(top: Record<string, readonly string[] | null>): TreeSource {
  return {
    childrenOf: (id) => (id === TOP ? Object.keys(top) : (top[id] ?? [])),
    isContainer: (id) => Boolean(top[id]),
  };
}
