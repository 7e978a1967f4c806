import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import type { Member, Team, TeamRole } from '#api/generated/types.gen.ts';
import { zSetTeamMemberBody } from '#api/generated/zod.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { TeamPicker } from '#src/domain/pickers/team-picker.tsx';
import { useTeamRoles } from '#src/domain/roles/team-role-changes.ts';
import { TeamRoleField } from '#src/domain/roles/team-role-field.tsx';

const schema = zSetTeamMemberBody.extend({ team: z.string().min(1) });

interface Values {
  /** The team id; empty until one is chosen. */
  team: string;
  role: TeamRole;
}

interface AddToTeamFormProps {
  organizationId: string;
  member: Member;
  onClose: () => void;
}

export function AddToTeamForm({ organizationId, member, onClose }: AddToTeamFormProps) {
  const { changeAsync } = useTeamRoles(organizationId);
  const [team, setTeam] = useState<Pick<Team, 'id' | 'title'> | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const person = member.user.displayName;

  const add = async ({ team: teamId, role }: Values) => {
    setPending(true);
    setError(null);
    try {
      await changeAsync({
        userId: member.id,
        teamId,
        role,
        previousRole: null,
        person,
        team: team?.title ?? teamId,
      });
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure);
      throw failure;
    } finally {
      setPending(false);
    }
  };

  return (
    <FormDialog<Values>
      title={`Add ${person} to team`}
      submitLabel="Add to team"
      schema={schema}
      defaultValues={{ team: '', role: 'member' }}
      error={error}
      pending={pending}
      onSubmit={add}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TeamField
            control={control}
            organizationId={organizationId}
            userId={member.id}
            chosen={team}
            onChoose={setTeam}
          />
          <TeamRoleField control={control} name="role" />
        </>
      )}
    </FormDialog>
  );
}

interface TeamFieldProps {
  control: Control<Values, unknown, Values>;
  organizationId: string;
  userId: string;
  chosen: Pick<Team, 'id' | 'title'> | null;
  onChoose: (team: Pick<Team, 'id' | 'title'>) => void;
}

function TeamField({ control, chosen, onChoose, ...whose }: TeamFieldProps) {
  const { field, fieldState } = useController({ control, name: 'team' });
  return (
    <TeamPicker
      {...whose}
      selected={chosen}
      error={fieldState.error && 'Select a team.'}
      onSelect={(team) => {
        field.onChange(team.id);
        onChoose(team);
      }}
    />
  );
}
