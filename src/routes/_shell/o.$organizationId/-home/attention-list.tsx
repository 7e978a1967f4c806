import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import {
  listApiSpecsOptions,
  listBrokenLinksOptions,
  listOrganizationChangeRequestsOptions,
  listOrganizationCommentsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  ApiSpec,
  ChangeRequestBucket,
  Organization,
  OrganizationChangeRequest,
} from '#api/generated/types.gen.ts';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';
import { specStatusOf } from '#src/features/api-specs/labels.ts';
import { slugToParam } from '#src/features/api-specs/queries.ts';
import { snoozedIn, withoutSnoozed } from '#src/features/change-requests/inbox/marks.ts';
import { nameOf } from '#src/features/change-requests/labels.ts';
import {
  changeRequestItems,
  commentItems,
  linkItems,
  reviewItems,
  type WaitingReview,
} from '#src/features/home/attention-items.ts';
import { Attention, type AttentionItem } from '#src/features/home/attention.tsx';
import {
  apiSpecsLabel,
  brokenLinksLabel,
  changeRequestsLabel,
  commentsLabel,
} from '#src/lib/shared-labels.ts';
import { changeRequestCounts } from './overview.ts';

/** The API's maximum, to know which of the waiting ones are snoozed. */
const maxRows = 100;

/** What needs attention; each kind is fetched on its own, if the user may see it. */
export function AttentionList({ organization }: { organization: Organization }) {
  const organizationId = organization.id;
  const path = { organizationId };
  const [now] = useState(() => new Date());
  const snoozed = snoozedIn(organizationId);
  const hasSnoozed = Object.keys(snoozed.snoozed).length > 0;
  const bucketOf = (bucket: ChangeRequestBucket, limit: number) =>
    listOrganizationChangeRequestsOptions({ path, query: { bucket, limit } });
  const counts = useQuery(changeRequestCounts(organizationId));
  const reviews = useQuery(bucketOf('needs-me', hasSnoozed ? maxRows : 3));
  const returned = useQuery({ ...bucketOf('returned', maxRows), enabled: hasSnoozed });
  const stale = useQuery({ ...bucketOf('stale', maxRows), enabled: hasSnoozed });
  const comments = useQuery(listOrganizationCommentsOptions({ path, query: { status: 'open', limit: 1 } }));
  const seesSpecs = isMoreThanGuest(organization);
  const specs = useQuery({ ...listApiSpecsOptions({ path, query: { limit: 200 } }), enabled: seesSpecs });
  const links = useQuery(listBrokenLinksOptions({ path, query: { limit: 200 } }));
  const withoutSnoozedRows = (list: typeof reviews) => list.data && withoutSnoozed(list.data, snoozed, now);
  const waitingReviews = withoutSnoozedRows(reviews);
  const isKnown = !returned.isLoading && !stale.isLoading;
  const waitingCounts = counts.data && {
    ...counts.data,
    returned: withoutSnoozedRows(returned)?.count ?? counts.data.returned,
    stale: withoutSnoozedRows(stale)?.count ?? counts.data.stale,
  };
  const sections = [
    {
      label: 'Reviews',
      items:
        waitingReviews &&
        reviewItems(organizationId, waitingReviews.items.map(toWaitingReview), waitingReviews.count),
      error: reviews.error,
      retry: reviews.refetch,
    },
    {
      label: changeRequestsLabel,
      items: isKnown && waitingCounts ? changeRequestItems(organizationId, waitingCounts) : undefined,
      error: counts.error,
      retry: counts.refetch,
    },
    {
      label: commentsLabel,
      items: comments.data && commentItems(organizationId, comments.data.count),
      error: comments.error,
      retry: comments.refetch,
    },
    {
      label: apiSpecsLabel,
      items: seesSpecs ? specs.data?.items.flatMap((spec) => specItems(organizationId, spec)) : [],
      error: specs.error,
      retry: specs.refetch,
    },
    {
      label: brokenLinksLabel,
      items: links.data && linkItems(organizationId, links.data.items, links.data.count),
      error: links.error,
      retry: links.refetch,
    },
  ];
  return <Attention sections={sections} />;
}

const toWaitingReview = ({
  id,
  number,
  subject,
  space,
  spaceTitle,
}: OrganizationChangeRequest): WaitingReview => ({
  id,
  name: nameOf({ number, subject }),
  number,
  spaceId: space,
  spaceTitle,
});

/** A specification that fails, for users who can fix it. */
function specItems(organizationId: string, spec: ApiSpec): AttentionItem[] {
  const { tone, label } = specStatusOf(spec);
  if (tone !== 'danger' || !spec.permissions.edit) return [];
  const params = { organizationId, slug: slugToParam(spec.slug) };
  return [
    {
      id: `spec-${spec.id}`,
      text: `API specification ${spec.slug}`,
      badge: { text: label, tone },
      link: linkOptions({ to: '/o/$organizationId/api-specs/$slug', params }),
    },
  ];
}
