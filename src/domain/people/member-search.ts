import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { listMembersInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { sortByRelevance } from '#src/lib/compare/match-text.ts';
import { selectableFirst } from '#src/lib/selectable-first.ts';

/** Results shown; a longer query finds the rest. */
const maxResults = 20;

/** Where some can't be selected, others are looked for in more members, up to ten pages. */
const pageSize = 100;
const maxPages = 10;

export type DisabledReason = (member: Member) => string | undefined;

interface MemberSearch {
  members: readonly Member[];
  /** Members for this text are still looked for. */
  pending: boolean;
  failure: string | undefined;
}

/**
 * Members found by name or email: selectable ones by relevance, then the others.
 * @param disabledReason absent if all members can be selected
 */
export function useMemberSearch(
  organizationId: string,
  query: string,
  disabledReason: DisabledReason | undefined,
): MemberSearch {
  const search = useDeferredValue(query.trim());
  const limit = disabledReason ? pageSize : maxResults;
  const list = useInfiniteQuery({
    ...pagedOptions(
      listMembersInfiniteOptions({
        path: { organizationId },
        query: { limit, ...(search && { search }) },
      }),
    ),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, hasNextPage, fetchNextPage, error } = list;
  const sortedMembers = sortByRelevance(
    search,
    data?.pages.flatMap(({ items }) => items) ?? [],
    ({ user }) => ({
      label: user.displayName,
      detail: user.email,
    }),
  );
  const members = selectableFirst(sortedMembers, disabledReason);
  const selectable = members.filter((member) => disabledReason?.(member) === undefined).length;
  const needsMore =
    selectable < maxResults && hasNextPage && (data?.pages.length ?? 0) < maxPages && error === null;
  // Which page is enough depends on who can be selected, which a query does not know.
  useEffect(() => {
    if (disabledReason && needsMore && !isFetching) void fetchNextPage();
  });
  return {
    members: members.slice(0, maxResults),
    pending:
      search !== query.trim() ||
      isAwaitingResponse(list) ||
      (disabledReason !== undefined && needsMore && selectable === 0),
    failure: error ? errorMessage(error) : undefined,
  };
}
