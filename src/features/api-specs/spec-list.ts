import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageSize } from '#src/api/first-requests.ts';
import {
  getApiSpecContentOptions,
  getApiSpecOptions,
  listApiSpecsInfiniteOptions,
} from '#src/api/generated/@tanstack/react-query.gen.ts';
import {
  getLatestApiSpecContent,
  getLatestApiSpecVersion,
  listApiSpecVersions,
} from '#src/api/generated/sdk.gen.ts';
import { pages } from '#src/api/paging.ts';
import { fromPathName, toPathName } from '#src/lib/path-names.ts';
import { isUnderWay } from './spec-words.ts';

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
  }) =>
    data?.pages.some(({ items }) => items.some((spec) => isWaitedFor(spec.processingState)))
      ? interval
      : false,
});

const isWaitedFor = (state: string) => state === 'pending' || state === 'progress';

/** One specification; asked for again while it is being read. */
export const specOf = (path: SpecPath) =>
  queryOptions({
    ...getApiSpecOptions({ path }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? interval : false),
  });

/** How many versions can be chosen from. */
const mostVersions = 200;

/**
 * The newest versions.
 *
 * @param lastVersion of the specification: another one makes it another question, so that nothing stale is shown
 */
export const versionsOf = (path: SpecPath, lastVersion: string | undefined) =>
  queryOptions({
    queryKey: [{ _id: 'listApiSpecVersions', path, lastVersion }],
    queryFn: async ({ signal }) => {
      const query = { limit: mostVersions };
      return (await listApiSpecVersions({ path, query, signal, throwOnError: true })).data;
    },
    placeholderData: keepPreviousData,
  });

/** The latest version by itself. @param lastVersion as for `versionsOf` */
export const latestVersionOf = (path: SpecPath, lastVersion: string | undefined) =>
  queryOptions({
    queryKey: [{ _id: 'getLatestApiSpecVersion', path, lastVersion }],
    queryFn: async ({ signal }) => (await getLatestApiSpecVersion({ path, signal, throwOnError: true })).data,
    placeholderData: keepPreviousData,
    enabled: lastVersion !== undefined,
  });

/** The documents of the latest version. @param lastVersion as for `versionsOf` */
export const latestContentOf = (path: SpecPath, lastVersion: string | undefined) =>
  queryOptions({
    queryKey: [{ _id: 'getLatestApiSpecContent', path, lastVersion }],
    queryFn: async ({ signal }) => (await getLatestApiSpecContent({ path, signal, throwOnError: true })).data,
    placeholderData: keepPreviousData,
    enabled: lastVersion !== undefined,
  });

/** The documents of one version, which never change. */
export const contentOf = (path: SpecPath, versionId: string) => ({
  ...getApiSpecContentOptions({ path: { ...path, versionId } }),
  staleTime: Infinity,
});

const screens = ['new'];

/** A specification's slug in the address of its page. */
export const slugPart = (slug: string): string => toPathName(slug, screens);

/** The path of the specification that an address names. */
export const specPath = ({ organizationId, slug }: { organizationId: string; slug: string }): SpecPath => ({
  organizationId,
  specSlug: fromPathName(slug),
});
