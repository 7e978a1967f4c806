import type { InfiniteData, QueryKey, UseSuspenseInfiniteQueryOptions } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps, useMatch } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, useContext } from 'react';
import { type List, type ListPage, useList } from '#src/api/paging.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

interface ListSectionProps<Page extends ListPage<unknown>, Refusal, Key extends QueryKey, Param> {
  /** What is asked for. Deferred behind the address, so that the rows before stay until the new ones are there. */
  query: UseSuspenseInfiniteQueryOptions<Page, Refusal, InfiniteData<Page>, Key, Param>;
  /** The rows are still those of another search. */
  isStale: boolean;
  /** Filters that stand among the rows, and are to stand above a failure, too. */
  filters?: ReactNode;
  children: (list: List<Page['items'][number]>) => ReactNode;
}

/**
 * The place of a list below its search and filters. When the server fails to find what was asked for, it is here that this
 * is said: what was typed stays where it is, to be tried again or changed.
 */
export function ListSection<Page extends ListPage<unknown>, Refusal, Key extends QueryKey, Param>(
  props: ListSectionProps<Page, Refusal, Key, Param>,
) {
  const { query, isStale, filters } = props;
  const loadedAt = useMatch({ strict: false, select: ({ updatedAt }) => updatedAt });
  return (
    <div aria-busy={isStale} className={isStale ? 'opacity-60' : ''}>
      <Filters value={filters}>
        <CatchBoundary
          // Another search, or "Try again", which loads the route anew.
          getResetKey={() => `${loadedAt} ${JSON.stringify(query.queryKey)}`}
          errorComponent={ListError}
        >
          <Suspense fallback={<SkeletonRows />}>
            <Rows {...props} />
          </Suspense>
        </CatchBoundary>
      </Filters>
    </div>
  );
}

const Filters = createContext<ReactNode>(null);

function ListError(props: ErrorComponentProps) {
  return (
    <>
      {useContext(Filters)}
      <ErrorPage {...props} />
    </>
  );
}

function Rows<Page extends ListPage<unknown>, Refusal, Key extends QueryKey, Param>({
  query,
  children,
}: ListSectionProps<Page, Refusal, Key, Param>) {
  return children(useList(query));
}
