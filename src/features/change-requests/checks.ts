import { getChangeRequestMergeRulesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MergeReadiness, MergeRuleKind } from '#api/generated/types.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import type { ChangeRequestPath } from './labels.ts';

/** Undefined while loading; null if the server does not support it. */
export type Known<Value> = Value | undefined | null;

/** The subject of a check; selects its control. */
export type CheckSubject =
  | 'main'
  | 'conflicts'
  | 'paragraphs'
  | 'pages'
  | 'empty'
  | 'comments'
  | 'links'
  | 'reviews'
  | 'rules'
  | 'permission'
  | 'author';

/** One merge check. `blocking` prevents the merge, `warning` does not. */
export interface Check {
  subject: CheckSubject;
  /** Distinguishes several checks of one subject. */
  rule?: string;
  level: 'passed' | 'warning' | 'blocking' | 'checking';
  summary: string;
  /** Instructions, as a sentence; absent if nothing needs doing. */
  hint?: string;
}

/** The check that a rule belongs to, whose control resolves it. */
const ruleSubjects: Record<MergeRuleKind, CheckSubject> = {
  approvals: 'reviews',
  owners: 'reviews',
  comments: 'comments',
  'up-to-date': 'main',
  links: 'links',
  'change-requests': 'rules',
};

/** One check for each rule. A rule that is not met prevents the merge. */
export function ruleChecks(readiness: Known<MergeReadiness>): Check[] {
  if (readiness === null) return [];
  if (!readiness) return [{ subject: 'rules', level: 'checking', summary: 'Merge rules' }];
  return readiness.rules.map(({ scope, rule, met, message, pagePath = '' }) => ({
    subject: ruleSubjects[rule],
    rule: `${scope} ${rule} ${pagePath}`,
    level: met ? 'passed' : 'blocking',
    summary: message.replace(/\.$/, ''),
    ...(!met && { hint: `A merge rule of the ${scope} requires it.` }),
  }));
}

/** The rules that prevent the merge, as sentences. */
export const unmetRules = (readiness: MergeReadiness): string[] =>
  readiness.rules.filter(({ met }) => !met).map(({ message }) => message);

/** The rules of a change request with their states; null at servers without rules. */
export const mergeReadinessOf = (path: ChangeRequestPath) =>
  optional(getChangeRequestMergeRulesOptions({ path }));
