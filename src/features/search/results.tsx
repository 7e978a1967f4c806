import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { OrganizationSearchHit, OrganizationSearchPage } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { matchWords } from '#src/lib/compare/match-text.ts';
import { splitMatches } from '#src/lib/compare/split-matches.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';
import { maxPerKind, entitySearchQueries, pageSearchOptions } from './queries.ts';

/** A text with the words of the query marked. */
function Marked({ query, text }: { query: string; text: string }) {
  return splitMatches(query, text).map(({ text: part, matches }, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts never move, and may be alike
    matches ? <mark key={index}>{part}</mark> : part,
  );
}

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
      <div role="status">
        {spaces.length === 0 ? (
          <EmptyState icon={<SearchX />}>No pages found for “{query}”.</EmptyState>
        ) : (
          <p className="mb-3 text-ink-soft">
            <span className="font-semibold text-ink">Pages</span> in{' '}
            {formatCount(data.pages[0]?.count ?? spaces.length, 'space')}
          </p>
        )}
      </div>
      <div className="flex flex-col gap-6">
        {spaces.map((space) => (
          <SpaceResults key={space.id} organizationId={organizationId} space={space} query={query} />
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

interface SpaceResultsProps extends PageResultsProps {
  space: OrganizationSearchHit;
}

function SpaceResults({ organizationId, space, query }: SpaceResultsProps) {
  const params = { organizationId, spaceId: space.id };
  return (
    <section aria-labelledby={`space-${space.id}`}>
      <h2 id={`space-${space.id}`} dir="auto" className="mb-1.5 font-semibold">
        <Link to="/o/$organizationId/spaces/$spaceId" params={params} className="link">
          <Marked query={query} text={space.title} />
        </Link>
      </h2>
      <ol className="flex flex-col gap-3 border-l border-line pl-4">
        {space.pages.map((page) => (
          <li key={page.id}>
            <PageResult {...params} page={page} query={query} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface PageResultProps extends PageResultsProps {
  spaceId: string;
  page: OrganizationSearchPage;
}

function PageResult({ organizationId, spaceId, page, query }: PageResultProps) {
  return (
    <>
      <span className="flex items-center gap-1">
        <Link
          to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
          params={{ organizationId, spaceId, pageId: page.id }}
          dir="auto"
          className="link font-medium"
        >
          <Marked query={query} text={page.title} />
        </Link>
        {page.urls.app && <CopyButton size="small" what={`link to ${page.title}`} text={page.urls.app} />}
      </span>
      <p className="font-mono text-xs text-ink-soft wrap-anywhere">/{page.path}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {page.sections?.slice(0, 3).map(({ id, title, body }) => (
          <li key={id} dir="auto" className="border-l-2 border-line pl-3 text-ink-soft">
            {title && title !== page.title && (
              <span className="font-medium text-ink">
                <Marked query={query} text={title} /> —{' '}
              </span>
            )}
            <Marked query={query} text={body} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface EntityResultsProps {
  organizationId: string;
  query: string;
  /** A specification's slug as used in URLs. */
  slugPart: (slug: string) => string;
}

interface SearchResult {
  id: string;
  label: string;
  detail?: string | undefined;
  link: LinkProps;
}

/** People, teams, sites, spaces, change requests and specifications whose names match; each group loads on its own. */
// oxlint-disable-next-line max-lines-per-function -- a table of the kinds of results, one entry after the other
export function EntityResults({ organizationId, query, slugPart }: EntityResultsProps) {
  const queries = entitySearchQueries(organizationId, query);
  const members = useQuery(queries.members);
  const teams = useQuery(queries.teams);
  const sites = useQuery(queries.sites);
  const spaces = useQuery(queries.spaces);
  const changeRequests = useQuery(queries.changeRequests);
  const specs = useQuery(queries.specs);
  const matchingSpecs = specs.data?.items.filter(({ slug }) => matchWords(query, slug) > 0);
  const groups: ResultGroup[] = [
    {
      title: 'Members',
      query: members,
      results: members.data?.items.map(({ id, user }) => ({
        id,
        label: user.displayName,
        detail: user.email,
        link: linkOptions({
          to: '/o/$organizationId/members/$userId',
          params: { organizationId, userId: id },
        }),
      })),
    },
    {
      title: 'Teams',
      query: teams,
      results: teams.data?.items.map(({ id, title }) => ({
        id,
        label: title ?? id,
        link: linkOptions({ to: '/o/$organizationId/teams/$teamId', params: { organizationId, teamId: id } }),
      })),
    },
    {
      title: 'Sites',
      query: sites,
      results: sites.data?.items.map(({ id, title }) => ({
        id,
        label: title,
        link: linkOptions({ to: '/o/$organizationId/sites/$siteId', params: { organizationId, siteId: id } }),
      })),
    },
    {
      title: 'Spaces',
      query: spaces,
      results: spaces.data?.items.map(({ id, title }) => ({
        id,
        label: title,
        link: linkOptions({
          to: '/o/$organizationId/spaces/$spaceId',
          params: { organizationId, spaceId: id },
        }),
      })),
    },
    {
      title: 'Change requests',
      query: changeRequests,
      results: changeRequests.data?.items.map(({ id, subject, number, space, spaceTitle }) => ({
        id,
        label: `#${number} ${subject}`.trim(),
        detail: spaceTitle,
        link: linkOptions({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
          params: { organizationId, spaceId: space, changeRequest: String(number) },
        }),
      })),
    },
    {
      title: 'API specifications',
      query: { ...specs, data: matchingSpecs && { count: matchingSpecs.length } },
      results: matchingSpecs?.slice(0, maxPerKind).map(({ id, slug }) => ({
        id,
        label: slug,
        link: linkOptions({
          to: '/o/$organizationId/api-specs/$slug',
          params: { organizationId, slug: slugPart(slug) },
        }),
      })),
    },
  ];
  // A kind that loads faster than the one above it waits, or it would jump.
  const firstLoading = groups.findIndex(({ query: { isError }, results }) => !isError && !results);
  const loaded = firstLoading < 0 ? groups : groups.slice(0, firstLoading);
  return (
    <div className="flex flex-col gap-5">
      {loaded.map((group) => (
        <ResultGroup key={group.title} group={group} searchText={query} />
      ))}
      {firstLoading >= 0 && <Skeleton className="w-1/2" />}
    </div>
  );
}

/** The results of a kind. */
interface ResultGroup {
  title: string;
  /** `count` is missing on servers that do not count. */
  query: { isError: boolean; error: unknown; data: { count?: number } | undefined; refetch: () => unknown };
  results: readonly SearchResult[] | undefined;
}

/**
 * Results of a kind, with how many there are. Nothing without any, and for kinds that the user may not list or that the
 * server does not support.
 */
function ResultGroup({ group, searchText }: { group: ResultGroup; searchText: string }) {
  const { title, query, results = [] } = group;
  if (query.isError ? isForbidden(query.error) : results.length === 0) return null;
  return (
    <div role="group" aria-label={title}>
      <h2 className="mb-1 flex gap-1.5 font-semibold">
        {title}
        {query.data?.count !== undefined && (
          <span className="font-normal text-ink-soft tabular-nums">{formatNumber(query.data.count)}</span>
        )}
      </h2>
      {query.isError && (
        <p className="text-ink-soft">
          Couldn’t search.{' '}
          <Button size="small" tone="quiet" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <ul>
        {results.map(({ id, label, detail, link }) => (
          <li key={id}>
            <Link {...link} className="-mx-2 block rounded-md px-2 py-1 hover:bg-hover">
              <span dir="auto" className="block truncate text-left font-medium">
                <Marked query={searchText} text={label} />
              </span>
              {detail && (
                <span className="block truncate text-xs text-ink-soft">
                  <Marked query={searchText} text={detail} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const isForbidden = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  [403, 404, 405, 501].includes(Number(error.status));
