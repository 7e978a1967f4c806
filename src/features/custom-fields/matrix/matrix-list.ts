import type { QueryClient } from '@tanstack/react-query';
import { listCustomFieldValuesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { loadOptional } from '#src/api/optional-lists.ts';
import { ifOffered } from '#src/api/optional-requests.ts';
import { loadList, pagedOptions } from '#src/api/paging.ts';
import { type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';
import { columnFieldsOf, optionalFields } from '../queries.ts';

const parsers = {
  /** Part of a space title. */
  q: textParam(),
  /** The selected space, if the server can't list the values of all. */
  space: textParam(64),
};

export type MatrixSearch = SearchParams<typeof parsers>;

/** Parses the matrix URL; invalid values are dropped. */
export const parseMatrixSearch = searchParams(parsers);

/** Values of the spaces that match, by title. */
export const valuesOf = (organizationId: string, { q }: MatrixSearch) =>
  pagedOptions(
    listCustomFieldValuesInfiniteOptions({
      path: { organizationId },
      query: { limit: pageSize, ...(q && { title: q }) },
    }),
  );

/**
 * For the route loader: the fields, and the values where the server can list those of all spaces.
 *
 * @returns whether it can
 */
export function loadMatrix(
  queryClient: QueryClient,
  organizationId: string,
  search: MatrixSearch,
  cause: 'preload' | 'enter' | 'stay',
): Promise<boolean> {
  return loadOptional(queryClient, optionalFields(organizationId), async () => {
    const [list] = await Promise.all([
      ifOffered(loadList(queryClient, valuesOf(organizationId, search), cause)),
      queryClient.ensureQueryData(columnFieldsOf(organizationId)),
    ]);
    return list !== null;
  });
}
