import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getOrganizationOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import type { Member, Site } from '#src/api/generated/types.gen.ts';
import { Page } from '#src/components/layout/page.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { overviewOf } from './-home/overview.ts';
import { Panel, Tiles } from './-home/tiles.tsx';

// Reading certificates is of use to few; it comes after the rest.
const CertificateWarnings = lazy(async () => ({
  default: (await import('#src/features/saml/certificate-warnings.tsx')).CertificateWarnings,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/')({
  component: Home,
});

/** Where one lands: what there is, how much of it, and what is newest. */
function Home() {
  const path = Route.useParams();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path }));
  const overview = overviewOf(organization);
  const members = useQuery(overview.members);
  const teams = useQuery(overview.teams);
  const sites = useQuery(overview.sites);
  return (
    <Page
      title={organization.title}
      crumbs={[{ label: 'Home' }]}
      leading={<Avatar name={organization.title} src={organization.urls.logo} shape="square" size="large" />}
      description={organization.hostname}
    >
      {organization.permissions.admin && (
        <Suspense>
          <CertificateWarnings organizationId={organization.id} />
        </Suspense>
      )}
      <Tiles
        organization={organization}
        counts={{
          '/o/$organizationId/members': members.data?.count,
          '/o/$organizationId/teams': teams.data?.count,
          '/o/$organizationId/sites': sites.data?.count,
        }}
      />
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        <Panel
          title="Sites"
          more={
            <Link to="/o/$organizationId/sites" params={path} className="link text-xs">
              All sites
            </Link>
          }
        >
          <Rows items={sites.data?.items}>{(site) => <SiteRow key={site.id} site={site} path={path} />}</Rows>
        </Panel>
        {organization.permissions.listMembers && (
          <Panel
            title="Joined last"
            more={
              <Link to="/o/$organizationId/members" params={path} className="link text-xs">
                All members
              </Link>
            }
          >
            <Rows items={members.data?.items}>
              {(member) => <MemberRow key={member.id} member={member} path={path} />}
            </Rows>
          </Panel>
        )}
      </div>
    </Page>
  );
}

interface RowsProps<Item> {
  items: readonly Item[] | undefined;
  children: (item: Item) => React.ReactNode;
}

function Rows<Item>({ items, children }: RowsProps<Item>) {
  if (!items) return <Skeleton className="m-4 w-1/2" />;
  if (items.length === 0) return <p className="p-4 text-ink-soft">None yet.</p>;
  return <ul className="divide-y divide-line">{items.map(children)}</ul>;
}

const row = 'flex h-11 items-center gap-3 px-4 -outline-offset-2 hover:bg-hover';

function SiteRow({ site, path }: { site: Site; path: { organizationId: string } }) {
  return (
    <li>
      <Link to="/o/$organizationId/sites/$siteId" params={{ ...path, siteId: site.id }} className={row}>
        <span className="min-w-0 flex-1 truncate font-medium">{site.title}</span>
        <Badge tone={site.published ? 'success' : 'neutral'}>
          {site.published ? 'Published' : 'Not published'}
        </Badge>
      </Link>
    </li>
  );
}

function MemberRow({ member, path }: { member: Member; path: { organizationId: string } }) {
  return (
    <li>
      <Link to="/o/$organizationId/members/$userId" params={{ ...path, userId: member.id }} className={row}>
        <Avatar name={member.user.displayName} src={member.user.photoURL} />
        <span className="min-w-0 flex-1 truncate font-medium">{member.user.displayName}</span>
        <span className="text-ink-soft">
          <Time value={member.joinedAt} />
        </span>
      </Link>
    </li>
  );
}
