import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  listApiSpecsOptions,
  listBrokenLinksOptions,
  listOrganizationChangeRequestsOptions,
  listOrganizationCommentsOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequestBucket, Organization } from '#api/generated/types.gen.ts';
import { unlessDenied } from '#src/api/optional-requests.ts';
import { isMoreThanGuest } from '#src/domain/permission/permissions.ts';
import { snoozedIn, withoutSnoozed } from '#src/features/change-requests/inbox/marks.ts';
import {
  commentItems,
  linkItems,
  ownItems,
  reviewItems,
  staleItems,
} from '#src/features/home/attention-items.ts';
import { Attention, type AttentionGroup, type AttentionSection } from '#src/features/home/attention.tsx';
import { allProvidersOf } from '#src/features/saml/queries.ts';
import { changeRequestCounts } from './overview.ts';
import { useReaderSections } from './reader-sections.ts';
import { certificateItems, specItems, toWaitingReview } from './to-attention.ts';

/** The API's maximum, to know which of the waiting ones are snoozed. */
const maxRows = 100;

interface AttentionListProps {
  organization: Organization;
  /** The content below, once it can't be moved anymore. */
  children: ReactNode;
}

/**
 * The items that wait for the user, then those that need attention in the organization; each kind is fetched
 * separately, if the user may see it.
 */
export function AttentionList({ organization, children }: AttentionListProps) {
  const path = { organizationId: organization.id };
  const [now] = useState(() => new Date());
  const { ownSections, staleSection } = useChangeRequestSections(organization.id, now);
  const comments = useQuery(listOrganizationCommentsOptions({ path, query: { status: 'open', limit: 1 } }));
  const errorSections = useErrorSections(organization, now);
  const readerSections = useReaderSections(organization);
  const links = useQuery(listBrokenLinksOptions({ path, query: { limit: 200 } }));
  const linkSection: AttentionSection = {
    label: 'Broken links',
    items: links.data && linkItems(organization.id, links.data.items),
    error: links.error,
    retry: links.refetch,
  };
  const commentSection: AttentionSection = {
    label: 'Comments',
    items: comments.data && commentItems(organization.id, comments.data.count),
    error: comments.error,
    retry: comments.refetch,
  };
  const ownGroups: AttentionGroup[] = [{ label: 'Change requests', sections: ownSections }];
  const groups: AttentionGroup[] = [
    { label: 'Errors', sections: errorSections },
    { label: 'Links', sections: [linkSection] },
    { label: 'Readers', sections: readerSections },
    { label: 'Follow-up', sections: [staleSection, commentSection] },
  ];
  return (
    <Attention title="For you" empty="Nothing is waiting for you." groups={ownGroups}>
      <Attention title="Needs attention" empty="Nothing needs attention." groups={groups}>
        {children}
      </Attention>
    </Attention>
  );
}

/** Change requests that wait for the user, without snoozed ones. */
function useChangeRequestSections(organizationId: string, now: Date) {
  const snoozed = snoozedIn(organizationId);
  const hasSnoozed = Object.keys(snoozed.snoozed).length > 0;
  const bucketOf = (bucket: ChangeRequestBucket, limit: number) =>
    listOrganizationChangeRequestsOptions({ path: { organizationId }, query: { bucket, limit } });
  const counts = useQuery(changeRequestCounts(organizationId));
  const reviews = useQuery(bucketOf('needs-me', hasSnoozed ? maxRows : 3));
  const ready = useQuery({ ...bucketOf('ready', maxRows), enabled: hasSnoozed });
  const returned = useQuery({ ...bucketOf('returned', maxRows), enabled: hasSnoozed });
  const stale = useQuery({ ...bucketOf('stale', maxRows), enabled: hasSnoozed });
  const withoutSnoozedRows = (list: typeof reviews) => list.data && withoutSnoozed(list.data, snoozed, now);
  const waitingReviews = withoutSnoozedRows(reviews);
  const isKnown = ![ready, returned, stale].some(({ isLoading }) => isLoading);
  const waitingCounts = counts.data && {
    ...counts.data,
    ready: withoutSnoozedRows(ready)?.count ?? counts.data.ready,
    returned: withoutSnoozedRows(returned)?.count ?? counts.data.returned,
    stale: withoutSnoozedRows(stale)?.count ?? counts.data.stale,
  };
  const ownSections: AttentionSection[] = [
    {
      label: 'Reviews',
      ...(waitingReviews
        ? reviewItems(organizationId, waitingReviews.items.map(toWaitingReview), waitingReviews.count)
        : { items: undefined }),
      error: reviews.error,
      retry: reviews.refetch,
    },
    {
      label: 'Change requests',
      items: isKnown && waitingCounts ? ownItems(organizationId, waitingCounts) : undefined,
      error: counts.error,
      retry: counts.refetch,
    },
  ];
  const staleSection: AttentionSection = {
    label: 'Stale',
    items: isKnown && waitingCounts ? staleItems(organizationId, waitingCounts) : [],
    error: null,
    retry: counts.refetch,
  };
  return { ownSections, staleSection };
}

/** Failures of single sign-on and of API specifications, for those who may see them. */
function useErrorSections(organization: Organization, now: Date): AttentionSection[] {
  const organizationId = organization.id;
  const seesSpecs = isMoreThanGuest(organization);
  const allSpecs = listApiSpecsOptions({ path: { organizationId }, query: { limit: 200 } });
  const specs = useQuery({
    ...unlessDenied('listApiSpecs', allSpecs, { items: [], count: 0 }),
    enabled: seesSpecs,
  });
  // Only administrators can list providers.
  const seesProviders = organization.permissions.admin;
  const providers = useQuery({ ...allProvidersOf(organizationId), enabled: seesProviders });
  return [
    {
      label: 'Single sign-on',
      items: seesProviders
        ? providers.data?.items.flatMap((provider) => certificateItems(organizationId, provider, now))
        : [],
      error: providers.error,
      retry: providers.refetch,
    },
    {
      label: 'API specifications',
      items: seesSpecs ? specs.data?.items.flatMap((spec) => specItems(organizationId, spec)) : [],
      error: specs.error,
      retry: specs.refetch,
    },
  ];
}
