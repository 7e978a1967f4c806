import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { getMemberOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { Button } from '#src/ui/button.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { parseTeamSearch, type TeamSearch } from './queries.ts';

export function TeamListTools({ organization, search }: { organization: Organization; search: TeamSearch }) {
  return (
    <ListMenu
      moreEntries={() => [
        exportEntry(async () => (await import('./team-export.ts')).exportTeams(organization, search)),
      ]}
    />
  );
}

interface TeamFiltersProps {
  organization: Organization;
  search: TeamSearch;
  onChange: (search: TeamSearch) => void;
}

export function TeamFilters({ organization, search, onChange }: TeamFiltersProps) {
  const change = (name: 'q' | 'owner', value: string) =>
    onChange(parseTeamSearch({ ...search, [name]: value }));
  const currentUserId = currentUser()?.id;
  return (
    <FilterBar
      active={search.owner === undefined ? 0 : 1}
      onClear={() => change('owner', '')}
      search={
        <SearchField
          label="Search teams"
          value={search.q ?? ''}
          onSearch={(text) => change('q', text)}
          className="w-full sm:w-80"
        />
      }
    >
      {search.owner !== undefined && search.owner !== currentUserId ? (
        <OwnerFilter
          organizationId={organization.id}
          userId={search.owner}
          onClear={() => change('owner', '')}
        />
      ) : (
        currentUserId !== undefined &&
        (organization.permissions.ownTeam || search.owner === currentUserId) && (
          <LabelledCheckbox
            label="Only teams I own"
            checked={search.owner === currentUserId}
            onChange={({ target }) => change('owner', target.checked ? currentUserId : '')}
          />
        )
      )}
    </FilterBar>
  );
}

interface OwnerFilterProps {
  organizationId: string;
  userId: string;
  onClear: () => void;
}

/** Shows and clears the owner filter set by a link. */
function OwnerFilter({ organizationId, userId, onClear }: OwnerFilterProps) {
  const { data } = useQuery(getMemberOptions({ path: { organizationId, userId } }));
  return (
    <Button size="small" icon={<X />} onClick={onClear}>
      Owner: {data?.user.displayName ?? userId}
    </Button>
  );
}
