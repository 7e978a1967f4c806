import type { Organization } from '#api/generated/types.gen.ts';
import { SearchField } from '#src/components/table/search-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Input } from '#src/ui/input.tsx';
import { Select } from '#src/ui/select.tsx';
import { type AuditSearch, parseAuditSearch } from './audit-search.ts';
import { ActorFilter } from './actor-filter.tsx';
import { humanizeName } from './audit-values.ts';

/** The most common actions. Others can be filtered by URL. */
const commonActions = [
  'updateMember',
  'removeMember',
  'setMemberSso',
  'inviteMembers',
  'acceptInvite',
  'createLinkInvite',
  'deleteLinkInvite',
  'createTeam',
  'updateTeam',
  'deleteTeam',
  'updateTeamMembers',
  'updateOrganization',
  'createSite',
  'updateSite',
  'deleteSite',
  'createSpace',
  'updateSpace',
  'deleteSpace',
  'restoreSpace',
  'transferSpace',
  'mergeChangeRequest',
];

interface AuditFiltersProps {
  organization: Organization;
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
}

export function AuditFilters({ organization, search, onChange }: AuditFiltersProps) {
  const change = (name: keyof AuditSearch, value: string) =>
    onChange(parseAuditSearch({ ...search, [name]: value }));
  const { entry: _entry, ...filters } = search;
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ActorFilter
        organizationId={organization.id}
        actor={search.actor}
        onChange={(actor) => change('actor', actor)}
      />
      <Select
        aria-label="Action"
        value={search.action ?? ''}
        options={[
          { value: '', label: 'All actions' },
          ...commonActions.map((action) => ({ value: action, label: humanizeName(action) })),
        ]}
        onChange={(action) => change('action', action)}
        className="w-full sm:w-52"
      />
      <SearchField
        label="Target ID"
        value={search.target ?? ''}
        onSearch={(target) => change('target', target)}
        className="w-full sm:w-60"
      />
      <DateFilter label="From" value={search.since} onChange={(day) => change('since', day)} />
      <DateFilter label="To" value={search.until} onChange={(day) => change('until', day)} />
      {isFiltered && <Button onClick={() => onChange({})}>Clear filters</Button>}
    </div>
  );
}

interface DateFilterProps {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
}

function DateFilter({ label, value, onChange }: DateFilterProps) {
  return (
    <label className="flex grow items-center gap-1.5 text-ink-soft sm:grow-0">
      <span className="max-sm:w-8">{label}</span>
      <Input
        type="date"
        value={value ?? ''}
        className="grow text-ink sm:w-36"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
