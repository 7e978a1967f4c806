import { pageSize } from '#src/api/first-requests.ts';
import { listCustomFieldValuesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';

const parsers = {
  /** Part of the title of a space. */
  q: textParam(),
  /** The space whose values are shown where the server cannot list those of all. */
  space: textParam(64),
};

/** What the address of the matrix holds. */
export type MatrixSearch = SearchParams<typeof parsers>;

/** Reads the address of the matrix; whatever does not fit is left out. */
export const parseMatrixSearch = searchParams(parsers);

/** The values of the spaces whose title contains a text, by title: one request for each page. */
export const valuesOf = (organizationId: string, { q }: MatrixSearch) =>
  pagedOptions(
    listCustomFieldValuesInfiniteOptions({
      path: { organizationId },
      query: { limit: pageSize, ...(q && { title: q }) },
    }),
  );
