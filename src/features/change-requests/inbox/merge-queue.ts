import { errorMessage } from '#src/api/errors.ts';

/** Where one of a queue stands. */
export type QueueState =
  | { status: 'waiting' | 'merging' | 'merged' | 'skipped' | 'empty' }
  | { status: 'failed'; reason: string; hasConflicts: boolean };

/**
 * Merges one after another and stops at the first that fails. Those that change nothing are passed over.
 *
 * @param merge resolves to how the merge of one ended; `empty` where there was nothing to merge
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
      const result = await merge(item);
      if (result === 'empty') {
        onState(index, { status: 'empty' });
        continue;
      }
      if (result === 'conflicts') {
        const reason = 'Pages conflict with the space. No changes were saved.';
        onState(index, { status: 'failed', reason, hasConflicts: true });
        return index;
      }
    } catch (error) {
      onState(index, { status: 'failed', reason: errorMessage(error), hasConflicts: false });
      return index;
    }
    onState(index, { status: 'merged' });
  }
  return null;
}
