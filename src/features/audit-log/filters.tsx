import { useQuery } from '@tanstack/react-query';
import { User, X } from 'lucide-react';
import { useState } from 'react';
import { getMemberOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { PeopleField } from '#src/domain/people/people-field.tsx';
import { memberLabel } from '#src/lib/shared-labels.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { humanizeName } from './audit-values.ts';
import { type AuditSearch, parseAuditSearch } from './queries.ts';

interface ActorFilterProps {
  organizationId: string;
  /** A user id. */
  actor: string | undefined;
  onChange: (actor: string) => void;
}

function ActorFilter({ organizationId, actor, onChange }: ActorFilterProps) {
  const [choosing, setChoosing] = useState(false);
  const { data } = useQuery({
    ...getMemberOptions({ path: { organizationId, userId: actor ?? '' } }),
    enabled: actor !== undefined,
    retry: false,
  });
  return (
    <span className="flex items-center gap-1">
      <Button icon={<User />} onClick={() => setChoosing(true)}>
        <span dir="auto" className="max-w-44 truncate">
          {actor === undefined ? 'Any actor' : `Actor: ${data?.user.displayName ?? actor}`}
        </span>
      </Button>
      {actor !== undefined && (
        <IconButton label="Clear actor" onClick={() => onChange('')}>
          <X />
        </IconButton>
      )}
      {choosing && (
        <Dialog title="Filter by actor" size="small" onClose={() => setChoosing(false)}>
          <PeopleField
            organizationId={organizationId}
            label={memberLabel}
            selected={[]}
            onChange={([member]) => {
              setChoosing(false);
              if (member) onChange(member.id);
            }}
          />
        </Dialog>
      )}
    </span>
  );
}

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
  const { target: _target, ...others } = filters;
  return (
    <FilterBar
      active={Object.values(others).filter(Boolean).length}
      onClear={() => onChange(parseAuditSearch({ target: search.target }))}
      search={
        <SearchField
          label="Target ID"
          value={search.target ?? ''}
          onSearch={(target) => change('target', target)}
          className="w-full sm:w-60"
        />
      }
    >
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
      <DateFilter label="From" value={search.since} onChange={(day) => change('since', day)} />
      <DateFilter label="To" value={search.until} onChange={(day) => change('until', day)} />
    </FilterBar>
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
