import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/api/errors.ts';
import { runBatch, countOutcomes, type PlannedStep } from '#src/components/bulk/batch.ts';
import { recordChanges, sendChange, type SpaceChange } from '#src/features/custom-fields/value-changes.ts';
import { formatCount } from '#src/lib/text/format.ts';

/**
 * Applies planned values space by space; undo covers all of them.
 *
 * @param verb past-tense verb for the undo label: "Imported"
 */
export function useApplyValueChanges(organizationId: string, verb: string) {
  const queryClient = useQueryClient();
  const execute = (change: SpaceChange) => sendChange(queryClient, organizationId, change);
  const applyAgain = async (changes: readonly SpaceChange[]) => {
    const outcomes = await runBatch(changes, execute, { signal: new AbortController().signal });
    const { failed } = countOutcomes(outcomes);
    if (failed === 0) return;
    const message = `Couldn’t update ${formatCount(failed, 'space')}.`;
    throw new ApiError({ status: 409, message, operation: 'PATCH' });
  };
  const onFinished = (done: readonly PlannedStep<SpaceChange>[]) => {
    if (done.length === 0) return;
    const changes = done.map(({ item }) => item);
    recordChanges(changes, applyAgain, `${verb} the values of ${formatCount(done.length, 'space')}`);
  };
  return { execute, onFinished };
}
