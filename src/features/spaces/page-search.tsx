import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SearchHit } from '#api/generated/types.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { formatCount } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { spaceSearchOptions } from './page-query.ts';

interface PageSearchProps {
  organizationId: string;
  spaceId: string;
  query: string;
}

/** Pages of a space that match a search, with matching sections. */
export function PageSearch({ organizationId, spaceId, query }: PageSearchProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    spaceSearchOptions(spaceId, query),
  );
  if (error) return <FetchFailure error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows />;
  const hits = data.pages.flatMap(({ items }) => items);
  return (
    <section aria-label="Search results">
      <p role="status" className="mb-3 text-ink-soft">
        {hits.length === 0
          ? `No pages found for “${query}”.`
          : `${formatCount(data.pages[0]?.count ?? hits.length, 'page')} found for “${query}”`}
      </p>
      <ol className="flex flex-col gap-4">
        {hits.map((hit) => (
          <li key={hit.id}>
            <SearchResult organizationId={organizationId} spaceId={spaceId} hit={hit} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-4" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

function SearchResult({
  organizationId,
  spaceId,
  hit,
}: {
  organizationId: string;
  spaceId: string;
  hit: SearchHit;
}) {
  const params = { organizationId, spaceId, pageId: hit.id };
  return (
    <>
      <Link
        to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
        params={params}
        dir="auto"
        className="link font-medium"
      >
        {hit.title}
      </Link>
      <p className="font-mono text-xs text-ink-soft wrap-anywhere">/{hit.path}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {hit.sections?.slice(0, 3).map((section) => (
          <li key={section.id} dir="auto" className="border-l-2 border-line pl-3 text-ink-soft">
            {section.title && <span className="font-medium text-ink">{section.title} — </span>}
            {section.body}
          </li>
        ))}
      </ul>
    </>
  );
}
