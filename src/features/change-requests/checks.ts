import {
  getChangeRequestChecksOptions,
  getChangeRequestMergeRulesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  ChangeRequestChecks,
  LinkStats,
  MergeReadiness,
  MergeRuleKind,
} from '#api/generated/types.gen.ts';
import { optional } from '#src/api/optional-requests.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
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
  | 'readers'
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

export function commentCheck(comments: number): Check {
  const subject = 'comments';
  if (comments === 0) return { subject, level: 'passed', summary: 'No open comments' };
  return {
    subject,
    level: 'warning',
    summary: formatCount(comments, 'open comment'),
    hint: 'Reply or resolve.',
  };
}

export function linkCheck(links: Known<LinkStats>): Check | null {
  const subject = 'links';
  if (links === null) return null;
  if (!links) return { subject, level: 'checking', summary: 'Broken links' };
  const { total } = links.broken;
  // Other servers may return only the number of broken links, not their origin.
  const introduced: number | undefined = links.broken.changeRequest;
  if (introduced === undefined && total !== 0)
    return {
      subject,
      level: 'warning',
      summary: 'New broken links not checked',
      hint: `The server doesn’t say which of ${formatCount(total, 'broken link')} are new.`,
    };
  if (introduced === undefined) return { subject, level: 'passed', summary: 'No broken links' };
  const existing = total - introduced;
  if (introduced > 0) {
    return {
      subject,
      level: 'warning',
      summary: `Breaks ${formatCount(introduced, 'link')}`,
      hint:
        existing > 0
          ? `Fix broken links first. ${formatCount(existing, 'other was', 'others were')} already broken.`
          : 'Fix broken links first.',
    };
  }
  return {
    subject,
    level: 'passed',
    summary:
      existing > 0 ? `No new broken links, ${formatNumber(existing)} already broken` : 'No broken links',
  };
}

/** What readers would stumble over; null at servers that don't check it. */
export const readerChecksOf = (path: ChangeRequestPath) => optional(getChangeRequestChecksOptions({ path }));

/** How many findings there are. */
export const countFindings = ({ counts }: ChangeRequestChecks): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

export function readerCheck(found: Known<ChangeRequestChecks>): Check | null {
  const subject = 'readers';
  if (found === null) return null;
  if (!found) return { subject, level: 'checking', summary: 'New problems for readers' };
  const count = countFindings(found);
  if (count > 0)
    return {
      subject,
      level: 'warning',
      summary: `Adds ${formatCount(count, 'problem')} for readers`,
      hint: 'Fix them first.',
    };
  return {
    subject,
    level: found.isPartial ? 'warning' : 'passed',
    summary: 'No new problems for readers',
    ...(found.isPartial && { hint: 'It changes too much to check all of it.' }),
  };
}
