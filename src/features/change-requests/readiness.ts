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
        says: 'It is your own',
        todo: 'Let somebody else have a look first.',
      }
    : { subject: 'author', level: 'good', says: `Not your own: started by ${createdBy.displayName}` };

const permissionCheck = ({ merge }: Refusals): Check =>
  merge === undefined
    ? { subject: 'permission', level: 'good', says: 'You may merge it' }
    : { subject: 'permission', level: 'stop', says: 'You cannot merge it', todo: merge };

const mainCheck = ({ outdated }: ChangeRequest): Check =>
  outdated
    ? {
        subject: 'main',
        level: 'care',
        says: 'The space has moved on since',
        todo: 'Update it to see it as it will be.',
      }
    : { subject: 'main', level: 'good', says: 'Up to date with its space' };

function pageCheck(unseen: Known<UnseenPages>): Check | null {
  const subject = 'pages';
  if (unseen === null) return null;
  if (!unseen) return { subject, level: 'unknown', says: 'Pages you have not viewed' };
  const { left, total, files } = unseen;
  if (total + files === 0)
    return {
      subject: 'empty',
      level: 'stop',
      says: 'Nothing to merge yet',
      todo: 'Edit a page or import a file first.',
    };
  if (total === 0) return { subject, level: 'good', says: 'No page differs' };
  if (left === 0)
    return { subject, level: 'good', says: `You have viewed ${countOf(total, 'changed page')}` };
  return {
    subject,
    level: 'care',
    says: `You have not viewed ${formatNumber(left)} of ${countOf(total, 'changed page')}`,
    todo: 'Look at what they change.',
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
    says: `${countOf(length, 'page')} in conflict`,
    todo: 'Settle what excludes each other, page by page.',
  };
}

function commentCheck(comments: number): Check {
  const subject = 'comments';
  if (comments === 0) return { subject, level: 'good', says: 'No open comments' };
  return { subject, level: 'care', says: countOf(comments, 'open comment'), todo: 'Answer or resolve them.' };
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
      says: `It breaks ${countOf(brought, 'link')}`,
      todo:
        before > 0
          ? `Mend them first; ${countOf(before, 'other was', 'others were')} broken before.`
          : 'Mend them first.',
    };
  }
  return {
    subject,
    level: 'good',
    says: before > 0 ? `Breaks no link; ${countOf(before, 'was', 'were')} broken before` : 'No broken links',
  };
}

function verdictCheck(
  reviews: Known<readonly Review[]>,
  requested: Known<readonly RequestedReviewer[]>,
): Check | null {
  const subject = 'verdicts';
  if (reviews === null || requested === null) return null;
  if (!reviews || !requested) return { subject, level: 'unknown', says: 'Verdicts' };
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
      ? 'It waits for another look.'
      : 'Ask for another look.';
  const against = verdicts.filter(({ status }) => status === 'changes-requested');
  if (against.length > 0) {
    return {
      subject,
      level: 'care',
      says: `Changes wanted by ${names(against.map(({ reviewer }) => reviewer))}`,
      todo: against.every(({ outdated }) => outdated)
        ? `It has changed since. ${another(against)}`
        : 'What they wrote is under Activity.',
    };
  }
  const approving = verdicts.filter(({ status }) => status === 'approved');
  const current = approving.filter(({ outdated }) => !outdated);
  if (current.length > 0)
    return { subject, level: 'good', says: `Approved by ${names(current.map(({ reviewer }) => reviewer))}` };
  if (approving.length > 0)
    return { subject, level: 'care', says: 'Approved, and changed since', todo: another(approving) };
  return asked.length > 0
    ? {
        subject,
        level: 'care',
        says: `Waiting for ${names(asked)}`,
        todo: 'No verdict yet.',
      }
    : { subject, level: 'care', says: 'Nobody has reviewed it', todo: 'Ask somebody for a review.' };
}
