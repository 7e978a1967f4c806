/** The parts of screens. */
import { linkOptions } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { completeList } from '#src/api/paging.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { PageBar } from '#src/components/layout/page-bar.tsx';
import { type Column, DataTable, type Sorting } from '#src/components/table/data-table.tsx';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import { useSelection } from '#src/components/table/use-selection.ts';
import { EditorsLine } from '#src/domain/presence/page-editors-line.tsx';
import { PeopleEditing } from '#src/domain/presence/people-editing.tsx';
import '#src/features/change-requests/change-request.css';
import '#src/features/page-editor/page-editor.css';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { Time } from '#src/ui/time.tsx';
import { Forced } from './forced-states.tsx';
import { Shelf, type ShelvesProps } from './shelf.tsx';

interface Member {
  id: string;
  name: string;
  role: string;
  seenAt: string | null;
}

const members: Member[] = [
  { id: 'ada', name: 'Ada Lovelace', role: 'Admin', seenAt: '2024-02-03T08:26:00Z' },
  { id: 'grace', name: 'Grace Hopper', role: 'Editor', seenAt: null },
  {
    id: 'long',
    name: 'A name that is too long for its column, so that it ends early',
    role: 'Reader',
    seenAt: null,
  },
];

const columns: readonly Column<Member>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: ({ name }) => (
      <>
        <Avatar name={name} />
        <span className="truncate">{name}</span>
      </>
    ),
  },
  { id: 'role', header: 'Role', width: '8rem', cell: ({ role }) => <Badge>{role}</Badge>, phone: 'aside' },
  {
    id: 'seen',
    header: 'Last seen',
    width: '9rem',
    sort: 'lastSeen',
    cell: ({ seenAt }) => <Time value={seenAt} />,
  },
];

const selected = new Set(['grace']);

const ignore = () => {};

const people = ['Ada Lovelace', 'עדה לאבלייס', 'Grace Hopper', 'Alan Turing', 'Priya Raman', 'Šimon Žák'].map(
  (displayName) => ({ object: 'user', id: displayName, displayName, urls: { location: '' } }) as const,
);

function MemberTable({ theme }: ShelvesProps) {
  const [sorting, setSorting] = useState<Sorting>({ by: 'name', order: 'asc' });
  const selection = useSelection(members.map(({ id }) => id));
  const table = {
    noun: 'member',
    columns,
    rowId: ({ id }: Member) => id,
    rowName: ({ name }: Member) => name,
  };
  return (
    <>
      <FilterBar
        active={1}
        onClear={ignore}
        search={<SearchField label={`Search, ${theme}`} value="" onSearch={ignore} className="w-52" />}
      >
        <Select aria-label={`Role, ${theme}`} options={[{ value: 'all', label: 'All roles' }]} value="all" />
      </FilterBar>
      <Forced state="hover" of="tbody tr:first-child">
        <Forced state="focus" of="tbody tr:last-child [data-row-link]">
          <DataTable
            {...table}
            label={`Members, ${theme}`}
            list={completeList(members)}
            rowLink={() => linkOptions({ to: '/' })}
            rowMenu={() => []}
            selection={{ ...selection, ids: selected, has: (id) => selected.has(id) }}
            sorting={sorting}
            onSort={setSorting}
            empty={null}
          />
        </Forced>
      </Forced>
      <DataTable
        {...table}
        label={`No members, ${theme}`}
        list={completeList([])}
        empty={<EmptyState title="No members found">No member matches “harbor”.</EmptyState>}
      />
    </>
  );
}

export function ComponentShelves({ theme }: ShelvesProps) {
  return (
    <>
      <Shelf title="Page bar" isWide>
        <PageBar
          title="Members"
          count={2431}
          badges={<Badge tone="warning">Read-only</Badge>}
          actions={
            <>
              <Button>Export CSV…</Button>
              <Button tone="primary" icon={<Plus />}>
                Invite
              </Button>
            </>
          }
        />
        <PageBar />
      </Shelf>
      <Shelf title="Filter bar, table: rows at rest, hovered, selected, focused; no rows" isWide>
        <MemberTable theme={theme} />
      </Shelf>
      <Shelf title="Selection bar" isWide>
        <SelectionBar
          count={3}
          noun="member"
          onClear={ignore}
          selectAll={{ label: 'Select all 2,431', onSelect: ignore }}
          actions={[
            { label: 'Change role…', onSelect: ignore, prominent: true },
            { label: 'Remove…', icon: <Trash2 />, tone: 'danger', onSelect: ignore },
          ]}
        />
      </Shelf>
      <Shelf title="People who are editing: one, four, six; hover, focus">
        {[1, 4, 6].map((count) => (
          <PeopleEditing
            key={count}
            editors={people
              .slice(0, count)
              .map((user) => ({ user, title: `Lamps, ${theme}`, page: user.id }))}
            onOpenPage={ignore}
          />
        ))}
        {(['hover', 'focus'] as const).map((state) => (
          <Forced key={state} state={state}>
            <PeopleEditing
              editors={people.slice(0, 2).map((user) => ({ user, title: undefined, page: user.id }))}
              onOpenPage={ignore}
            />
          </Forced>
        ))}
      </Shelf>
      <Shelf title="Line of those who are editing a page: one, two, six" isWide>
        {[1, 2, 6].map((count) => (
          <EditorsLine key={count} editors={people.slice(0, count)} />
        ))}
      </Shelf>
      <Shelf title="A section that failed to load" isWide>
        <FetchFailure error={new TypeError('x')} title="Couldn’t load this section" onRetry={ignore} />
      </Shelf>
    </>
  );
}
