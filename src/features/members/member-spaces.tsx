import type { QueryClient } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { Book, KeyRound, SearchX } from 'lucide-react';
import { listMemberSpacesInfiniteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, MemberSpace } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { type List, pagedOptions, useList } from '#src/api/paging.ts';
import { loadPart } from '#src/api/parts.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable, type Sorting } from '#src/components/table/data-table.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { searchesSpaces, useSearchesSpaces } from './capabilities.ts';
import { type MemberSpaceSearch, parseMemberSpaceSearch } from './member-space-search.ts';

/** By title from A to Z, by last change from the latest. */
function sortingOf({ sort, order }: MemberSpaceSearch) {
  return sort === undefined
    ? { by: 'title' as const, order: order ?? ('asc' as const) }
    : { by: sort, order: order ?? ('desc' as const) };
}

/** Servers of another make neither search nor sort it. */
const spacesOfMember = (
  path: { organizationId: string; userId: string },
  search: MemberSpaceSearch,
  isSearchable: boolean,
) => {
  const { by, order } = sortingOf(search);
  const query = isSearchable && { sort: by, order, ...(search.q !== undefined && { title: search.q }) };
  return pagedOptions(listMemberSpacesInfiniteOptions({ path, query: { limit: pageSize, ...query } }));
};

export async function loadSpacesOfMember(
  queryClient: QueryClient,
  path: { organizationId: string; userId: string },
  search: MemberSpaceSearch,
): Promise<void> {
  const isSearchable = await searchesSpaces(queryClient);
  await loadPart(queryClient.ensureInfiniteQueryData(spacesOfMember(path, search, isSearchable)));
}

const columns: readonly Column<MemberSpace>[] = [
  {
    id: 'space',
    header: 'Space',
    sort: 'title',
    cell: ({ space }) => (
      <>
        <span aria-hidden="true" className="grid w-5 shrink-0 place-items-center text-base">
          {space.emoji ?? <Book className="size-4 text-ink-soft" />}
        </span>
        <span dir="auto" className="truncate">
          {space.title}
        </span>
      </>
    ),
  },
  {
    id: 'level',
    header: 'Role',
    width: '9rem',
    phone: 'aside',
    cell: ({ permission }) => roleName(permission),
    tip: ({ permission }) => roleDescription(permission),
  },
  timeColumn({
    id: 'changed',
    header: 'Updated',
    sort: 'updatedAt',
    time: ({ space }) => space.updatedAt,
    event: 'Updated',
  }),
];

/** Headers that sort nothing are plain text. */
const unsortedColumns = columns.map(({ sort: _sort, ...column }) => column);

interface MemberSpacesProps {
  organizationId: string;
  member: Member;
  search: MemberSpaceSearch;
  onSearch: (search: MemberSpaceSearch) => void;
}

export function MemberSpaces(props: MemberSpacesProps) {
  const { organizationId, member, search, onSearch } = props;
  const isSearchable = useSearchesSpaces();
  const list = useList(spacesOfMember({ organizationId, userId: member.id }, search, isSearchable));
  return (
    <div className="flex flex-col gap-3">
      {isSearchable && (
        <SearchField
          label="Search spaces"
          value={search.q ?? ''}
          onSearch={(q) => onSearch(parseMemberSpaceSearch({ ...search, q }))}
          className="w-full sm:w-72"
        />
      )}
      <SpacesTable {...props} list={list} isSearchable={isSearchable} />
    </div>
  );
}

function SpacesTable(props: MemberSpacesProps & { list: List<MemberSpace>; isSearchable: boolean }) {
  const { organizationId, member, search, onSearch, isSearchable, list } = props;
  const navigate = useNavigate();
  const onSort = ({ by, order }: Sorting) => {
    const sorted = parseMemberSpaceSearch({ q: search.q, sort: by });
    // Defaults are left out of the URL.
    onSearch(order === sortingOf(sorted).order ? sorted : { ...sorted, order });
  };
  return (
    <DataTable
      label={`Spaces of ${member.user.displayName}`}
      noun="space"
      list={list}
      columns={isSearchable ? columns : unsortedColumns}
      {...(isSearchable && { sorting: sortingOf(search), onSort })}
      rowId={({ space }) => space.id}
      rowName={({ space }) => space.title}
      rowLink={({ space }) =>
        linkOptions({
          to: '/o/$organizationId/spaces/$spaceId',
          params: { organizationId, spaceId: space.id },
        })
      }
      rowMenu={({ space }) => [
        {
          label: 'Explain access',
          icon: <KeyRound />,
          hint: 'See where it comes from',
          disabledReason: reasonUnless(space.permissions.admin, permissionReasons.accessManager),
          onSelect: () =>
            void navigate({
              to: '/o/$organizationId/spaces/$spaceId/access',
              params: { organizationId, spaceId: space.id },
              search: { q: member.user.email ?? member.user.displayName },
            }),
        },
      ]}
      empty={
        search.q !== undefined ? (
          <EmptyState
            icon={<SearchX />}
            title="No matching spaces"
            className="rounded-lg border border-line"
            action={
              <Button onClick={() => onSearch(parseMemberSpaceSearch({ ...search, q: '' }))}>
                Show all spaces
              </Button>
            }
          >
            No space of {member.user.displayName} has this title.
          </EmptyState>
        ) : (
          <EmptyState icon={<Book />} title="No spaces" className="rounded-lg border border-line">
            {member.user.displayName} doesn’t have access to any space yet.
          </EmptyState>
        )
      }
    />
  );
}
