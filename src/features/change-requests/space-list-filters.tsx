import { useQuery } from '@tanstack/react-query';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session.ts';
import { SegmentedControl } from '#src/ui/segmented-control.tsx';
import { Select } from '#src/ui/select.tsx';
import { statusOf } from './change-request-labels.ts';
import type { SpaceListSearch } from './space-list.ts';

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
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SegmentedControl
        label="Status"
        options={statusOptions}
        value={search.status ?? 'open'}
        onChange={(status) => onChange({ ...search, status: status === 'open' ? undefined : status })}
      />
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
    </div>
  );
}
