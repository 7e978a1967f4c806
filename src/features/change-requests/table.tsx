import { useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest, Organization } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { timeColumn } from '#src/components/table/columns.ts';
import type { Column } from '#src/components/table/data-table.tsx';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { describeSize, isUnfinished, linesOfSize, nameOf, statusOf } from './labels.ts';
import type { SpaceListSearch } from './queries.ts';

interface SpaceListFiltersProps {
  organization: Organization;
  search: SpaceListSearch;
  onChange: (search: SpaceListSearch) => void;
}

const statusOptions = (['open', 'draft', 'merged', 'archived'] as const).map((value) => ({
  value,
  label: statusOf(value).name,
}));

/** Filters of a space's change requests. */
export function SpaceListFilters({ organization, search, onChange }: SpaceListFiltersProps) {
  const { data: members } = useQuery({
    ...listMembersOptions({ path: { organizationId: organization.id }, query: { limit: 100 } }),
    enabled: organization.permissions.listMembers,
  });
  const me = currentUser();
  const otherMembers = (members?.items ?? []).filter(({ id }) => id !== me?.id);
  return (
    <FilterBar
      search={
        <SegmentedControl
          label="Status"
          options={statusOptions}
          value={search.status ?? 'open'}
          onChange={(status) => onChange({ ...search, status: status === 'open' ? undefined : status })}
        />
      }
      active={search.contributor === undefined ? 0 : 1}
      onClear={() => onChange({ ...search, contributor: undefined })}
    >
      <div className="flex items-center gap-2">
        <label htmlFor="contributor" className="text-ink-soft">
          Contributor
        </label>
        <Select
          id="contributor"
          value={search.contributor ?? ''}
          options={[
            { value: '', label: 'Anyone' },
            ...(me ? [{ value: me.id, label: 'Me' }] : []),
            ...otherMembers.map(({ id, user }) => ({ value: id, label: user.displayName })),
          ]}
          onChange={(contributor) => onChange({ ...search, contributor: contributor || undefined })}
          className="w-44"
        />
      </div>
    </FilterBar>
  );
}

export const spaceListColumns: readonly Column<ChangeRequest>[] = [
  {
    id: 'subject',
    header: 'Subject',
    cell: (row) => (
      <>
        <span className="text-ink-soft tabular-nums">#{row.number}</span>
        <span dir="auto" className="min-w-0 truncate">
          {nameOf(row)}
        </span>
        {row.outdated && isUnfinished(row) && <Badge tone="warning">Outdated</Badge>}
      </>
    ),
  },
  {
    id: 'author',
    header: 'Author',
    width: '12rem',
    from: 'md',
    cell: ({ createdBy }) => (
      <span className="flex items-center gap-2">
        <Avatar name={createdBy.displayName} src={createdBy.photoURL} size="small" />
        <bdi className="min-w-0 truncate">{createdBy.displayName}</bdi>
      </span>
    ),
  },
  {
    id: 'size',
    header: 'Size',
    width: '7rem',
    from: 'lg',
    cell: ({ size }) => size && (linesOfSize(size) ?? formatCount(size.pages, 'page')),
    tip: ({ size }) => size && describeSize(size),
  },
  {
    id: 'comments',
    header: 'Comments',
    width: '6.5rem',
    phone: 'aside',
    cell: ({ comments }) =>
      comments > 0 && (
        <>
          <MessageSquare aria-hidden="true" className="mr-1 inline size-3.5" />
          {formatNumber(comments)}
        </>
      ),
    tip: ({ comments }) => (comments > 0 ? formatCount(comments, 'open comment') : undefined),
  },
  timeColumn({ id: 'updated', header: 'Updated', time: ({ updatedAt }) => updatedAt }),
];
