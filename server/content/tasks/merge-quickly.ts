import { type ContentMerge, mergeContent, type MergedContent } from '../merge/merge-content.ts';
import { differsMuch } from '../pages/page-tree.ts';
import { runTask, type TaskOptions } from './run-task.ts';

/** Longer texts (in total) are merged in a task process. */
const MAX_INLINE_CHARACTERS = 8000;

/**
 * Merges at once where little differs, so that what nobody changed stays the same objects; else in a task process. Throws
 * `TaskLimitError`.
 */
export function mergeQuickly(
  merge: ContentMerge,
  options?: TaskOptions,
): MergedContent | Promise<MergedContent> {
  const { base, space, request } = merge.versions;
  const characters = [...merge.texts.values()].reduce((sum, text) => sum + text.length, 0);
  const isQuick =
    characters <= MAX_INLINE_CHARACTERS &&
    !differsMuch(base.pages, space.pages) &&
    !differsMuch(base.pages, request.pages);
  return isQuick ? mergeContent(merge) : runTask('mergeContent', merge, options);
}
