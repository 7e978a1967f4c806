import { useRouter } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import type { Organization } from '#api/generated/types.gen.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { roleOptions, roleKey, roleName } from '#src/domain/roles/role-labels.ts';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { useFiltersByState } from './capabilities.ts';
import { type MemberSearch, parseMemberSearch } from './queries.ts';

export function MemberListTools({
  organization,
  search,
}: {
  organization: Organization;
  search: MemberSearch;
}) {
  const { navigate } = useRouter();
  return (
    <ListMenu
      moreEntries={() => [
        exportEntry(async () => (await import('./member-export.ts')).exportMembers(organization, search)),
        {
          label: 'Update from CSV…',
          icon: <Upload />,
          disabledReason: reasonUnless(organization.permissions.admin, permissionReasons.administrator),
          onSelect: () =>
            void navigate({
              to: '/o/$organizationId/members/import',
              params: { organizationId: organization.id },
            }),
        },
      ]}
    />
  );
}

const states = [
  { value: '', label: 'All states' },
  { value: 'invited', label: 'Invited' },
];

const roles = [
  { value: '', label: 'All roles' },
  ...roleOptions.map((role) => ({ value: roleKey(role), label: `${roleName(role)}s` })),
];

interface MemberFiltersProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
}

export function MemberFilters({ search, onChange }: MemberFiltersProps) {
  const change = (name: 'q' | 'role' | 'status', value: string) =>
    onChange(parseMemberSearch({ ...search, [name]: value }));
  const hasStates = useFiltersByState();
  return (
    <FilterBar
      active={(search.role === undefined ? 0 : 1) + (search.status === undefined ? 0 : 1)}
      onClear={() => onChange(parseMemberSearch({ ...search, role: '', status: '' }))}
      search={
        <SearchField
          label="Search by name or email"
          value={search.q ?? ''}
          onSearch={(text) => change('q', text)}
          className="w-full sm:w-80"
        />
      }
    >
      <Select
        aria-label="Role"
        options={roles}
        value={search.role ?? ''}
        onChange={(role) => change('role', role)}
        className="w-full sm:w-44"
      />
      {hasStates && (
        <Select
          aria-label="State"
          options={states}
          value={search.status ?? ''}
          onChange={(status) => change('status', status)}
          className="w-full sm:w-36"
        />
      )}
    </FilterBar>
  );
}
