import { type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import {
  getChangeRequestConflictsOptions,
  listRequestedReviewersOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  ChangeRequest,
  ChangeRequestChecks,
  ContentConflicts,
  LinkStats,
  MergeReadiness,
  RequestedReviewer,
  Review,
} from '#api/generated/types.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { currentUser } from '#src/api/session/session.ts';
import { asNoun, formatCount, formatNumber, formatNameList } from '#src/lib/text/format.ts';
import type { Target } from './actions.ts';
import {
  type Check,
  type CheckSubject,
  commentCheck,
  type Known,
  linkCheck,
  mergeReadinessOf,
  readerCheck,
  readerChecksOf,
  ruleChecks,
} from './checks.ts';
import {
  describeConflicts,
  parseReviewerRequests,
  type DenialReasons,
  type ChangeRequestPath,
  isUnfinished,
} from './labels.ts';
import { linkStatsOf } from './queries.ts';
import { reviewsOf } from './views/own-review.ts';
import {
  cachedUnviewedPages,
  ensureViewedTrees,
  type UnviewedPages,
  useUnviewedPages,
} from './views/viewed.ts';

/** Input of the merge checks. What the server does not support has no check. */
export interface ReadinessInput {
  changeRequest: ChangeRequest;
  denialReasons: DenialReasons;
  isOwn: boolean;
  unviewed: Known<UnviewedPages>;
  conflicts: Known<ContentConflicts>;
  links: Known<LinkStats>;
  readers: Known<ChangeRequestChecks>;
  reviews: Known<readonly Review[]>;
  requested: Known<readonly RequestedReviewer[]>;
  /** What the server requires of a merge. */
  rules: Known<MergeReadiness>;
  /** Checks whose requests failed. */
  failed?: ReadonlySet<CheckSubject>;
}

/** The latest review of each reviewer, newest first. */
export function latestReviews(reviews: readonly Review[]): Review[] {
  const subjects = new Set<string>();
  return reviews.filter(({ reviewer }) => !subjects.has(reviewer.id) && subjects.add(reviewer.id));
}

/** Who was asked for a review and has not given one. */
export const pendingRequests = (reviews: readonly Review[], requested: readonly RequestedReviewer[]) =>
  parseReviewerRequests(requested).filter(
    ({ id, isAnswered }) => isAnswered !== true && !reviews.some(({ reviewer }) => reviewer.id === id),
  );

/** The merge checks of a change request. */
export function checksOf(input: ReadinessInput): Check[] {
  const { changeRequest, denialReasons, isOwn } = input;
  const rules = ruleChecks(input.rules);
  const isRuled = (subject: CheckSubject) => rules.some((check) => check.subject === subject);
  const checks = [
    permissionCheck(denialReasons),
    ...rules,
    isRuled('main') ? null : mainCheck(changeRequest),
    conflictCheck(input.conflicts),
    paragraphCheck(input.conflicts),
    pageCheck(input.unviewed),
    reviewCheck(input.reviews, input.requested),
    isRuled('comments') ? null : commentCheck(changeRequest.comments),
    isRuled('links') ? null : linkCheck(input.links),
    readerCheck(input.readers),
    authorCheck(isOwn, changeRequest, input.reviews ?? []),
  ];
  return checks.flatMap((check) => {
    if (check === null) return [];
    const isFailed = check.level === 'checking' && input.failed?.has(check.subject);
    return [isFailed ? failedCheck(check) : check];
  });
}

/** An unknown result doesn't prevent a merge: the server checks it again. */
const failedCheck = ({ subject, summary }: Check): Check => ({
  subject,
  level: 'warning',
  summary: `Couldn’t check ${asNoun(summary)}`,
  hint: 'Reload to try again.',
});

const authorCheck = (isOwn: boolean, { createdBy }: ChangeRequest, reviews: readonly Review[]): Check =>
  isOwn && !latestReviews(reviews).some(({ status }) => status === 'approved')
    ? {
        subject: 'author',
        level: 'warning',
        summary: 'You created this change request',
        hint: 'Ask someone else to review it first.',
      }
    : { subject: 'author', level: 'passed', summary: `Created by ${createdBy.displayName}` };

const permissionCheck = ({ merge }: DenialReasons): Check =>
  merge === undefined
    ? { subject: 'permission', level: 'passed', summary: 'You can merge' }
    : { subject: 'permission', level: 'blocking', summary: 'You can’t merge', hint: merge };

const mainCheck = ({ outdated }: ChangeRequest): Check =>
  outdated
    ? {
        subject: 'main',
        level: 'warning',
        summary: 'The space has newer changes',
        hint: 'Update to include them.',
      }
    : { subject: 'main', level: 'passed', summary: 'Up to date with the space' };

function pageCheck(unseen: Known<UnviewedPages>): Check | null {
  const subject = 'pages';
  if (unseen === null) return null;
  if (!unseen) return { subject, level: 'checking', summary: 'Changed pages' };
  const { remaining, total, files } = unseen;
  if (total + files === 0)
    return {
      subject: 'empty',
      level: 'blocking',
      summary: 'Nothing to merge yet',
      hint: 'Edit a page or import a file first.',
    };
  if (total === 0) return { subject, level: 'passed', summary: 'No changed pages' };
  if (remaining === 0)
    return { subject, level: 'passed', summary: `You viewed ${formatCount(total, 'changed page')}` };
  return {
    subject,
    level: 'warning',
    summary: `${formatNumber(remaining)} of ${formatCount(total, 'changed page')} not viewed`,
    hint: 'View the remaining pages.',
  };
}

function conflictCheck(found: Known<ContentConflicts>): Check | null {
  const subject = 'conflicts';
  if (found === null) return null;
  if (!found) return { subject, level: 'checking', summary: 'Conflicts' };
  const summary = describeConflicts(found);
  if (summary === undefined) return { subject, level: 'passed', summary: 'No conflicts' };
  const { files = [], reusableContents = [] } = found;
  const isMixed = files.length + reusableContents.length > 0;
  return {
    subject,
    level: 'blocking',
    summary,
    hint: isMixed ? 'Resolve conflicts one by one.' : 'Resolve conflicts page by page.',
  };
}

/** Paragraphs that are merged by themselves although both sides changed them: someone should read them. */
function paragraphCheck(found: Known<ContentConflicts>): Check | null {
  const count = found?.paragraphs?.length ?? 0;
  if (count === 0) return null;
  return {
    subject: 'paragraphs',
    level: 'warning',
    summary: `${formatCount(count, 'paragraph joins', 'paragraphs join')} edits of both sides`,
    hint: 'Check that they still agree.',
  };
}

function reviewCheck(
  reviews: Known<readonly Review[]>,
  requested: Known<readonly RequestedReviewer[]>,
): Check | null {
  const subject = 'reviews';
  if (reviews === null || requested === null) return null;
  if (!reviews || !requested) return { subject, level: 'checking', summary: 'Reviews' };
  const latest = latestReviews(reviews);
  const requests = parseReviewerRequests(requested);
  const names = (list: readonly { displayName: string }[]) =>
    formatNameList(
      list.slice(0, 3).map(({ displayName }) => displayName),
      list.length,
    );
  // Requested reviewers already have it in their inbox and can't be requested again.
  const reReviewHint = (list: readonly Review[]) =>
    list.every(({ reviewer }) => requests.some(({ id }) => id === reviewer.id))
      ? 'Re-review requested.'
      : 'Request a re-review.';
  const requestingChanges = latest.filter(({ status }) => status === 'changes-requested');
  if (requestingChanges.length > 0) {
    return {
      subject,
      level: 'warning',
      summary: `Changes requested by ${names(requestingChanges.map(({ reviewer }) => reviewer))}`,
      hint: requestingChanges.every(({ outdated }) => outdated)
        ? `Changed since the review. ${reReviewHint(requestingChanges)}`
        : 'See their comments under Activity.',
    };
  }
  const approving = latest.filter(({ status }) => status === 'approved');
  const current = approving.filter(({ outdated }) => !outdated);
  if (current.length > 0)
    return {
      subject,
      level: 'passed',
      summary: `Approved by ${names(current.map(({ reviewer }) => reviewer))}`,
    };
  if (approving.length > 0)
    return {
      subject,
      level: 'warning',
      summary: 'Approved, but changed since',
      hint: reReviewHint(approving),
    };
  return requests.length > 0
    ? {
        subject,
        level: 'warning',
        summary: `Waiting on ${names(requests)}`,
        hint: 'No review yet.',
      }
    : { subject, level: 'warning', summary: 'No reviews yet', hint: 'Request a review.' };
}

/** Requests for the merge checks of a change request. */
export const readinessQueries = (path: ChangeRequestPath) => ({
  conflicts: getChangeRequestConflictsOptions({ path }),
  links: linkStatsOf(path),
  readers: readerChecksOf(path),
  reviews: reviewsOf(path),
  requested: listRequestedReviewersOptions({ path, query: { limit: 100 } }),
  rules: mergeReadinessOf(path),
});

export interface Readiness {
  /** Empty for a closed change request. */
  checks: readonly Check[];
  reviews: Known<readonly Review[]>;
  requested: Known<readonly RequestedReviewer[]>;
  /** Whether the person may merge although rules are not met. */
  canBypass: boolean;
  /** The content below waits, or it would move. */
  isLoading: boolean;
}

/** The merge checks of a change request. Without `enabled`, from what other parts of the screen have fetched. */
export function useReadiness(
  { path, changeRequest }: Target,
  denialReasons: DenialReasons,
  enabled: boolean,
): Readiness {
  const queries = readinessQueries(path);
  const isOpen = isUnfinished(changeRequest);
  const open = enabled && isOpen;
  const unviewed = useUnviewedPages(path, changeRequest, open);
  const conflictQuery = useQuery({ ...queries.conflicts, enabled: open });
  const linkQuery = useQuery({ ...queries.links, enabled: open });
  const readerQuery = useQuery({ ...queries.readers, enabled: open });
  const reviewQuery = useQuery({ ...queries.reviews, enabled });
  const requestQuery = useQuery({ ...queries.requested, enabled });
  const ruleQuery = useQuery({ ...queries.rules, enabled: open });
  const links = toKnown(linkQuery);
  const reviews = toKnown(reviewQuery);
  const requested = toKnown(requestQuery);
  const failures: readonly [CheckSubject, boolean][] = [
    ['pages', unviewed.isError],
    ['conflicts', conflictQuery.isError],
    ['links', linkQuery.isError],
    ['readers', readerQuery.isError],
    ['reviews', reviewQuery.isError || requestQuery.isError],
    ['rules', ruleQuery.isError],
  ];
  const data = {
    unviewed: unviewed.pages,
    conflicts: toKnown(conflictQuery),
    links: links && links.stats,
    readers: toKnown(readerQuery),
    reviews: reviews && reviews.items,
    requested: requested && requested.items,
    rules: toKnown(ruleQuery),
    failed: new Set(failures.filter(([, isError]) => isError).map(([subject]) => subject)),
  };
  const isOwn = changeRequest.createdBy.id === currentUser()?.id;
  return {
    checks: isOpen ? checksOf({ changeRequest, denialReasons, isOwn, ...data }) : [],
    reviews: data.reviews,
    requested: data.requested,
    canBypass: isOpen && data.rules?.canBypass === true,
    isLoading: [unviewed, conflictQuery, linkQuery, reviewQuery, requestQuery, ruleQuery].some(
      (query) => query.isLoading,
    ),
  };
}

/**
 * Warnings before a merge: the same on each tab, though only the overview has fetched all. Links and conflicts are left to
 * the impact, as they can take seconds.
 */
export async function fetchWarnings(
  queryClient: QueryClient,
  target: Target,
  denialReasons: DenialReasons,
): Promise<Check[]> {
  const { reviews, requested } = readinessQueries(target.path);
  const isMissing = ({ queryKey }: { queryKey: QueryKey }) =>
    !isUnsupported(queryClient.getQueryState(queryKey)?.error);
  // An unknown result doesn't prevent a merge.
  await Promise.allSettled([
    isMissing(reviews) && queryClient.ensureQueryData(reviews),
    isMissing(requested) && queryClient.ensureQueryData(requested),
    ensureViewedTrees(queryClient, target.path, target.changeRequest),
  ]);
  return cachedWarnings(queryClient, target, denialReasons);
}

function cachedWarnings(
  queryClient: QueryClient,
  { path, changeRequest }: Target,
  denialReasons: DenialReasons,
): Check[] {
  const queries = readinessQueries(path);
  const checks = checksOf({
    changeRequest,
    denialReasons,
    isOwn: changeRequest.createdBy.id === currentUser()?.id,
    unviewed: cachedUnviewedPages(queryClient, path, changeRequest),
    conflicts: queryClient.getQueryData(queries.conflicts.queryKey),
    links: queryClient.getQueryData(queries.links.queryKey)?.stats,
    readers: queryClient.getQueryData(queries.readers.queryKey),
    reviews: queryClient.getQueryData(queries.reviews.queryKey)?.items,
    requested: queryClient.getQueryData(queries.requested.queryKey)?.items,
    rules: queryClient.getQueryData(queries.rules.queryKey),
  });
  return checks.filter(({ level }) => level === 'warning');
}

/** The data; null if the server does not support the operation. */
function toKnown<Value>({ data, error }: { data: Value | undefined; error: unknown }): Known<Value> {
  return data === undefined && isUnsupported(error) ? null : data;
}

/** The state that results from the checks: `blocked` prevents the merge, `warned` asks first. */
export type MergeState = 'ready' | 'warned' | 'blocked' | 'checking';

/** The state of all checks, and the checks to name: the blocking ones, else the warnings. */
export function mergeStateOf(checks: readonly Check[]): { state: MergeState; problems: readonly Check[] } {
  const withLevel = (wanted: Check['level']) => checks.filter(({ level }) => level === wanted);
  const blocking = withLevel('blocking');
  if (blocking.length > 0) return { state: 'blocked', problems: blocking };
  if (withLevel('checking').length > 0) return { state: 'checking', problems: [] };
  const warnings = withLevel('warning');
  return { state: warnings.length > 0 ? 'warned' : 'ready', problems: warnings };
}
