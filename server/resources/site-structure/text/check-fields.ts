import { isVisible } from '#server/base/visible-text.ts';
import type { SiteTextItem } from '#server/content/source/site/site-text.ts';
import { findConditionProblem } from '#server/content/visitor-text/conditions.ts';
import { findPathProblem } from '../changes/structure-values.ts';

/** The lengths of the contract, in code points. */
const LENGTHS = {
  'section-group': { title: [1, 100], icon: [0, 50] },
  section: { title: [2, 128], icon: [0, 50], path: [1, 100], description: [0, 256], condition: [1, 1024] },
  space: { path: [1, 100], condition: [1, 1024] },
} as const;

const NAMES = { 'section-group': 'group', section: 'section', space: 'space' } as const;

/** What the fields of an item may not hold, one sentence each. */
export function checkFields(item: SiteTextItem): string[] {
  const { type, title, path, condition } = item;
  const lengths: Partial<Record<string, readonly [number, number]>> = LENGTHS[type];
  const problems = (['title', 'path', 'description', 'icon', 'condition'] as const).flatMap((name) => {
    const value = item[name];
    if (value === undefined) return [];
    const limits = lengths[name];
    if (!limits) return name === 'title' ? [] : [`A ${NAMES[type]} has no ${name} here. Remove it.`];
    const { length } = [...value];
    const [least, most] = limits;
    if (length >= least && length <= most) return [];
    return [`The ${name} must have ${least > 0 ? `${least} to ${most}` : `at most ${most}`} characters.`];
  });
  if (type !== 'space' && (title === undefined || !isVisible(title))) problems.push('The title is missing.');
  const pathProblem = path === undefined ? null : findPathProblem(path);
  if (pathProblem !== null) problems.push(`The path ${pathProblem}.`);
  const wrong = condition === undefined ? null : findConditionProblem(condition);
  if (wrong)
    problems.push(`The condition is no expression at character ${wrong.position}: ${wrong.message}.`);
  return problems;
}
