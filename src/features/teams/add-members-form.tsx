import { Link, type LinkProps } from '@tanstack/react-router';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import type { Member, Team, TeamRole } from '#api/generated/types.gen.ts';
import { zSetTeamMemberBody } from '#api/generated/zod.gen.ts';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { PeopleField } from '#src/domain/people/people-field.tsx';
import { TeamRoleField } from '#src/domain/roles/team-role-field.tsx';
import { useAddTeamMembers } from './team-additions.ts';
import { useMemberIndex } from './team-member-index.ts';

const schema = zSetTeamMemberBody.extend({
  members: z.array(z.looseObject({ id: z.string() })).min(1, 'Select at least one member.'),
});

interface Values {
  members: Member[];
  role: TeamRole;
}

interface AddMembersFormProps {
  organizationId: string;
  team: Team;
  /** Links to the dialog for pasting email addresses. */
  pasteLink: LinkProps;
  onClose: () => void;
}

/** Adds members who are searched by name. */
export function AddMembersForm({ organizationId, team, pasteLink, onClose }: AddMembersFormProps) {
  const { add, error, isPending } = useAddTeamMembers(organizationId, team);
  return (
    <FormDialog<Values>
      title={`Add members to “${team.title}”`}
      submitLabel="Add to team"
      schema={schema}
      defaultValues={{ members: [], role: 'member' }}
      error={error}
      pending={isPending}
      onSubmit={({ members, role }) => add(members, role)}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <NewMembersField control={control} organizationId={organizationId} teamId={team.id} />
          <TeamRoleField control={control} name="role" />
          <p className="text-ink-soft">
            Adding many?{' '}
            <Link {...pasteLink} replace className="link">
              Paste email addresses
            </Link>
          </p>
        </>
      )}
    </FormDialog>
  );
}

interface NewMembersFieldProps {
  control: Control<Values, unknown, Values>;
  organizationId: string;
  teamId: string;
}

function NewMembersField({ control, organizationId, teamId }: NewMembersFieldProps) {
  const { field, fieldState } = useController({ control, name: 'members' });
  const memberIndex = useMemberIndex({ organizationId, teamId });
  return (
    <PeopleField
      organizationId={organizationId}
      label="Members"
      error={fieldState.error?.message}
      selected={field.value}
      onChange={field.onChange}
      isLoading={memberIndex === undefined}
      disabledReason={({ id }) => (memberIndex?.has(id) ? 'Already in the team' : undefined)}
    />
  );
}
