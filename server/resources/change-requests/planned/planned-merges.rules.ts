import type { MergePlan, PlannedMerge } from '#api/generated/types.gen.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import { badValue } from '#server/base/errors.ts';
import type { PlanRow } from '../planned-merges.queries.ts';

const YEAR_MS = 366 * 24 * 60 * 60_000;

/** When a plan is carried out; null for one without a time. Throws 400. */
export function parsePlanTime({ when, at }: MergePlan, now: Date): Date | null {
  if (when !== 'at') {
    if (at !== undefined) throw badValue('body.at', 'is only for `when: "at"`');
    return null;
  }
  if (at === undefined) throw badValue('body.at', 'is required with `when: "at"`');
  const time = new Date(at);
  if (time <= now) throw badValue('body.at', 'must be in the future');
  if (time.getTime() - now.getTime() > YEAR_MS) throw badValue('body.at', 'must be within a year');
  return time;
}

export function toPlanView(row: PlanRow): PlannedMerge {
  return {
    object: 'planned-merge',
    id: row.id,
    when: row.mode,
    ...(row.run_at && { at: row.run_at.toISOString() }),
    state: row.state,
    ...(row.problem !== null && { problem: row.problem }),
    user: toAuthorView(row.user_id, row),
    space: { id: row.space_id, title: row.space_title },
    changeRequest: { id: row.change_request_id, number: row.number, subject: row.subject },
    createdAt: row.created_at.toISOString(),
    ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
  };
}
