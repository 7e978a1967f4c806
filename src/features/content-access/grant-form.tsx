import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import { listTeamsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member, Role, Team } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { SelectField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { PeopleField } from '#src/domain/people/people-field.tsx';
import { roleDescription, roleName } from '#src/domain/roles/role-labels.ts';
import { sortByRelevance } from '#src/lib/compare/match-text.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import { useAccessChanges } from './actions.ts';
import type { ContentRef } from './queries.ts';
import { grantableRoles } from './table.tsx';

type SelectedTeam = Pick<Team, 'id' | 'title'>;

interface Values {
  members: Member[];
  teams: SelectedTeam[];
  role: Role;
}

const schema = z
  .object({
    members: z.array(z.looseObject({ id: z.string() })),
    teams: z.array(z.looseObject({ id: z.string() })),
    role: z.string(),
  })
  .refine(({ members, teams }) => members.length + teams.length > 0, {
    path: ['members'],
    message: 'Select at least one person or team.',
  });

interface GrantFormProps {
  organizationId: string;
  content: ContentRef;
  title: string;
  onClose: () => void;
}

/** Grants a role on a space or collection to people and teams, replacing earlier ones. */
export function GrantForm({ organizationId, content, title, onClose }: GrantFormProps) {
  const { grant, error, isPending } = useAccessChanges(content);
  return (
    <FormDialog<Values>
      title={`Grant access to “${title}”`}
      description="Replaces any access granted here before."
      submitLabel="Grant access"
      schema={schema}
      defaultValues={{ members: [], teams: [], role: 'edit' }}
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={async ({ members, teams, role }) => {
        await grant({
          ...(members.length > 0 && { users: members.map(({ id }) => id) }),
          ...(teams.length > 0 && { teams: teams.map(({ id }) => id) }),
          role,
        });
        const granted = [
          ...(members.length > 0 ? [formatCount(members.length, 'person', 'people')] : []),
          ...(teams.length > 0 ? [formatCount(teams.length, 'team')] : []),
        ];
        toast(`Granted access to ${granted.join(' and ')}`);
      }}
    >
      {({ control, watch }) => (
        <>
          <People control={control} organizationId={organizationId} />
          <Teams control={control} organizationId={organizationId} />
          <SelectField
            control={control}
            name="role"
            label="Role"
            hint={roleDescription(watch('role'))}
            options={grantableRoles.map((role) => ({ value: role, label: roleName(role) }))}
          />
        </>
      )}
    </FormDialog>
  );
}

interface GrantFieldProps {
  control: Control<Values, unknown, Values>;
  organizationId: string;
}

function People({ control, organizationId }: GrantFieldProps) {
  const { field, fieldState } = useController({ control, name: 'members' });
  return (
    <PeopleField
      organizationId={organizationId}
      label="People"
      optional
      error={fieldState.error?.message}
      selected={field.value}
      onChange={field.onChange}
    />
  );
}

function Teams({ control, organizationId }: GrantFieldProps) {
  const { field } = useController({ control, name: 'teams' });
  const [query, setQuery] = useState('');
  const title = useDeferredValue(query.trim());
  const teamSearch = useQuery({
    ...listTeamsOptions({ path: { organizationId }, query: { limit: 20, ...(title && { title }) } }),
    placeholderData: keepPreviousData,
  });
  const teams = sortByRelevance(title, teamSearch.data?.items ?? [], (team) => ({ label: team.title }));
  const pick = (id: string) => {
    const team = teams.find((candidate) => candidate.id === id);
    if (team) field.onChange([...field.value, { id, title: team.title }]);
  };
  return (
    <Field label="Teams" optional>
      {(attributes) => (
        <>
          {field.value.length > 0 && (
            <ul aria-label="Selected teams" className="flex flex-wrap gap-1.5">
              {field.value.map((team) => (
                <li
                  key={team.id}
                  className="flex items-center gap-1.5 rounded-md border border-line bg-sunken pl-2"
                >
                  <bdi>{team.title}</bdi>
                  <IconButton
                    label={`Remove ${team.title}`}
                    size="small"
                    onClick={() => field.onChange(field.value.filter(({ id }) => id !== team.id))}
                  >
                    <X />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          <PickList
            label="Search teams"
            control={attributes}
            query={query}
            onQuery={setQuery}
            pending={title !== query.trim() || isAwaitingResponse(teamSearch)}
            empty={teamSearch.isError ? errorMessage(teamSearch.error) : 'No matching teams.'}
            options={teams.map((team) => ({
              id: team.id,
              content: <bdi className="truncate">{team.title}</bdi>,
              disabledReason: field.value.some(({ id }) => id === team.id) ? 'Selected' : undefined,
            }))}
            onPick={pick}
          />
        </>
      )}
    </Field>
  );
}
