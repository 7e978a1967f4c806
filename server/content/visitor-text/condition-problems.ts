import { findConditionProblem } from '../conditions.ts';
import { conditionsOf } from './visitor-text.ts';

/** Why a condition leaves out something else than its author meant. */
export type TextConditionProblem =
  /** It has no end, so that it goes to the end of the text. */
  | 'unclosed'
  /** It begins with the tag of a branch, or with its end. */
  | 'unopened'
  /** What it asks for is no expression. */
  | 'unreadable';

/** The expression of an opening tag; texts in quotes belong to it, whatever they contain. */
const OPENING = /\{%[-+~]?\s*(?:if|el(?:se\s*|s?)if)(?!\w)((?:"[^"\n]*"|'[^'\n]*'|(?!%\})[^])*)%\}/gi;

/** What is wrong with the first condition of a Markdown text that visitors would not miss as meant; undefined for none. */
export function findTextConditionProblem(markdown: string): TextConditionProblem | undefined {
  for (const { start, end, problem } of conditionsOf(markdown)) {
    if (problem !== undefined) return problem;
    const expressions = Array.from(markdown.slice(start, end).matchAll(OPENING), ([, source = '']) =>
      source.replace(/[-+~]$/, '').trim(),
    );
    if (expressions.some((source) => findConditionProblem(source) !== null)) return 'unreadable';
  }
  return undefined;
}
