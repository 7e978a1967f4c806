import type {
  ChangeRequest,
  ContentConflicts,
  LinkStats,
  RequestedReviewer,
  Review,
} from '#api/generated/types.gen.ts';
import { countOf, formatNumber } from '#src/lib/counts.ts';
import { nameSome } from '#src/lib/name-some.ts';
import { askedReviewers } from './asked-reviewers.ts';
import type { Refusals } from './refusals.ts';
import type { UnseenPages } from './views/use-unseen-pages.ts';

/** What is known of something: undefined before it has arrived, null where the server does not tell. */
export type Known<Fact> = Fact | undefined | null;

/** What is known of a change request. What the server does not tell is no point of its readiness. */
export interface ReadinessFacts {
  changeRequest: ChangeRequest;
  refusals: Refusals;
  isOwn: boolean;
  unseen: Known<UnseenPages>;
  conflicts: Known<ContentConflicts>;
  links: Known<LinkStats>;
  reviews: Known<readonly Review[]>;
  requested: Known<readonly RequestedReviewer[]>;
}

/** What a check is about, for the control that goes with it. */
export type CheckSubject =
  | 'main'
  | 'conflicts'
  | 'pages'
  | 'empty'
  | 'comments'
  | 'links'
  | 'verdicts'
  | 'permission'
  | 'author';

/** One line of the readiness card. `stop` keeps it from being merged, `care` is for somebody to decide. */
export interface Check {
  subject: CheckSubject;
  level: 'good' | 'care' | 'stop' | 'unknown';
  /** What is so: "3 open comments". */
  says: string;
  /** What to do about it, as a sentence; absent where there is nothing to do. */
  todo?: string;
}

/** The latest verdict of each reviewer, the newest first. */
export function latestVerdicts(reviews: readonly Review[]): Review[] {
  const known = new Set<string>();
  return reviews.filter(({ reviewer }) => !known.has(reviewer.id) && known.add(reviewer.id));
}

/** Whether a change request is ready to be merged, point by point. */
export function checksOf(facts: ReadinessFacts): Check[] {
  const { changeRequest, refusals, isOwn } = facts;
  const checks = [
    permissionCheck(refusals),
    mainCheck(changeRequest),
    conflictCheck(facts.conflicts),
    pageCheck(facts.unseen),
    verdictCheck(facts.reviews, facts.requested),
    commentCheck(changeRequest.comments),
    linkCheck(facts.links),
    authorCheck(isOwn, changeRequest),
  ];
  return checks.filter((check) => check !== null);
}

const authorCheck = (isOwn: boolean, { createdBy }: ChangeRequest): Check =>
  isOwn
    ? {
        subject: 'author',
        level: 'care',
        says: 'You created this change request',
        todo: 'Ask someone else to review it first.',
      }
    : { subject: 'author', level: 'good', says: `Created by ${createdBy.displayName}` };

const permissionCheck = ({ merge }: Refusals): Check =>
  merge === undefined
    ? { subject: 'permission', level: 'good', says: 'You can merge' }
    : { subject: 'permission', level: 'stop', says: 'You can’t merge', todo: merge };

const mainCheck = ({ outdated }: ChangeRequest): Check =>
  outdated
    ? {
        subject: 'main',
        level: 'care',
        says: 'The space has newer changes',
        todo: 'Update to include them.',
      }
    : { subject: 'main', level: 'good', says: 'Up to date with the space' };

function pageCheck(unseen: Known<UnseenPages>): Check | null {
  const subject = 'pages';
  if (unseen === null) return null;
  if (!unseen) return { subject, level: 'unknown', says: 'Changed pages' };
  const { left, total, files } = unseen;
  if (total + files === 0)
    return {
      subject: 'empty',
      level: 'stop',
      says: 'Nothing to merge yet',
      todo: 'Edit a page or import a file first.',
    };
  if (total === 0) return { subject, level: 'good', says: 'No changed pages' };
  if (left === 0) return { subject, level: 'good', says: `You viewed ${countOf(total, 'changed page')}` };
  return {
    subject,
    level: 'care',
    says: `${formatNumber(left)} of ${countOf(total, 'changed page')} not viewed`,
    todo: 'View the remaining pages.',
  };
}

function conflictCheck(found: Known<ContentConflicts>): Check | null {
  const subject = 'conflicts';
  if (found === null) return null;
  if (!found) return { subject, level: 'unknown', says: 'Conflicts' };
  const { length } = found.conflicts;
  if (length === 0) return { subject, level: 'good', says: 'No conflicts' };
  return {
    subject,
    level: 'stop',
    says: `${countOf(length, 'page')} with conflicts`,
    todo: 'Resolve conflicts page by page.',
  };
}

function commentCheck(comments: number): Check {
  const subject = 'comments';
  if (comments === 0) return { subject, level: 'good', says: 'No open comments' };
  return { subject, level: 'care', says: countOf(comments, 'open comment'), todo: 'Reply or resolve.' };
}

function linkCheck(links: Known<LinkStats>): Check | null {
  const subject = 'links';
  if (links === null) return null;
  if (!links) return { subject, level: 'unknown', says: 'Broken links' };
  const { changeRequest: brought = 0, total } = links.broken;
  const before = total - brought;
  if (brought > 0) {
    return {
      subject,
      level: 'care',
      says: `Breaks ${countOf(brought, 'link')}`,
      todo:
        before > 0
          ? `Fix broken links first. ${countOf(before, 'other was', 'others were')} already broken.`
          : 'Fix broken links first.',
    };
  }
  return {
    subject,
    level: 'good',
    says: before > 0 ? `No new broken links, ${formatNumber(before)} already broken` : 'No broken links',
  };
}

function verdictCheck(
  reviews: Known<readonly Review[]>,
  requested: Known<readonly RequestedReviewer[]>,
): Check | null {
  const subject = 'verdicts';
  if (reviews === null || requested === null) return null;
  if (!reviews || !requested) return { subject, level: 'unknown', says: 'Reviews' };
  const verdicts = latestVerdicts(reviews);
  const asked = askedReviewers(requested);
  const names = (list: readonly { displayName: string }[]) =>
    nameSome(
      list.slice(0, 3).map(({ displayName }) => displayName),
      list.length,
    );
  // Who was asked finds it in the inbox again by itself, and cannot be asked twice.
  const another = (list: readonly Review[]) =>
    list.every(({ reviewer }) => asked.some(({ id }) => id === reviewer.id))
      ? 'Re-review requested.'
      : 'Request a re-review.';
  const against = verdicts.filter(({ status }) => status === 'changes-requested');
  if (against.length > 0) {
    return {
      subject,
      level: 'care',
      says: `Changes requested by ${names(against.map(({ reviewer }) => reviewer))}`,
      todo: against.every(({ outdated }) => outdated)
        ? `Changed since the review. ${another(against)}`
        : 'See their comments under Activity.',
    };
  }
  const approving = verdicts.filter(({ status }) => status === 'approved');
  const current = approving.filter(({ outdated }) => !outdated);
  if (current.length > 0)
    return { subject, level: 'good', says: `Approved by ${names(current.map(({ reviewer }) => reviewer))}` };
  if (approving.length > 0)
    return { subject, level: 'care', says: 'Approved, but changed since', todo: another(approving) };
  return asked.length > 0
    ? {
        subject,
        level: 'care',
        says: `Waiting on ${names(asked)}`,
        todo: 'No review yet.',
      }
    : { subject, level: 'care', says: 'No reviews yet', todo: 'Request a review.' };
}
