import type { ChangeRequestCounts, OrganizationChangeRequest } from '#api/generated/types.gen.ts';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { effectiveLevel } from '#server/access/roles.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import type { Handlers, OperationRequest } from '#server/contract/contract.ts';
import { CountCache } from '#server/lists/count-cache.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { canReview, toChangeRequestView } from './change-requests.rules.ts';
import {
  countBuckets,
  countInOrganization,
  type OrganizationChangeRequestRow,
  type OrganizationFilter,
  getReviewSummaries,
  type ReviewSummary,
  selectInOrganization,
} from './organization-change-requests.queries.ts';

const bucketCounts = new CountCache<ChangeRequestCounts>();

export const organizationChangeRequestHandlers = {
  async listOrganizationChangeRequests(request) {
    const { params, query, actor, db, clock, service } = request;
    const viewer = membershipOr404(actor, params.organizationId);
    const { orderBy = 'updatedAt' } = query;
    const queryFilter = parseFilter(query);
    const filter = { ...queryFilter, organizationId: viewer.organizationId, now: clock.now() };
    const time = orderBy === 'createdAt' ? 'change_requests.created_at' : 'change_requests.updated_at';
    const page = await readPage(request, {
      scope: {
        operation: 'listOrganizationChangeRequests',
        organizationId: viewer.organizationId,
        filters: [viewer.userId, queryFilter],
      },
      query: (cutToPage) => selectInOrganization(db, viewer, filter, cutToPage),
      order: [
        { column: time, direction: 'desc' },
        { column: 'change_requests.id', direction: 'desc' },
      ],
      keysOf: (row) => [orderBy === 'createdAt' ? row.created_at : row.updated_at, row.id],
      count: () => countInOrganization(db, viewer, filter),
    });
    const ids = page.rows.map(({ id }) => id);
    const reviewsOf = await getReviewSummaries(db, viewer.userId, ids);
    return toEnvelope(page, (row) => toListItem(row, reviewsOf(row.id), viewer, service));
  },

  async countOrganizationChangeRequests({ params, actor, db, clock }) {
    const viewer = membershipOr404(actor, params.organizationId);
    const filter = { organizationId: viewer.organizationId, now: clock.now() };
    return bucketCounts.get(viewer.organizationId, viewer.userId, () => countBuckets(db, viewer, filter));
  },
} satisfies Handlers<'listOrganizationChangeRequests' | 'countOrganizationChangeRequests'>;

/** The filter of a query, without unknown members; an empty subject is ignored. */
function parseFilter(
  query: OperationRequest<'listOrganizationChangeRequests'>['query'],
): Omit<OrganizationFilter, 'organizationId' | 'now'> {
  const { status, bucket, creator, contributor, space, site, requestedReviewer } = query;
  const subject = query.subject === '' ? undefined : query.subject;
  return { status, bucket, creator, contributor, space, site, requestedReviewer, subject };
}

function toListItem(
  row: OrganizationChangeRequestRow,
  { reviews, ownReview, reviewRequested }: ReviewSummary,
  viewer: Membership,
  service: ServiceSettings,
): OrganizationChangeRequest {
  const isUnfinished = row.status === 'open' || row.status === 'draft';
  return {
    ...toChangeRequestView(row, service),
    space: row.space_id,
    spaceTitle: row.space_title,
    spaceEmoji: row.space_emoji,
    reviews,
    ...(ownReview !== null && { ownReview }),
    reviewRequested,
    canMerge: isUnfinished && canReview(effectiveLevel(viewer.role, row)),
  };
}
