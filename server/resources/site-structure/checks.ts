import { findConditionProblem } from '#server/content/conditions.ts';
import { badValue } from '#server/errors.ts';
import { findPathProblem } from './paths.ts';

/** 400 for a path that cannot be part of an address; an absent one is fine. */
export function checkPath(path: string | undefined): void {
  const problem = path === undefined ? null : findPathProblem(path);
  if (problem !== null) throw badValue('body.path', problem);
}

/** 400, with the position, for a condition that is no expression; an absent or removed one is fine. */
export function checkCondition(condition: string | null | undefined): void {
  const problem = condition == null ? null : findConditionProblem(condition);
  if (problem === null) return;
  throw badValue(
    'body.condition',
    `is not a valid expression at character ${problem.position}: ${problem.message}`,
  );
}
