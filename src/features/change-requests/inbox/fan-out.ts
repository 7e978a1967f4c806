import type { QueryClient } from '@tanstack/react-query';
import { listChangeRequests } from '#api/generated/sdk.gen.ts';
import type {
  ChangeRequestBucket,
  ChangeRequestStatus,
  OrganizationChangeRequest,
  Space,
} from '#api/generated/types.gen.ts';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { fetchAllPages, type ListPage } from '#src/api/paging.ts';
import { currentUser } from '#src/api/session/session.ts';
import { mapLimit } from '#src/lib/arrays.ts';

/** Spaces requested in parallel. */
const concurrency = 4;

/** Days without changes after which an open change request is stale. */
const staleDays = 14;

/** The status of the change requests in a bucket. */
function statusOfBucket(bucket: ChangeRequestBucket): ChangeRequestStatus {
  if (bucket === 'drafts') return 'draft';
  return bucket === 'merged' || bucket === 'archived' ? bucket : 'open';
}

/** Whether a space's counts allow change requests with that status. */
function mayContain(space: Space, status: ChangeRequestStatus): boolean {
  if (status === 'open') return space.changeRequestsOpen > 0;
  if (status === 'draft') return space.changeRequestsDraft > 0;
  return space.changeRequests > space.changeRequestsOpen + space.changeRequestsDraft;
}

/**
 * Whether a row belongs in a bucket, judged by the documented API only. It does not report requested reviewers or
 * review results, so everything the user may review needs their review, and nothing is approved or has changes requested.
 */
export function isInBucket(
  row: Pick<OrganizationChangeRequest, 'createdBy' | 'updatedAt' | 'canMerge'>,
  bucket: ChangeRequestBucket,
  userId: string | undefined,
  now: Date,
): boolean {
  const isOwn = row.createdBy.id === userId;
  const needsMe = !isOwn && row.canMerge;
  if (bucket === 'mine' || bucket === 'drafts' || bucket === 'waiting') return isOwn;
  if (bucket === 'needs-me') return needsMe;
  if (bucket === 'stale')
    return now.getTime() - new Date(row.updatedAt).getTime() > staleDays * 24 * 60 * 60_000;
  return bucket === 'open' || bucket === 'merged' || bucket === 'archived';
}

/** The change requests of a bucket, fetched space by space: for servers without the organization-wide list. */
export async function fanOut(
  queryClient: QueryClient,
  organizationId: string,
  bucket: ChangeRequestBucket,
  { q, space: spaceId }: { q?: string | undefined; space?: string | undefined },
  signal: AbortSignal,
): Promise<ListPage<OrganizationChangeRequest> & { count: number }> {
  const status = statusOfBucket(bucket);
  const userId = currentUser()?.id;
  const spaces = (await fetchAllSpaces(queryClient, organizationId, signal)).filter(
    (space) => mayContain(space, status) && (spaceId === undefined || space.id === spaceId),
  );
  const lists = await mapLimit(spaces, concurrency, async (space) => {
    const path = { spaceId: space.id };
    const changeRequests = await fetchAllPages(
      async (page) => {
        const query = { ...page, status };
        return (await listChangeRequests({ path, query, signal, throwOnError: true })).data;
      },
      { signal },
    );
    return changeRequests.map((item) => ({ ...item, ...toRowFields(space) }));
  });
  const now = new Date();
  const items = lists
    .flat()
    .filter((row) => isInBucket(row, bucket, userId, now))
    .filter((row) => !q || matchesSearch(row, q))
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  return { items, count: items.length };
}

/** Whether a search text is part of the subject or is the number (`12` or `#12`). */
export const matchesSearch = (
  { subject, number }: Pick<OrganizationChangeRequest, 'subject' | 'number'>,
  text: string,
): boolean =>
  subject.toLocaleLowerCase().includes(text.toLocaleLowerCase()) ||
  /^#?0*(\d+)$/.exec(text.trim())?.[1] === String(number);

const toRowFields = ({ id, title, emoji, permissions }: Space) => ({
  space: id,
  spaceTitle: title,
  spaceEmoji: emoji,
  reviews: { approved: 0, changesRequested: 0, requested: 0 },
  reviewRequested: false,
  canMerge: permissions.merge,
});
