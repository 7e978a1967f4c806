import { listChangeRequests, listSpaces } from '#src/api/generated/sdk.gen.ts';
import type {
  ChangeRequestBucket,
  ChangeRequestStatus,
  OrganizationChangeRequest,
  Space,
} from '#src/api/generated/types.gen.ts';
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
 * Whether a row belongs into a bucket as far as the documented interface tells: who was asked for a review, and what
 * reviewers think, is not known there.
 */
export function belongs(
  row: Pick<OrganizationChangeRequest, 'createdBy' | 'updatedAt'>,
  bucket: ChangeRequestBucket,
  userId: string | undefined,
  now: Date,
): boolean {
  const isOwn = row.createdBy.id === userId;
  if (bucket === 'mine' || bucket === 'drafts') return isOwn;
  if (bucket === 'waiting') return !isOwn;
  if (bucket === 'stale')
    return now.getTime() - new Date(row.updatedAt).getTime() > staleDays * 24 * 60 * 60_000;
  return bucket === 'merged' || bucket === 'archived';
}

/** The change requests of a bucket, asked space by space: for servers without the list of all spaces. */
export async function fanOut(
  organizationId: string,
  bucket: ChangeRequestBucket,
  { q, space: only }: { q?: string | undefined; space?: string | undefined },
  signal: AbortSignal,
): Promise<ListPage<OrganizationChangeRequest> & { count: number }> {
  const status = statusIn(bucket);
  const spaces = (await allSpaces(organizationId, signal)).filter(
    (space) => mayHave(space, status) && (only === undefined || space.id === only),
  );
  const found = await mapFew(spaces, atOnce, async (space) => {
    const { data } = await listChangeRequests({
      path: { spaceId: space.id },
      query: { status, limit: 100 },
      signal,
      throwOnError: true,
    });
    return data.items.map((item) => ({ ...item, ...asRow(space) }));
  });
  const now = new Date();
  const items = found
    .flat()
    .filter((row) => belongs(row, bucket, currentUser()?.id, now))
    .filter(({ subject }) => !q || subject.toLocaleLowerCase().includes(q.toLocaleLowerCase()))
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  return { items, count: items.length };
}

const asRow = ({ id, title, emoji, permissions }: Space) => ({
  space: id,
  spaceTitle: title,
  spaceEmoji: emoji,
  reviews: { approved: 0, changesRequested: 0, requested: 0 },
  reviewRequested: false,
  canMerge: permissions.merge,
});

async function allSpaces(organizationId: string, signal: AbortSignal): Promise<Space[]> {
  const spaces: Space[] = [];
  for (let page: string | undefined; ;) {
    const { data } = await listSpaces({
      path: { organizationId },
      query: { limit: 100, ...(page && { page }) },
      signal,
      throwOnError: true,
    });
    spaces.push(...data.items);
    page = data.next?.page;
    if (page === undefined) return spaces;
  }
}
