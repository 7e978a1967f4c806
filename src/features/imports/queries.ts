import { queryOptions } from '@tanstack/react-query';
import {
  getImportOptions,
  listImportChangesInfiniteOptions,
  listImportReportInfiniteOptions,
  listImportsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentImportRun, ImportReportKind, ImportState } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import type { InvalidationTarget } from '#src/api/queries.ts';

/** How often a run that is at work is fetched, in milliseconds. */
const refetchIntervalMs = 1000;

export interface ImportPath {
  organizationId: string;
  importId: string;
}

/** Whether the server still works on a run. */
export const isAtWork = (state: ImportState | undefined): boolean =>
  state === 'waiting' || state === 'running';

/** An import; fetched again while the server works on it. */
export const importOf = (path: ImportPath) =>
  queryOptions({
    ...getImportOptions({ path }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isAtWork(data?.state) ? refetchIntervalMs : false),
  });

/** The imports of an organization that the caller may see, newest first; fetched again while one is at work. */
export const importsOf = (organizationId: string) => ({
  ...pagedOptions(listImportsInfiniteOptions({ path: { organizationId }, query: { limit: pageSize } })),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: { pages: { items: { state: ImportState }[] }[] } };
  }) => (data?.pages.some(({ items }) => items.some(({ state }) => isAtWork(state))) ? 3000 : false),
});

/** Servers of the documented API import by one request, which has no screen of its own. */
export const optionalImports = (organizationId: string) => ({
  title: 'Imports',
  operation: 'listImports' as const,
  list: importsOf(organizationId),
});

/** What an import changed and left out. */
export const reportOf = (path: ImportPath, kind: ImportReportKind | undefined) =>
  pagedOptions(listImportReportInfiniteOptions({ path, query: { limit: pageSize, ...(kind && { kind }) } }));

/** What a planned import changes in the space that it goes into. */
export const changesOf = (path: ImportPath) =>
  pagedOptions(listImportChangesInfiniteOptions({ path, query: { limit: pageSize } }));

/** Queries to invalidate when an import has written something. */
export const writtenBy = (
  organizationId: string,
  { spaces }: Pick<ContentImportRun, 'spaces'>,
): InvalidationTarget[] => [
  { operation: 'listContent', path: { organizationId } },
  { operation: 'listSpaces', path: { organizationId } },
  { operation: 'listCollections', path: { organizationId } },
  { operation: 'listSites', path: { organizationId } },
  'listOrganizationChangeRequests',
  ...spaces.flatMap(({ space: spaceId }) =>
    (
      [
        'listSpacePages',
        'listSpaceFiles',
        'listSpaceLinks',
        'getSpaceContent',
        'listSpaceRevisions',
        'getSpace',
        'listChangeRequestPages',
        'listChangeRequestFiles',
        'listChangeRequestLinks',
        'getChangeRequestContent',
        'getChangeRequestChanges',
        'getChangeRequest',
        'listChangeRequests',
      ] as const
    ).map((operation) => ({ operation, path: { spaceId } })),
  ),
];
