import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#src/api/errors.ts';
import { runPaced, tally } from '#src/components/bulk/paced-run.ts';
import type { PlannedStep } from '#src/components/bulk/planned-step.ts';
import { countOf } from '#src/lib/counts.ts';
import { recordChanges, sendChange, type SpaceChange } from './value-changes.ts';

/**
 * Carries out a plan of values, space by space, and lets all that was done be undone together.
 *
 * @param verb what was done to the values, for the undo: "Imported"
 */
export function usePlannedValues(organizationId: string, verb: string) {
  const queryClient = useQueryClient();
  const act = (change: SpaceChange) => sendChange(queryClient, organizationId, change);
  const again = async (changes: readonly SpaceChange[]) => {
    const outcomes = await runPaced(changes, act, { signal: new AbortController().signal });
    const { failed } = tally(outcomes);
    if (failed === 0) return;
    const message = `Couldn’t update ${countOf(failed, 'space')}.`;
    throw new ApiError({ status: 409, message, operation: 'PATCH' });
  };
  const onOver = (done: readonly PlannedStep<SpaceChange>[]) => {
    if (done.length === 0) return;
    const changes = done.map(({ item }) => item);
    recordChanges(changes, again, `${verb} the values of ${countOf(done.length, 'space')}`);
  };
  return { act, onOver };
}
