import { listCustomFieldValuesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

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
