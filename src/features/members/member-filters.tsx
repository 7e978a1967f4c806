import { roleOptions, roleKey, roleName } from '#src/components/roles/role-labels.ts';
import { SearchField } from '#src/components/table/search-field.tsx';
import { Select } from '#src/ui/select.tsx';
import { type MemberSearch, parseMemberSearch } from './member-search.ts';

const roles = [
  { value: '', label: 'All roles' },
  ...roleOptions.map((role) => ({ value: roleKey(role), label: `${roleName(role)}s` })),
];

interface MemberFiltersProps {
  search: MemberSearch;
  onChange: (search: MemberSearch) => void;
}

export function MemberFilters({ search, onChange }: MemberFiltersProps) {
  const change = (name: 'q' | 'role', value: string) =>
    onChange(parseMemberSearch({ ...search, [name]: value }));
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <SearchField
        label="Search by name or email address"
        value={search.q ?? ''}
        onSearch={(text) => change('q', text)}
        className="w-full sm:w-80"
      />
      <Select
        aria-label="Role"
        options={roles}
        value={search.role ?? ''}
        onChange={(role) => change('role', role)}
        className="w-full sm:w-44"
      />
    </div>
  );
}
