import { queryOptions } from '@tanstack/react-query';
import { listPlannedMergesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequestPlan, PlannedMerge } from '#api/generated/types.gen.ts';
import { exactTime } from '#src/lib/text/format.ts';
import { changeRequestInvalidations } from '../queries.ts';

/** Operations whose cached results a plan changes. */
export const planInvalidations = [...changeRequestInvalidations, 'listPlannedMerges'] as const;

/** How often the queue is looked at while something waits in it: the stream tells of merges and refusals, too. */
const QUEUE_INTERVAL_MS = 2000;

/** The latest planned merges in the spaces that the person can see. */
export const plannedMergesOf = (organizationId: string) =>
  queryOptions({
    ...listPlannedMergesOptions({ path: { organizationId }, query: { limit: 100 } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ state: each, when }) => each === 'waiting' && when === 'queue') === true
        ? QUEUE_INTERVAL_MS
        : false,
  });

/** When something is merged: "when it is ready". */
export function describeTime({ when, at }: Pick<ChangeRequestPlan | PlannedMerge, 'when' | 'at'>): string {
  if (when === 'at' && at !== undefined) return exactTime(at);
  return when === 'ready' ? 'when it is ready' : 'in turn';
}
