/** Small trees for tests. */
import { TOP } from '#src/lib/ordered-tree.ts';
import type { TreeSource } from '../tree-state.ts';

/** A tree with up to two levels; `null` is a leaf, a list is a container. */
export function sampleTree(top: Record<string, readonly string[] | null>): TreeSource {
  return {
    childrenOf: (id) => (id === TOP ? Object.keys(top) : (top[id] ?? [])),
    isContainer: (id) => Boolean(top[id]),
  };
}
