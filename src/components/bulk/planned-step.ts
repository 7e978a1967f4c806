import { formatCsv } from '#src/lib/csv.ts';
import type { Outcome } from './run-batch.ts';

/** What a plan does with an item: `create` and `change` are executed, `skip` needs nothing, `refuse` is blocked. */
export type PlannedAction = 'create' | 'change' | 'skip' | 'refuse';

export interface PlannedStep<Item> {
  id: string;
  item: Item;
  /** "Ada Lovelace". */
  name: string;
  /** Distinguishes items of one name: an email address. */
  detail?: string | undefined;
  action: PlannedAction;
  /** The change: "Reader → Editor"; for skipped or blocked steps the reason, as a sentence. */
  description: string;
  warning?: string | undefined;
}

/** Whether a step is executed. */
export const isActionable = ({ action }: PlannedStep<unknown>): boolean =>
  action === 'create' || action === 'change';

export function countActions(plan: readonly PlannedStep<unknown>[]): Record<PlannedAction, number> {
  const counts: Record<PlannedAction, number> = { create: 0, change: 0, skip: 0, refuse: 0 };
  for (const { action } of plan) counts[action] += 1;
  return counts;
}

const outcomeLabels = { done: 'done', failed: 'failed', 'not-begun': 'not started' };
const actionLabels = { create: 'pending', change: 'pending', skip: 'skipped', refuse: 'blocked' };

/** A plan or its results as CSV. */
export function formatPlanCsv(
  plan: readonly PlannedStep<unknown>[],
  outcomes: ReadonlyMap<string, Outcome> = new Map(),
): string {
  const rows = plan.map((step) => {
    const outcome = outcomes.get(step.id);
    const failure = outcome?.status === 'failed' ? outcome : null;
    return [
      step.name,
      step.detail ?? '',
      outcome ? outcomeLabels[outcome.status] : actionLabels[step.action],
      step.description,
      failure?.message ?? step.warning ?? '',
      failure?.requestId ?? '',
    ];
  });
  return formatCsv([['name', 'email', 'result', 'change', 'note', 'request id'], ...rows]);
}
