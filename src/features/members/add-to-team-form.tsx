import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import { ApiError } from '#src/api/errors.ts';
import { listMemberTeamsOptions, listTeamsOptions } from '#src/api/generated/@tanstack/react-query.gen.ts';
import type { Member, Team, TeamRole } from '#src/api/generated/types.gen.ts';
import { zSetTeamMemberBody } from '#src/api/generated/zod.gen.ts';
import { SelectField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { useTeamPlaces } from '#src/components/roles/team-places.ts';
import { teamRoleMeaning, teamRoleName, teamRoles } from '#src/components/roles/team-role-words.ts';
import { Field } from '#src/ui/field.tsx';
import { PickList } from '#src/ui/pick-list.tsx';

/** How many teams are offered; whoever looks for another one types more of its name. */
const most = 20;

const schema = zSetTeamMemberBody.extend({ team: z.string().min(1) });

interface Values {
  /** The id of the chosen team, empty at first. */
  team: string;
  role: TeamRole;
}

interface AddToTeamFormProps {
  organizationId: string;
  member: Member;
  onClose: () => void;
}

/** Puts a member into one more team. */
export function AddToTeamForm({ organizationId, member, onClose }: AddToTeamFormProps) {
  const { make } = useTeamPlaces(organizationId);
  const [team, setTeam] = useState<Team | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const person = member.user.displayName;

  const add = async ({ team: teamId, role }: Values) => {
    setPending(true);
    setError(null);
    try {
      await make({ userId: member.id, teamId, role, before: null, person, team: team?.title ?? teamId });
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure);
      throw failure;
    } finally {
      setPending(false);
    }
  };

  return (
    <FormDialog<Values>
      title={`Add ${person} to a team`}
      submitLabel="Add to team"
      schema={schema}
      defaultValues={{ team: '', role: 'member' }}
      error={error}
      pending={pending}
      onSubmit={add}
      onClose={onClose}
    >
      {({ control, watch }) => (
        <>
          <TeamField
            control={control}
            organizationId={organizationId}
            userId={member.id}
            chosen={team}
            onChoose={setTeam}
          />
          <SelectField
            control={control}
            name="role"
            label="Place in the team"
            hint={teamRoleMeaning(watch('role'))}
            options={teamRoles.map((role) => ({ value: role, label: teamRoleName(role) }))}
          />
        </>
      )}
    </FormDialog>
  );
}

interface TeamFieldProps {
  control: Control<Values, unknown, Values>;
  organizationId: string;
  userId: string;
  chosen: Team | null;
  onChoose: (team: Team) => void;
}

function TeamField({ control, organizationId, userId, chosen, onChoose }: TeamFieldProps) {
  const { field, fieldState } = useController({ control, name: 'team' });
  const [query, setQuery] = useState('');
  const title = useDeferredValue(query.trim());
  const filter = { limit: most, ...(title && { title }) };
  const teams = useQuery({
    ...listTeamsOptions({ path: { organizationId }, query: filter }),
    placeholderData: keepPreviousData,
  });
  const own = useQuery({
    ...listMemberTeamsOptions({ path: { organizationId, userId }, query: filter }),
    placeholderData: keepPreviousData,
  });
  const present = new Set(own.data?.items.map(({ team }) => team.id));
  const reasonOf = (team: Team) => {
    if (present.has(team.id)) return 'Already in it';
    return team.permissions.admin ? undefined : 'Not yours to change';
  };
  return (
    <Field
      label="Team"
      error={fieldState.error && 'Choose a team.'}
      hint={chosen ? `Chosen: ${chosen.title}` : 'Type to search, press Enter to choose.'}
    >
      {(attributes) => (
        <PickList
          label="Name of the team"
          control={attributes}
          query={query}
          onQuery={setQuery}
          pending={teams.isFetching || own.isFetching}
          empty={teams.isError ? 'The teams could not be fetched.' : 'No team has this name.'}
          chosen={chosen?.id}
          options={(teams.data?.items ?? []).map((team) => ({
            id: team.id,
            disabledReason: reasonOf(team),
            content: (
              <>
                <Users aria-hidden="true" />
                <span dir="auto" className="min-w-0 truncate">
                  {team.title}
                </span>
              </>
            ),
          }))}
          onPick={(id) => {
            const team = teams.data?.items.find((one) => one.id === id);
            if (!team) return;
            field.onChange(id);
            onChoose(team);
          }}
        />
      )}
    </Field>
  );
}
