import { queryOptions } from '@tanstack/react-query';
import { pageSize } from '#src/api/first-requests.ts';
import { getApiSpecOptions, listApiSpecsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { fromPathName, toPathName } from '#src/lib/path-names.ts';
import { isProcessing } from './spec-state.ts';

/** Names a specification. */
export interface SpecPath {
  organizationId: string;
  specSlug: string;
}

/** How often a specification that is being read is asked for, in milliseconds. */
const refetchIntervalMs = 2000;

/** The specifications of an organization, newest first; asked for again while one of them is being read. */
export const specsOf = (organizationId: string) => ({
  ...pagedOptions(listApiSpecsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } })),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: { pages: { items: { processingState: string }[] }[] } };
  }) => (data?.pages.some(({ items }) => items.some(isProcessing)) ? refetchIntervalMs : false),
});

/** One specification; asked for again while it is being read. */
export const specOf = (path: SpecPath) =>
  queryOptions({
    ...getApiSpecOptions({ path }),
    refetchInterval: ({ state: { data } }) => (isProcessing(data) ? refetchIntervalMs : false),
  });

const reservedSlugs = ['new'];

/** A specification's slug in the address of its page. */
export const slugToParam = (slug: string): string => toPathName(slug, reservedSlugs);

/** The path of the specification that an address names. */
export const specPathOf = ({ organizationId, slug }: { organizationId: string; slug: string }): SpecPath => ({
  organizationId,
  specSlug: fromPathName(slug),
});
