import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { updateSpaceCustomFields } from '#api/generated/sdk.gen.ts';
import type { CustomFieldValue, SpaceFieldValues } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { updateCachedLists, invalidate } from '#src/api/queries.ts';
import { runBatch, countOutcomes } from '#src/components/bulk/batch.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { awaitBeforeUndo, currentScreen, recordUndoable } from '#src/components/undo/undo.ts';
import { createOptimisticChanges } from '#src/lib/optimistic-changes.ts';
import { formatCount } from '#src/lib/text/format.ts';

/** Values by field name; null for none. */
export type Values = Record<string, CustomFieldValue | null>;

/** Changes of one space, sent as one request. */
export interface SpaceChange {
  spaceId: string;
  title: string;
  before: Values;
  after: Values;
}

/** Optimistic changes: shown before the server has accepted them. */
export const optimisticValues = createOptimisticChanges<SpaceChange>();

/** A space's values with changes applied. */
export function withChanges(
  values: SpaceFieldValues['values'],
  changes: readonly SpaceChange[],
): SpaceFieldValues['values'] {
  const changed = new Map<string, CustomFieldValue | null>(Object.entries(values));
  for (const { after } of changes)
    for (const [name, value] of Object.entries(after)) changed.set(name, value);
  return Object.fromEntries([...changed].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** The change that reverts a change. */
export const inverseOf = ({ before, after, ...space }: SpaceChange): SpaceChange => ({
  ...space,
  before: after,
  after: before,
});

/** Saves the changes of one space. */
export async function sendChange(
  queryClient: QueryClient,
  organizationId: string,
  change: SpaceChange,
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(change.after).map(([name, value]) => [name, value === null ? {} : { value }]),
  );
  const path = { spaceId: change.spaceId };
  await updateSpaceCustomFields({ path, body: { values }, throwOnError: true });
  const list = { operation: 'listCustomFieldValues', path: { organizationId } } as const;
  updateCachedLists<SpaceFieldValues>(queryClient, list, (row) =>
    row.space.id === change.spaceId ? { ...row, values: withChanges(row.values, [change]) } : row,
  );
  void invalidate(queryClient, { operation: 'listSpaceCustomFields', path });
}

const neverAborted = new AbortController().signal;

/**
 * Saves the changes of several spaces, a few at a time.
 *
 * @returns the saved ones and the first failure
 */
async function sendAll(queryClient: QueryClient, organizationId: string, changes: readonly SpaceChange[]) {
  const outcomes = await runBatch(
    changes,
    (change) => optimisticValues.run(change, () => sendChange(queryClient, organizationId, change)),
    { signal: neverAborted },
  );
  const completedChanges = changes.filter((_, index) => outcomes[index]?.status === 'done');
  const failure = outcomes.find((outcome) => outcome.status === 'failed');
  return {
    done: completedChanges,
    failure: failure?.status === 'failed' ? failure : null,
    failed: countOutcomes(outcomes).failed,
  };
}

/**
 * Updates values optimistically, reverts failed ones and records one undo.
 *
 * @returns a function; its label is in the past tense: "Set the owner of Guides"
 */
export function useValueChanges(organizationId: string) {
  const queryClient = useQueryClient();

  const applyAgain = async (changes: readonly SpaceChange[]) => {
    const { failed, failure } = await sendAll(queryClient, organizationId, changes);
    if (!failure) return;
    const message =
      changes.length === 1
        ? failure.message
        : `Couldn’t update ${formatCount(failed, 'space')}. ${failure.message}`;
    throw new ApiError({ status: 409, message, requestId: failure.requestId, operation: 'PATCH' });
  };

  const send = async (changes: readonly SpaceChange[], label: string) => {
    const screen = currentScreen.get();
    const { done, failed, failure } = await sendAll(queryClient, organizationId, changes);
    if (done.length > 0) recordChanges(done, applyAgain, label, screen);
    if (!failure) return;
    if (changes.length === 1)
      toastFailure(
        new ApiError({
          status: 409,
          message: failure.message,
          requestId: failure.requestId,
          operation: 'PATCH',
        }),
        () => awaitBeforeUndo(send(changes, label)),
      );
    else
      toast(`Couldn’t update ${formatCount(failed, 'space')}`, {
        tone: 'error',
        durationMs: Infinity,
        detail: failure.message,
      });
  };

  return (changes: readonly SpaceChange[], label: string): void => {
    if (changes.length > 0) awaitBeforeUndo(send(changes, label));
  };
}

/** Records saved changes as one undo step. */
export function recordChanges(
  done: readonly SpaceChange[],
  send: (changes: readonly SpaceChange[]) => Promise<void>,
  label: string,
  screen?: string,
): void {
  recordUndoable({ label, screen, undo: () => send(done.map(inverseOf)), redo: () => send(done) });
}
