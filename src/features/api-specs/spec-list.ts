import { queryOptions } from '@tanstack/react-query';
import { pageSize } from '#src/api/first-requests.ts';
import { getApiSpecOptions, listApiSpecsInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pages } from '#src/api/paging.ts';
import { fromPathName, toPathName } from '#src/lib/path-names.ts';
import { isUnderWay } from './spec-state.ts';

/** Names a specification. */
export interface SpecPath {
  organizationId: string;
  specSlug: string;
}

/** How often a specification that is being read is asked for, in milliseconds. */
const interval = 2000;

/** The specifications of an organization, newest first; asked for again while one of them is being read. */
export const specsOf = (organizationId: string) => ({
  ...pages(listApiSpecsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } })),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: { pages: { items: { processingState: string }[] }[] } };
  }) => (data?.pages.some(({ items }) => items.some(isUnderWay)) ? interval : false),
});

/** One specification; asked for again while it is being read. */
export const specOf = (path: SpecPath) =>
  queryOptions({
    ...getApiSpecOptions({ path }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? interval : false),
  });

const screens = ['new'];

/** A specification's slug in the address of its page. */
export const slugPart = (slug: string): string => toPathName(slug, screens);

/** The path of the specification that an address names. */
export const specPath = ({ organizationId, slug }: { organizationId: string; slug: string }): SpecPath => ({
  organizationId,
  specSlug: fromPathName(slug),
});
