import { pageSize } from '#src/api/first-requests.ts';
import {
  countOrganizationChangeRequestsOptions,
  listOrganizationChangeRequestsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequestBucket } from '#api/generated/types.gen.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';
import { dialogNames } from '../dialog-names.ts';
import { isUnsupported } from '#src/api/is-unsupported.ts';

const parsers = {
  /** Part of the subject. */
  q: textParam(),
  /** The id of a space: only its change requests. */
  space: textParam(64),
  sort: choiceParam(['createdAt']),
  /** The one that is shown beside the list: space and number, as `spaceId.12`. */
  at: textParam(80),
  /** Whether those that were put off are in the list. */
  snoozed: choiceParam(['shown']),
  dialog: choiceParam(dialogNames),
};

/** What the address of the inbox holds. */
export type InboxSearch = SearchParams<typeof parsers>;

/** Reads the address of the inbox; whatever does not fit is left out. */
export const parseInboxSearch = searchParams(parsers);

/** What of the address decides which rows there are. */
export const rowFilters = ({ q, space, sort }: InboxSearch) => ({ q, space, sort });

/** The change requests of a bucket, of all spaces at once; asked space by space where the server cannot do that. */
export function inboxOf(
  organizationId: string,
  bucket: ChangeRequestBucket,
  { q, space, sort }: Pick<InboxSearch, 'q' | 'space' | 'sort'>,
) {
  const query = {
    limit: pageSize,
    bucket,
    ...(q && { subject: q }),
    ...(space && { space }),
    ...(sort && { orderBy: sort }),
  };
  const options = pagedOptions(
    listOrganizationChangeRequestsInfiniteOptions({ path: { organizationId }, query }),
  );
  const { queryFn } = options;
  if (typeof queryFn !== 'function') return options;
  const fetchPage: typeof queryFn = async (context) => {
    try {
      return await queryFn(context);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      // Few servers need it, so it is no part of the first screen.
      const { fanOut } = await import('./fan-out.ts');
      return fanOut(context.client, organizationId, bucket, { q, space }, context.signal);
    }
  };
  return { ...options, queryFn: fetchPage };
}

/** How many there are in each bucket. A server that cannot count is not asked again. */
export const bucketCountsOf = (organizationId: string) => ({
  ...countOrganizationChangeRequestsOptions({ path: { organizationId } }),
  retry: false,
});
