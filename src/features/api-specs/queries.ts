import { queryOptions } from '@tanstack/react-query';
import { getApiSpecOptions, listApiSpecsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';
import { fromPathName, toPathName } from '#src/lib/text/urls.ts';

/** Whether the server takes specifications of several files. */
export const useTakesSpecFiles = (): boolean => useCan('extensions') === true;

/** Queries to invalidate after a specification changes. */
export const specInvalidations = (organizationId: string): InvalidationTarget[] => {
  const path = { organizationId };
  return [
    { operation: 'listApiSpecs', path },
    { operation: 'getApiSpec', path },
  ];
};

/** Whether the server is still processing a specification. */
export const isProcessing = (spec: { processingState: string } | undefined): boolean =>
  spec?.processingState === 'pending' || spec?.processingState === 'progress';

/** API path parameters of a specification. */
export interface SpecPath {
  organizationId: string;
  specSlug: string;
}

/** Refetch interval while a specification is processing, in milliseconds. */
const refetchIntervalMs = 2000;

/** Specifications of an organization, newest first; refetched while one is processing. */
export const specsOf = (organizationId: string) => ({
  ...pagedOptions(listApiSpecsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } })),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: { pages: { items: { processingState: string }[] }[] } };
  }) => (data?.pages.some(({ items }) => items.some(isProcessing)) ? refetchIntervalMs : false),
});

/** Older servers of the documented API have no API specifications. */
export const optionalSpecs = (organizationId: string) => ({
  title: 'API specifications',
  operation: 'listApiSpecs' as const,
  list: specsOf(organizationId),
});

/** One specification; refetched while it is processing. */
export const specOf = (path: SpecPath) =>
  queryOptions({
    ...getApiSpecOptions({ path }),
    refetchInterval: ({ state: { data } }) => (isProcessing(data) ? refetchIntervalMs : false),
  });

const reservedSlugs = ['new'];

/** A slug as a URL segment. */
export const slugToParam = (slug: string): string => toPathName(slug, reservedSlugs);

/** The API path parameters from a URL. */
export const specPathOf = ({ organizationId, slug }: { organizationId: string; slug: string }): SpecPath => ({
  organizationId,
  specSlug: fromPathName(slug),
});
