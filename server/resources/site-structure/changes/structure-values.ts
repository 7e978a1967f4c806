import { badValue } from '#server/base/errors.ts';
import { findConditionProblem } from '#server/content/visitor-text/conditions.ts';

/** What the fields of a structure may hold. */

/** The problem of a path as the rest of a sentence, or null. Slashes are allowed inside. */
export function findPathProblem(path: string): string | null {
  if (/[\s\p{Cc}?#\\]/u.test(path)) return 'must not contain whitespace, "?", "#" or "\\"';
  if (/^\/|\/$|\/\/|(^|\/)\.{1,2}(\/|$)/.test(path))
    return 'must not start or end with "/" or contain empty segments';
  return null;
}

/** Throws 400 for an invalid path; undefined is valid. */
export function validatePath(path: string | undefined): void {
  const problem = path === undefined ? null : findPathProblem(path);
  if (problem !== null) throw badValue('body.path', problem);
}

/** Throws 400 with the position of a syntax error; undefined and null are valid. */
export function validateCondition(condition: string | null | undefined): void {
  const problem = condition == null ? null : findConditionProblem(condition);
  if (problem === null) return;
  throw badValue(
    'body.condition',
    `is not a valid expression at character ${problem.position}: ${problem.message}`,
  );
}

/** The space's title. Section titles need two characters. */
export function defaultSectionTitle(spaceTitle: string): string {
  const title = spaceTitle.trim();
  return [...title].length >= 2 ? title : `Section ${title}`.trim();
}
