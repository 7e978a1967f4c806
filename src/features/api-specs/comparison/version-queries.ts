import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getApiSpecContentOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getLatestApiSpecContent,
  getLatestApiSpecVersion,
  listApiSpecVersions,
} from '#api/generated/sdk.gen.ts';
import type { SpecPath } from '../queries.ts';

const maxVersions = 200;

/**
 * The newest versions.
 *
 * @param lastVersion part of the key, so that a new version is fetched
 */
export const versionsOf = (path: SpecPath, lastVersion: string | undefined) =>
  queryOptions({
    queryKey: [{ _id: 'listApiSpecVersions', path, lastVersion }],
    queryFn: async ({ signal }) => {
      const query = { limit: maxVersions };
      return (await listApiSpecVersions({ path, query, signal, throwOnError: true })).data;
    },
    placeholderData: keepPreviousData,
  });

/**
 * The latest version.
 *
 * @param lastVersion as for `versionsOf`
 */
export const latestVersionOf = (path: SpecPath, lastVersion: string | undefined) =>
  queryOptions({
    queryKey: [{ _id: 'getLatestApiSpecVersion', path, lastVersion }],
    queryFn: async ({ signal }) => (await getLatestApiSpecVersion({ path, signal, throwOnError: true })).data,
    placeholderData: keepPreviousData,
    enabled: lastVersion !== undefined,
  });

/**
 * The documents of the latest version.
 *
 * @param lastVersion as for `versionsOf`
 */
export const latestContentOf = (path: SpecPath, lastVersion: string | undefined) =>
  queryOptions({
    queryKey: [{ _id: 'getLatestApiSpecContent', path, lastVersion }],
    queryFn: async ({ signal }) => (await getLatestApiSpecContent({ path, signal, throwOnError: true })).data,
    placeholderData: keepPreviousData,
    enabled: lastVersion !== undefined,
  });

/** The documents of one version; they never change. */
export const contentOf = (path: SpecPath, versionId: string) => ({
  ...getApiSpecContentOptions({ path: { ...path, versionId } }),
  staleTime: Infinity,
});
