import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { matchWords } from '#src/lib/match-words.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { maxPerKind, entitySearchQueries } from './search-queries.ts';

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
export function EntityResults({ organizationId, query, slugPart }: EntityResultsProps) {
  const queries = entitySearchQueries(organizationId, query);
  const members = useQuery(queries.members);
  const teams = useQuery(queries.teams);
  const sites = useQuery(queries.sites);
  const spaces = useQuery(queries.spaces);
  const changeRequests = useQuery(queries.changeRequests);
  const specs = useQuery(queries.specs);
  return (
    <div className="flex flex-col gap-5">
      <ResultGroup
        title="Members"
        query={members}
        results={members.data?.items.map(({ id, user }) => ({
          id,
          label: user.displayName,
          detail: user.email,
          link: linkOptions({
            to: '/o/$organizationId/members/$userId',
            params: { organizationId, userId: id },
          }),
        }))}
      />
      <ResultGroup
        title="Teams"
        query={teams}
        results={teams.data?.items.map(({ id, title }) => ({
          id,
          label: title ?? id,
          link: linkOptions({
            to: '/o/$organizationId/teams/$teamId',
            params: { organizationId, teamId: id },
          }),
        }))}
      />
      <ResultGroup
        title="Sites"
        query={sites}
        results={sites.data?.items.map(({ id, title }) => ({
          id,
          label: title,
          link: linkOptions({
            to: '/o/$organizationId/sites/$siteId',
            params: { organizationId, siteId: id },
          }),
        }))}
      />
      <ResultGroup
        title="Spaces"
        query={spaces}
        results={spaces.data?.items.map(({ id, title }) => ({
          id,
          label: title,
          link: linkOptions({
            to: '/o/$organizationId/spaces/$spaceId',
            params: { organizationId, spaceId: id },
          }),
        }))}
      />
      <ResultGroup
        title="Change requests"
        query={changeRequests}
        results={changeRequests.data?.items.map(({ id, subject, number, space, spaceTitle }) => ({
          id,
          label: `#${number} ${subject}`.trim(),
          detail: spaceTitle,
          link: linkOptions({
            to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
            params: { organizationId, spaceId: space, changeRequest: String(number) },
          }),
        }))}
      />
      <ResultGroup
        title="API specifications"
        query={specs}
        results={specs.data?.items
          .filter(({ slug }) => matchWords(query, slug) > 0)
          .slice(0, maxPerKind)
          .map(({ id, slug }) => ({
            id,
            label: slug,
            link: linkOptions({
              to: '/o/$organizationId/api-specs/$slug',
              params: { organizationId, slug: slugPart(slug) },
            }),
          }))}
      />
    </div>
  );
}

interface ResultGroupProps {
  title: string;
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  results: readonly SearchResult[] | undefined;
}

function ResultGroup({ title, query, results }: ResultGroupProps) {
  // Kinds that the user may not list, or that the server does not support, are hidden.
  if (query.isError && isForbidden(query.error)) return null;
  return (
    // On phones the groups precede the pages, so empty ones are hidden.
    <div role="group" aria-label={title} className={results?.length === 0 ? 'max-lg:hidden' : undefined}>
      <h2 className="mb-1 text-xs font-medium text-ink-soft">{title}</h2>
      {query.isError && (
        <Note>
          Couldn’t search.{' '}
          <Button size="small" tone="quiet" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </Note>
      )}
      {!query.isError && !results && <Skeleton className="my-2 w-1/2" />}
      {results?.length === 0 && <Note>No results</Note>}
      {results && results.length > 0 && (
        <ul>
          {results.map(({ id, label, detail, link }) => (
            <li key={id}>
              <Link {...link} className="-mx-2 block rounded-md px-2 py-1 hover:bg-hover">
                <span dir="auto" className="block truncate font-medium">
                  {label}
                </span>
                {detail && <span className="block truncate text-xs text-ink-soft">{detail}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-ink-soft">{children}</p>;

const isForbidden = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  [403, 404, 405, 501].includes(Number(error.status));
