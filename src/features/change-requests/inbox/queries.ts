import {
  countOrganizationChangeRequestsOptions,
  listOrganizationChangeRequestsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequestBucket } from '#api/generated/types.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { choiceParam, type SearchParams, searchParams, textParam } from '#src/lib/search-params.ts';
import { dialogNames } from '../queries.ts';

const parsers = {
  q: textParam(),
  /** Space id: only its change requests. */
  space: textParam(64),
  sort: choiceParam(['createdAt']),
  /** The change request shown next to the list, as `spaceId.number`. */
  at: textParam(80),
  /** Whether the list includes snoozed ones. */
  snoozed: choiceParam(['shown']),
  dialog: choiceParam(dialogNames),
};

export type InboxSearch = SearchParams<typeof parsers>;

/** Parses the inbox URL; invalid values are dropped. */
export const parseInboxSearch = searchParams(parsers);

/** The URL parameters that filter and sort the rows. */
export const rowFilters = ({ q, space, sort }: InboxSearch) => ({ q, space, sort });

/** The change requests of a bucket across all spaces; fetched space by space if the server has no such list. */
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
      // Only few servers need this, so it is loaded on demand.
      const { fanOut } = await import('./fan-out.ts');
      return fanOut(context.client, organizationId, bucket, { q, space }, context.signal);
    }
  };
  return { ...options, queryFn: fetchPage };
}

/** Counts per bucket. */
export const bucketCountsOf = (organizationId: string) =>
  countOrganizationChangeRequestsOptions({ path: { organizationId } });
