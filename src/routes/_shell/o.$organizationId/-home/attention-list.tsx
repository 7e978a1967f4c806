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
import { isMoreThanGuest } from '#src/components/permission/more-than-guest.ts';
import { slugPart } from '#src/features/api-specs/spec-list.ts';
import { stateOf } from '#src/features/api-specs/spec-words.ts';
import { nameOf } from '#src/features/change-requests/change-request-words.ts';
import { snoozedIn, withoutSnoozed } from '#src/features/change-requests/inbox/marks.ts';
import { Attention, type Need } from '#src/features/home/attention.tsx';
import {
  changeRequestNeeds,
  commentNeeds,
  linkNeeds,
  reviewNeeds,
  type WaitingReview,
} from '#src/features/home/needs.ts';
import { changeRequestCounts } from './overview.ts';

/** As many rows as the server gives at once: enough to know which of those that wait are put off. */
const many = 100;

/** What asks for work: each kind is asked for by itself, and only where this person may know. */
export function AttentionList({ organization }: { organization: Organization }) {
  const organizationId = organization.id;
  const path = { organizationId };
  const [now] = useState(() => new Date());
  const putOff = snoozedIn(organizationId);
  const someArePutOff = Object.keys(putOff.snoozed).length > 0;
  const bucketOf = (bucket: ChangeRequestBucket, limit: number) =>
    listOrganizationChangeRequestsOptions({ path, query: { bucket, limit } });
  const counts = useQuery(changeRequestCounts(organizationId));
  const reviews = useQuery(bucketOf('needs-me', someArePutOff ? many : 3));
  const returned = useQuery({ ...bucketOf('returned', many), enabled: someArePutOff });
  const stale = useQuery({ ...bucketOf('stale', many), enabled: someArePutOff });
  const comments = useQuery(listOrganizationCommentsOptions({ path, query: { status: 'open', limit: 1 } }));
  const seesSpecs = isMoreThanGuest(organization);
  const specs = useQuery({ ...listApiSpecsOptions({ path, query: { limit: 200 } }), enabled: seesSpecs });
  const links = useQuery(listBrokenLinksOptions({ path, query: { limit: 200 } }));
  const left = (list: typeof reviews) => list.data && withoutSnoozed(list.data, putOff, now);
  const waiting = left(reviews);
  const isKnown = !returned.isLoading && !stale.isLoading;
  const waitingCounts = counts.data && {
    ...counts.data,
    returned: left(returned)?.count ?? counts.data.returned,
    stale: left(stale)?.count ?? counts.data.stale,
  };
  const parts = [
    {
      name: 'Reviews',
      needs: waiting && reviewNeeds(organizationId, waiting.items.map(asWaiting), waiting.count),
      error: reviews.error,
      retry: reviews.refetch,
    },
    {
      name: 'Change requests',
      needs: isKnown && waitingCounts ? changeRequestNeeds(organizationId, waitingCounts) : undefined,
      error: counts.error,
      retry: counts.refetch,
    },
    {
      name: 'Comments',
      needs: comments.data && commentNeeds(organizationId, comments.data.count),
      error: comments.error,
      retry: comments.refetch,
    },
    {
      name: 'API specifications',
      needs: seesSpecs ? specs.data?.items.flatMap((spec) => specNeed(organizationId, spec)) : [],
      error: specs.error,
      retry: specs.refetch,
    },
    {
      name: 'Broken links',
      needs: links.data && linkNeeds(organizationId, links.data.items, links.data.count),
      error: links.error,
      retry: links.refetch,
    },
  ];
  return <Attention parts={parts} />;
}

const asWaiting = ({ id, number, subject, space, spaceTitle }: OrganizationChangeRequest): WaitingReview => ({
  id,
  name: nameOf({ number, subject }),
  number,
  spaceId: space,
  spaceTitle,
});

/** A specification that cannot be read, for those who can put it right. */
function specNeed(organizationId: string, spec: ApiSpec): Need[] {
  const { tone, label } = stateOf(spec);
  if (tone !== 'danger' || !spec.permissions.edit) return [];
  const params = { organizationId, slug: slugPart(spec.slug) };
  return [
    {
      id: `spec-${spec.id}`,
      says: `API specification ${spec.slug}`,
      badge: { text: label, tone },
      link: linkOptions({ to: '/o/$organizationId/api-specs/$slug', params }),
    },
  ];
}
