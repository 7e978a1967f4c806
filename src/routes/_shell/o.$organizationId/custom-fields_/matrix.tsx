import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Plus, SearchX, TextCursorInput } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { MatrixGrid } from '#src/features/custom-fields/matrix/matrix-grid.tsx';
import {
  loadMatrix,
  type MatrixSearch,
  parseMatrixSearch,
  valuesOf,
} from '#src/features/custom-fields/matrix/matrix-list.ts';
import { MatrixTools, SingleSpaceValues } from '#src/features/custom-fields/matrix/matrix-tools.tsx';
import { columnFieldsOf } from '#src/features/custom-fields/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Skeleton, SkeletonRows } from '#src/ui/skeleton.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/custom-fields_/matrix')({
  validateSearch: parseMatrixSearch,
  loaderDeps: ({ search }) => parseMatrixSearch(search),
  loader: ({ context: { queryClient }, params: { organizationId }, deps, cause }) =>
    loadMatrix(queryClient, organizationId, deps, cause),
  component: Matrix,
  pendingComponent: () => (
    <Page isLoading title="Custom field matrix" crumbs={[{ label: 'Custom fields' }, { label: 'Matrix' }]}>
      <Skeleton className="mb-3 h-8 w-full sm:w-80" />
      <SkeletonRows />
    </Page>
  ),
});

/** The custom field values of all spaces. */
function Matrix() {
  const { organizationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: fields } = useSuspenseQuery(columnFieldsOf(organizationId));
  const isListed = Route.useLoaderData();
  const setSearch = (next: MatrixSearch) => void navigate({ search: next, replace: true });
  return (
    <Page
      title="Custom field matrix"
      crumbs={[
        {
          label: 'Custom fields',
          link: linkOptions({ to: '/o/$organizationId/custom-fields', params: { organizationId } }),
        },
        { label: 'Matrix' },
      ]}
      actions={
        isListed &&
        fields.items.length > 0 && <MatrixTools organization={organization} fields={fields.items} />
      }
    >
      {fields.items.length === 0 ? (
        <EmptyFields organization={organization} />
      ) : isListed ? (
        <ValueMatrix organizationId={organizationId} search={search} onFind={setSearch} />
      ) : (
        <SingleSpaceValues
          organizationId={organizationId}
          spaceId={search.space}
          onSelect={(space) => setSearch({ ...search, space })}
        />
      )}
      <Outlet />
    </Page>
  );
}

interface ValueMatrixProps {
  organizationId: string;
  search: MatrixSearch;
  onFind: (search: MatrixSearch) => void;
}

function ValueMatrix({ organizationId, search, onFind }: ValueMatrixProps) {
  const visibleSearch = useDeferredValue(search);
  const { data: fields } = useSuspenseQuery(columnFieldsOf(organizationId));
  const [toolbar, setToolbar] = useState<Element | null>(null);
  return (
    <>
      <div className="filter-bar">
        <SearchField
          label="Search spaces"
          value={search.q ?? ''}
          onSearch={(text) => onFind(parseMatrixSearch({ ...search, q: text }))}
          className="w-full sm:w-80"
        />
        <div ref={setToolbar} className="contents" />
      </div>
      <ListSection query={valuesOf(organizationId, visibleSearch)} isStale={visibleSearch !== search}>
        {(list) =>
          list.items.length > 0 ? (
            // A new search resets the focus to the first cell.
            <MatrixGrid
              key={visibleSearch.q}
              organizationId={organizationId}
              list={list}
              fields={fields.items}
              toolbar={toolbar}
            />
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={visibleSearch.q ? `No spaces match “${visibleSearch.q}”` : 'No spaces yet'}
              action={visibleSearch.q && <Button onClick={() => onFind({})}>Clear search</Button>}
            />
          )
        }
      </ListSection>
    </>
  );
}

function EmptyFields({ organization: { id, permissions } }: { organization: Organization }) {
  return (
    <EmptyState
      icon={<TextCursorInput />}
      title="No custom fields yet"
      action={
        <LinkButton
          link={linkOptions({ to: '/o/$organizationId/custom-fields/new', params: { organizationId: id } })}
          disabledReason={reasonUnless(permissions.admin, permissionReasons.administrator)}
          tone="primary"
          icon={<Plus />}
        >
          New field
        </LinkButton>
      }
    >
      The matrix shows the values of all spaces.
    </EmptyState>
  );
}
