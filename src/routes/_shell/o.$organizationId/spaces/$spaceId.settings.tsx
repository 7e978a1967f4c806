import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, linkOptions } from '@tanstack/react-router';
import { AppWindow, Globe } from 'lucide-react';
import { Suspense } from 'react';
import { getOrganizationOptions, getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadPart } from '#src/api/parts.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { SideBySide, Section } from '#src/components/layout/record.tsx';
import { isMoreThanGuest, permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { sitesOfSpace } from '#src/domain/published/sites-of-space.ts';
import { useHasVariables } from '#src/domain/variables/capabilities.ts';
import { contentOptions, describeInheritedLevel } from '#src/features/content/queries.ts';
import { PublishedBadge } from '#src/features/sites/published-badge.tsx';
import { SpaceInfo } from '#src/features/spaces/space-info.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const SpaceDetails = lazyPart(async () => ({
  default: (await import('#src/features/spaces/space-details.tsx')).SpaceDetails,
}));

const SpaceVariables = lazyPart(async () => ({
  default: (await import('../-content/space-variables.tsx')).SpaceVariables,
}));

const SpaceMergeRules = lazyPart(async () => ({
  default: (await import('../-content/space-merge-rules.tsx')).SpaceMergeRules,
}));

const SpaceValues = lazyPart(async () => ({
  default: (await import('#src/features/custom-fields/space-values.tsx')).SpaceValues,
}));

const maxSites = 100;

export const Route = createFileRoute('/_shell/o/$organizationId/spaces/$spaceId/settings')({
  loader: ({ context: { queryClient }, params: { organizationId, spaceId } }) =>
    Promise.all([
      queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId } })),
      queryClient
        .ensureQueryData(getOrganizationOptions({ path: { organizationId } }))
        .then((organization) =>
          isMoreThanGuest(organization)
            ? loadPart(
                queryClient.ensureQueryData(sitesOfSpace(queryClient, organizationId, spaceId, maxSites)),
              )
            : undefined,
        ),
    ]),
  component: SpaceSettings,
});

/** Details of a space, the sites that use it, and its custom fields. */
function SpaceSettings() {
  const { organizationId, spaceId } = Route.useParams();
  const { data: space } = useSuspenseQuery(getSpaceOptions({ path: { spaceId } }));
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const hasVariables = useHasVariables();
  const { data: tree } = useSuspenseQuery(contentOptions(useQueryClient(), organizationId));
  return (
    <SideBySide side={<SpaceInfo space={space} />}>
      <Suspense fallback={<SkeletonRows />}>
        <Section title="Details">
          <SpaceDetails key={space.id} space={space} inherited={describeInheritedLevel(tree, space.id)} />
        </Section>
        {isMoreThanGuest(organization) && (
          <Section title="Sites with this space">
            <PanelBoundary resetKey={spaceId}>
              <SitesOfSpace organizationId={organizationId} spaceId={spaceId} />
            </PanelBoundary>
          </Section>
        )}
        <PanelBoundary resetKey={spaceId}>
          <SpaceMergeRules organizationId={organizationId} spaceId={spaceId} />
        </PanelBoundary>
        {hasVariables && (
          <Section title="Variables">
            <PanelBoundary resetKey={spaceId}>
              <Suspense fallback={<SkeletonRows rows={2} />}>
                <SpaceVariables organizationId={organizationId} space={space} />
              </Suspense>
            </PanelBoundary>
          </Section>
        )}
        <Section title="Custom fields">
          <PanelBoundary resetKey={spaceId}>
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <SpaceValues organizationId={organizationId} space={space} />
            </Suspense>
          </PanelBoundary>
        </Section>
      </Suspense>
    </SideBySide>
  );
}

/** The sites that use the space. */
function SitesOfSpace({ organizationId, spaceId }: { organizationId: string; spaceId: string }) {
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: sites } = useSuspenseQuery(sitesOfSpace(useQueryClient(), organizationId, spaceId, maxSites));
  if (sites.items.length === 0) {
    return (
      <EmptyState
        icon={<AppWindow />}
        title="Not used on any site"
        action={
          <LinkButton
            link={linkOptions({
              to: '/o/$organizationId/sites/new',
              params: { organizationId },
              search: { space: spaceId },
            })}
            disabledReason={reasonUnless(organization.permissions.createContent, permissionReasons.creator)}
            icon={<Globe />}
          >
            Publish as a site
          </LinkButton>
        }
        className="rounded-lg border border-line"
      >
        Publish it as a site of its own, or add it to the structure of one.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
      {sites.items.map((site) => (
        <li key={site.id}>
          <Link
            to="/o/$organizationId/sites/$siteId"
            params={{ organizationId, siteId: site.id }}
            className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
          >
            <AppWindow aria-hidden="true" className="size-4 text-ink-soft" />
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {site.title}
            </span>
            <PublishedBadge published={site.published} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
