import { createFileRoute, Link } from '@tanstack/react-router';
import { parsePublishedPath } from '#src/domain/published/is-served.ts';
import { buttonStyle } from '#src/ui/button.tsx';
import { LogoMark } from '#src/ui/logo.tsx';

/** The default URLs of sites without their own hostname. */
export const Route = createFileRoute('/published/$')({
  component: NotServedPage,
});

/** Explains that sites are not served here, and how to read them. */
function NotServedPage() {
  const { _splat = '' } = Route.useParams();
  return (
    <main id="main" tabIndex={-1} className="login-ground grid min-h-dvh place-items-center p-4">
      <title>This site isn’t served here · Bindery</title>
      <div className="w-full max-w-md">
        <LogoMark className="mx-auto mb-5 h-12" />
        <div className="rounded-xl border border-line bg-surface p-6 shadow-raised">
          <h1 className="text-xl font-semibold tracking-tight">This site isn’t served here</h1>
          <p className="mt-2 text-base text-ink-soft text-pretty">
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
        </div>
      </div>
    </main>
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
