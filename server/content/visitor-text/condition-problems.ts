import { readBranches } from './marked-conditions.ts';
import { conditionsOf } from './visitor-text.ts';

/** Why a condition leaves out something else than its author meant. */
export type TextConditionProblem =
  /** It has no end, so that it goes to the end of the text. */
  | 'unclosed'
  /** It begins with the tag of a branch, or with its end. */
  | 'unopened'
  /** A condition is not an expression, or its branches don't belong together. */
  | 'unreadable';

/**
 * The problem of the first condition of a Markdown text that visitors would not miss as meant; undefined for
 * none.
 */
export function findTextConditionProblem(markdown: string): TextConditionProblem | undefined {
  for (const condition of conditionsOf(markdown)) {
    if (condition.problem !== undefined) return condition.problem;
    if (!readBranches(condition)) return 'unreadable';
  }
  return undefined;
}
