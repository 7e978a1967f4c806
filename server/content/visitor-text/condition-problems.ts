import { findConditionProblem } from './conditions.ts';
import { conditionsOf } from './visitor-text.ts';

/** Why a condition leaves out something else than its author meant. */
export type TextConditionProblem =
  /** It has no end, so that it goes to the end of the text. */
  | 'unclosed'
  /** It begins with the tag of a branch, or with its end. */
  | 'unopened'
  /** The condition is not an expression. */
  | 'unreadable';

/**
 * The problem of the first condition of a Markdown text that visitors would not miss as meant; undefined for
 * none.
 */
export function findTextConditionProblem(markdown: string): TextConditionProblem | undefined {
  for (const { expressions, problem } of conditionsOf(markdown)) {
    if (problem !== undefined) return problem;
    const isUnreadable = (written: string) =>
      findConditionProblem(written.replace(/[-+~]$/, '').trim()) !== null;
    if (expressions.some(isUnreadable)) return 'unreadable';
  }
  return undefined;
}
