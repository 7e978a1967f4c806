import type { QueryClient } from '@tanstack/react-query';
import { allSpaces } from '#src/api/all-spaces.ts';
import { gatherAll } from '#src/api/gather.ts';
import { listChangeRequests } from '#api/generated/sdk.gen.ts';
import type {
  ChangeRequestBucket,
  ChangeRequestStatus,
  OrganizationChangeRequest,
  Space,
} from '#api/generated/types.gen.ts';
import type { ListPage } from '#src/api/paging.ts';
import { currentUser } from '#src/api/session.ts';
import { mapFew } from '#src/lib/map-few.ts';

/** How many spaces are asked at a time. */
const atOnce = 4;

/** How many days make an open change request stale. */
const staleDays = 14;

/** Which state of change requests a bucket holds. */
function statusIn(bucket: ChangeRequestBucket): ChangeRequestStatus {
  if (bucket === 'drafts') return 'draft';
  return bucket === 'merged' || bucket === 'archived' ? bucket : 'open';
}

/** Whether a space can have change requests in that state, by its own counts. */
function mayHave(space: Space, status: ChangeRequestStatus): boolean {
  if (status === 'open') return space.changeRequestsOpen > 0;
  if (status === 'draft') return space.changeRequestsDraft > 0;
  return space.changeRequests > space.changeRequestsOpen + space.changeRequestsDraft;
}

/**
 * Whether a row belongs into a bucket as far as the documented interface tells. Who was asked for a review is not known
 * there, so whatever somebody may review waits for them; nor is what reviewers think, so nothing is returned.
 */
export function belongs(
  row: Pick<OrganizationChangeRequest, 'createdBy' | 'updatedAt' | 'canMerge'>,
  bucket: ChangeRequestBucket,
  userId: string | undefined,
  now: Date,
): boolean {
  const isOwn = row.createdBy.id === userId;
  const needsMe = !isOwn && row.canMerge;
  if (bucket === 'mine' || bucket === 'drafts') return isOwn;
  if (bucket === 'needs-me') return needsMe;
  if (bucket === 'waiting') return !needsMe;
  if (bucket === 'stale')
    return now.getTime() - new Date(row.updatedAt).getTime() > staleDays * 24 * 60 * 60_000;
  return bucket === 'merged' || bucket === 'archived';
}

/** The change requests of a bucket, asked space by space: for servers without the list of all spaces. */
export async function fanOut(
  queryClient: QueryClient,
  organizationId: string,
  bucket: ChangeRequestBucket,
  { q, space: only }: { q?: string | undefined; space?: string | undefined },
  signal: AbortSignal,
): Promise<ListPage<OrganizationChangeRequest> & { count: number }> {
  const status = statusIn(bucket);
  const userId = currentUser()?.id;
  const spaces = (await allSpaces(queryClient, organizationId, signal)).filter(
    (space) => mayHave(space, status) && (only === undefined || space.id === only),
  );
  const found = await mapFew(spaces, atOnce, async (space) => {
    const path = { spaceId: space.id };
    const listed = await gatherAll(
      async (page) => {
        const query = { ...page, status };
        return (await listChangeRequests({ path, query, signal, throwOnError: true })).data;
      },
      { signal },
    );
    return listed.map((item) => ({ ...item, ...asRow(space) }));
  });
  const now = new Date();
  const items = found
    .flat()
    .filter((row) => belongs(row, bucket, userId, now))
    .filter((row) => !q || isCalled(row, q))
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  return { items, count: items.length };
}

/** Whether a text is part of the subject or, as `12` or `#12`, the number. */
export const isCalled = (
  { subject, number }: Pick<OrganizationChangeRequest, 'subject' | 'number'>,
  text: string,
): boolean =>
  subject.toLocaleLowerCase().includes(text.toLocaleLowerCase()) ||
  /^#?0*(\d+)$/.exec(text.trim())?.[1] === String(number);

const asRow = ({ id, title, emoji, permissions }: Space) => ({
  space: id,
  spaceTitle: title,
  spaceEmoji: emoji,
  reviews: { approved: 0, changesRequested: 0, requested: 0 },
  reviewRequested: false,
  canMerge: permissions.merge,
});
