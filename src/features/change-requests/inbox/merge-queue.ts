import { messageOf } from '#src/api/errors.ts';

/** Where one of a queue stands. */
export type QueueState =
  | { status: 'waiting' | 'merging' | 'merged' | 'skipped' }
  | { status: 'failed'; reason: string; hasConflicts: boolean };

/**
 * Merges one after another and stops at the first that fails.
 *
 * @param merge resolves to how the merge of one ended
 * @param onState told of every change of state
 * @returns the place of the one that failed; null when all were merged or somebody stopped the queue
 */
export async function runMergeQueue<Item>(
  items: readonly Item[],
  merge: (item: Item) => Promise<string>,
  onState: (index: number, state: QueueState) => void,
  signal: AbortSignal,
): Promise<number | null> {
  for (const [index, item] of items.entries()) {
    if (signal.aborted) return null;
    onState(index, { status: 'merging' });
    try {
      if ((await merge(item)) === 'conflicts') {
        const reason = 'Pages are in conflict with the space. Nothing was written.';
        onState(index, { status: 'failed', reason, hasConflicts: true });
        return index;
      }
    } catch (error) {
      onState(index, { status: 'failed', reason: messageOf(error), hasConflicts: false });
      return index;
    }
    onState(index, { status: 'merged' });
  }
  return null;
}
