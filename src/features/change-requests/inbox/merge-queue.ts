import { errorMessage } from '#src/api/errors.ts';

export type QueueState =
  | { status: 'waiting' | 'merging' | 'merged' | 'skipped' | 'empty' }
  | { status: 'failed'; reason: string; hasConflicts: boolean };

/** Merges items in order, skips empty ones and stops at the first failure. */
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
