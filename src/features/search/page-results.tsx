import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrganizationSearchHit, OrganizationSearchPage } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { formatCount } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { pageSearchOptions } from './search-queries.ts';

interface PageResultsProps {
  organizationId: string;
  query: string;
}

/** Matching pages and sections, grouped by space. */
export function PageResults({ organizationId, query }: PageResultsProps) {
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData, fetchNextPage, refetch } =
    useInfiniteQuery(pageSearchOptions(organizationId, query));
  if (error) {
    return <FetchFailure error={error} title="Couldn’t search pages" onRetry={refetch} />;
  }
  if (!data) return <SkeletonRows label="Searching pages" />;
  const spaces = data.pages.flatMap(({ items }) => items);
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
      <p role="status" className="mb-3 text-ink-soft">
        {spaces.length === 0
          ? `No pages found for “${query}”.`
          : `Pages in ${formatCount(data.pages[0]?.count ?? spaces.length, 'space')}`}
      </p>
      <div className="flex flex-col gap-6">
        {spaces.map((space) => (
          <SpaceResults key={space.id} organizationId={organizationId} space={space} />
        ))}
      </div>
      {hasNextPage && (
        <Button className="mt-4" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function SpaceResults({ organizationId, space }: { organizationId: string; space: OrganizationSearchHit }) {
  const params = { organizationId, spaceId: space.id };
  return (
    <section aria-labelledby={`space-${space.id}`}>
      <h2 id={`space-${space.id}`} dir="auto" className="mb-1.5 font-semibold">
        <Link to="/o/$organizationId/spaces/$spaceId" params={params} className="link">
          {space.title}
        </Link>
      </h2>
      <ol className="flex flex-col gap-3 border-l border-line pl-4">
        {space.pages.map((page) => (
          <li key={page.id}>
            <PageResult {...params} page={page} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface PageResultProps {
  organizationId: string;
  spaceId: string;
  page: OrganizationSearchPage;
}

function PageResult({ organizationId, spaceId, page }: PageResultProps) {
  return (
    <>
      <span className="flex items-center gap-1">
        <Link
          to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
          params={{ organizationId, spaceId, pageId: page.id }}
          dir="auto"
          className="link font-medium"
        >
          {page.title}
        </Link>
        {page.urls.app && <CopyButton size="small" what={`link to ${page.title}`} text={page.urls.app} />}
      </span>
      <p className="font-mono text-xs text-ink-soft wrap-anywhere">/{page.path}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {page.sections?.slice(0, 3).map(({ id, title, body }) => (
          <li key={id} dir="auto" className="border-l-2 border-line pl-3 text-ink-soft">
            {title && <span className="font-medium text-ink">{title} — </span>}
            {body}
          </li>
        ))}
      </ul>
    </>
  );
}
