import { createFileRoute, Link } from '@tanstack/react-router';
import { CardPage } from '#src/components/layout/card-page.tsx';
import { parsePublishedPath } from '#src/domain/published/is-served.ts';
import { buttonStyle } from '#src/ui/button.tsx';

/** The default URLs of sites without their own hostname. */
export const Route = createFileRoute('/published/$')({
  component: NotServedPage,
});

/** Explains that sites are not served here, and how to read them. */
function NotServedPage() {
  const { _splat = '' } = Route.useParams();
  return (
    <CardPage title="This site isn’t served here">
      <p className="text-pretty">
        This server stores published sites but doesn’t serve their pages. Read their structure and content
        through the API:
      </p>
      <p className="mt-3 rounded-md border border-line bg-sunken px-3 py-2">
        <code className="font-mono text-xs wrap-anywhere">{publishedOperation(_splat)}</code>
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <BackLink path={_splat} />
        <a href="/api-reference/" className={buttonStyle('quiet')}>
          API reference
        </a>
      </div>
    </CardPage>
  );
}

function publishedOperation(path: string): string {
  const { organizationId, siteId } = parsePublishedPath(path);
  return `GET /v1/orgs/${organizationId ?? '{organizationId}'}/sites/${siteId ?? '{siteId}'}/published`;
}

/** Links to the site, or as close to it as the URL allows. */
function BackLink({ path }: { path: string }) {
  const { organizationId, siteId } = parsePublishedPath(path);
  const className = buttonStyle('primary');
  if (organizationId === null)
    return (
      <Link to="/orgs" className={className}>
        Go to your organizations
      </Link>
    );
  if (siteId === null)
    return (
      <Link to="/o/$organizationId/sites" params={{ organizationId }} className={className}>
        Go to sites
      </Link>
    );
  return (
    <Link
      to="/o/$organizationId/sites/$siteId/published"
      params={{ organizationId, siteId }}
      className={className}
    >
      Go to site
    </Link>
  );
}
