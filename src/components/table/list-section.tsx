import type { InfiniteData, QueryKey, UseSuspenseInfiniteQueryOptions } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps, useMatch } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, useContext } from 'react';
import { MissingOperationError } from '#src/api/errors.ts';
import { type List, type ListPage, useList } from '#src/api/paging.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

interface ListSectionProps<Page extends ListPage<unknown>, Failure, Key extends QueryKey, Param> {
  /** The query, deferred so that previous rows stay until the new ones arrive. */
  query: UseSuspenseInfiniteQueryOptions<Page, Failure, InfiniteData<Page>, Key, Param>;
  /** The rows belong to the previous query. */
  isStale: boolean;
  /** The table's columns and row heights while it is loading; default generic rows. */
  skeleton?: ReactNode;
  /** Filters shown with the rows, and above an error. */
  filters?: ReactNode;
  children: (list: List<Page['items'][number]>) => ReactNode;
}

/** A list below its search and filters. If loading fails, the error is shown here and the search stays. */
export function ListSection<Page extends ListPage<unknown>, Failure, Key extends QueryKey, Param>(
  props: ListSectionProps<Page, Failure, Key, Param>,
) {
  const { query, isStale, skeleton = <SkeletonRows />, filters } = props;
  const loadedAt = useMatch({ strict: false, select: ({ updatedAt }) => updatedAt });
  return (
    <div aria-busy={isStale} className={isStale ? 'opacity-60' : ''}>
      <Filters value={filters}>
        <CatchBoundary
          // Resets on another query or on "Try again", which reloads the route.
          getResetKey={() => `${loadedAt} ${JSON.stringify(query.queryKey)}`}
          errorComponent={ListError}
        >
          <Suspense fallback={skeleton}>
            <Rows {...props} />
          </Suspense>
        </CatchBoundary>
      </Filters>
    </div>
  );
}

const Filters = createContext<ReactNode>(null);

function ListError(props: ErrorComponentProps) {
  // The error component of the screen says so in place of the whole screen.
  if (props.error instanceof MissingOperationError) throw props.error;
  return (
    <>
      {useContext(Filters)}
      <ErrorPage {...props} />
    </>
  );
}

function Rows<Page extends ListPage<unknown>, Failure, Key extends QueryKey, Param>({
  query,
  children,
}: ListSectionProps<Page, Failure, Key, Param>) {
  return children(useList(query));
}
