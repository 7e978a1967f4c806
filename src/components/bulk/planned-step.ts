import { formatCsv } from '#src/lib/csv.ts';
import type { Outcome } from './run-batch.ts';

/**
 * What would become of one thing: `create` and `change` are done, `skip` is so already, `refuse` would be refused or
 * would do harm.
 */
export type PlannedAction = 'create' | 'change' | 'skip' | 'refuse';

/** One line of a plan. */
export interface PlannedStep<Item> {
  id: string;
  item: Item;
  /** "Ada Lovelace". */
  name: string;
  /** Tells those of one name apart: an e-mail address. */
  detail?: string | undefined;
  action: PlannedAction;
  /** What would be done: "Reader → Editor"; for a skip or a refusal the reason, as a sentence. */
  description: string;
  /** What somebody should know before it is done. */
  warning?: string | undefined;
}

/** Whether a step is done when the plan is carried out. */
export const isActionable = ({ action }: PlannedStep<unknown>): boolean =>
  action === 'create' || action === 'change';

/** How many steps of a plan have which verdict. */
export function countActions(plan: readonly PlannedStep<unknown>[]): Record<PlannedAction, number> {
  const counts: Record<PlannedAction, number> = { create: 0, change: 0, skip: 0, refuse: 0 };
  for (const { action } of plan) counts[action] += 1;
  return counts;
}

const outcomeLabels = { done: 'done', failed: 'failed', 'not-begun': 'not started' };
const actionLabels = { create: 'pending', change: 'pending', skip: 'skipped', refuse: 'blocked' };

/**
 * A plan, or what became of it, as CSV.
 *
 * @param outcomes of the steps that were done, by id; none before the run
 */
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
