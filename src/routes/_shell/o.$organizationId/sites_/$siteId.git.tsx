import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { GitBranch } from 'lucide-react';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { useHasSiteGitSync } from '#src/features/git-sync/capabilities.ts';
import { SiteConnectForm } from '#src/features/git-sync/site/site-connect-form.tsx';
import { SiteConnectionView } from '#src/features/git-sync/site/site-connection-view.tsx';
import { siteConnectionOf } from '#src/features/git-sync/site/site-queries.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/git')({
  validateSearch: searchParams({ form: choiceParam(['token']) }),
  loader: async ({ context: { queryClient }, params: path }) => {
    const { organizationId } = path;
    const [{ permissions }, { hasGitSync }] = await Promise.all([
      queryClient.ensureQueryData(getOrganizationOptions({ path: { organizationId } })),
      queryClient.ensureQueryData(getSiteOptions({ path })),
    ]);
    if (permissions.admin && hasGitSync === true) await queryClient.ensureQueryData(siteConnectionOf(path));
  },
  component: SiteGit,
});

/** The repository of a site: how to connect one, or its state, its spaces and its syncs. */
function SiteGit() {
  const path = Route.useParams();
  const { organizationId, siteId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const denialReason = reasonUnless(organization.permissions.admin, permissionReasons.administrator);
  if (useHasSiteGitSync() === false)
    return (
      <EmptyState icon={<GitBranch />} title="Git Sync isn’t available">
        This server does not connect sites with repositories here.
      </EmptyState>
    );
  if (denialReason !== undefined)
    return (
      <EmptyState icon={<GitBranch />} title="Git Sync of this site">
        {denialReason}
      </EmptyState>
    );
  if (site.hasGitSync === true) return <Connected />;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-xl text-ink-soft">
        With Git Sync, the structure of this site and the docs.yaml of a branch are the same, and its spaces
        have the text of the directories that the file names.
      </p>
      <SiteConnectForm key={siteId} path={path} />
    </div>
  );
}

function Connected() {
  const path = Route.useParams();
  const { form } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: connection } = useSuspenseQuery(siteConnectionOf(path));
  return (
    <SiteConnectionView
      key={connection.id}
      path={path}
      connection={connection}
      isTokenOpen={form === 'token'}
      onTokenOpen={(isOpen) =>
        void navigate({ search: { form: isOpen ? 'token' : undefined }, replace: !isOpen })
      }
    />
  );
}
