import { useQuery } from '@tanstack/react-query';
import { User } from 'lucide-react';
import { useState } from 'react';
import { getMemberOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { PeopleField } from '#src/domain/people/people-field.tsx';
import { calendarDay } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { DateField } from '#src/ui/form/date-field.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { humanizeName } from './audit-values.ts';
import { type AuditSearch, parseAuditSearch } from './queries.ts';

interface ActorFilterProps {
  organizationId: string;
  /** Name of the chosen person. */
  name: string | undefined;
  onChange: (actor: string) => void;
}

function ActorFilter({ organizationId, name, onChange }: ActorFilterProps) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button icon={<User />} aria-label={name && `Actor: ${name}`} onClick={() => setChoosing(true)}>
        <bdi className="max-w-44 truncate">{name ?? 'Any actor'}</bdi>
      </Button>
      {choosing && (
        <Dialog title="Filter by actor" size="small" onClose={() => setChoosing(false)}>
          <PeopleField
            organizationId={organizationId}
            label="Member"
            selected={[]}
            onChange={([member]) => {
              setChoosing(false);
              if (member) onChange(member.id);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** The most common actions. Others can be filtered by URL. */
const commonActions = [
  'updateMember',
  'removeMember',
  'setMemberSso',
  'inviteMembers',
  'resendInvitations',
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
  'bypassMergeRules',
];

interface AuditFiltersProps {
  organization: Organization;
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
}

export function AuditFilters({ organization, search, onChange }: AuditFiltersProps) {
  const { actor, action, target, since, until } = search;
  const change = (name: keyof AuditSearch, value: string) =>
    onChange(parseAuditSearch({ ...search, [name]: value }));
  const { data: member } = useQuery({
    ...getMemberOptions({ path: { organizationId: organization.id, userId: actor ?? '' } }),
    enabled: actor !== undefined,
    retry: false,
  });
  const actorName = actor && (member?.user.displayName ?? actor);
  const labels: Record<keyof AuditSearch, string | undefined> = {
    actor: actorName && `Actor: ${actorName}`,
    action: action && `Action: ${humanizeName(action)}`,
    since: since && `From ${calendarDay(`${since}T00:00`)}`,
    until: until && `To ${calendarDay(`${until}T00:00`)}`,
    target: target && `Target: ${target}`,
    entry: undefined,
  };
  const names = filterNames.filter((name) => labels[name]);
  return (
    <FilterBar
      active={names.length}
      onClear={() => onChange({})}
      chips={names.map((name) => ({ label: labels[name] ?? '', onRemove: () => change(name, '') }))}
    >
      <ActorFilter
        organizationId={organization.id}
        name={actorName}
        onChange={(chosen) => change('actor', chosen)}
      />
      <Select
        aria-label="Action"
        value={action ?? ''}
        options={[
          { value: '', label: 'All actions' },
          ...commonActions.map((value) => ({ value, label: humanizeName(value) })),
        ]}
        onChange={(chosen) => change('action', chosen)}
        className="w-full sm:w-48"
      />
      <DateField label="From" value={since ?? ''} onChange={(day) => change('since', day)} />
      <DateField label="To" value={until ?? ''} onChange={(day) => change('until', day)} />
      <SearchField
        label="Target ID"
        value={target ?? ''}
        onSearch={(id) => change('target', id)}
        className="w-full sm:w-48"
      />
    </FilterBar>
  );
}

const filterNames = ['actor', 'action', 'since', 'until', 'target'] as const;
