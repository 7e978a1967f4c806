import type { Organization } from '#api/generated/types.gen.ts';
import { SearchField } from '#src/components/table/search-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Input } from '#src/ui/input.tsx';
import { Select } from '#src/ui/select.tsx';
import { type AuditSearch, readAuditSearch } from './audit-search.ts';
import { ActorFilter } from './actor-filter.tsx';
import { fieldName } from './audit-values.ts';

/** The changes that are looked for most; every other one can stand in the address and is shown then. */
const actions = [
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

/** What narrows the audit log down. */
export function AuditFilters({ organization, search, onChange }: AuditFiltersProps) {
  const change = (name: keyof AuditSearch, value: string) =>
    onChange(readAuditSearch({ ...search, [name]: value }));
  const { entry: _entry, ...filters } = search;
  const narrowed = Object.values(filters).some(Boolean);
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
          ...actions.map((action) => ({ value: action, label: fieldName(action) })),
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
      <Day label="From" value={search.since} onChange={(day) => change('since', day)} />
      <Day label="To" value={search.until} onChange={(day) => change('until', day)} />
      {narrowed && <Button onClick={() => onChange({})}>Clear filters</Button>}
    </div>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
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
