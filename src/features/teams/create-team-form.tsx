import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { createTeamMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Member } from '#api/generated/types.gen.ts';
import { zCreateTeamBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { PeopleField } from '#src/domain/people/people-field.tsx';

const schema = zCreateTeamBody.extend({ members: z.array(z.looseObject({ id: z.string() })) });

interface Values {
  title: string;
  members: Member[];
}

interface CreateTeamFormProps {
  organizationId: string;
  /** Called with the id of the new team, or null if none was created. */
  onClose: (teamId: string | null) => void;
}

export function CreateTeamForm({ organizationId, onClose }: CreateTeamFormProps) {
  const path = { organizationId };
  const created = useRef<string | null>(null);
  const create = useApiMutation(createTeamMutation(), {
    invalidates: [
      { operation: 'listTeams', path },
      { operation: 'listMemberTeams', path },
      { operation: 'getMember', path },
    ],
  });
  return (
    <FormDialog<Values>
      title="New team"
      description="Members get all access granted to the team."
      submitLabel="Create team"
      schema={schema}
      defaultValues={{ title: '', members: [] }}
      draft={`create-team.${organizationId}`}
      error={create.error}
      pending={create.isPending}
      onSubmit={async ({ title, members }) => {
        const body = { title, members: members.map(({ id }) => id) };
        created.current = (await create.mutateAsync({ path, body })).id;
      }}
      onClose={() => onClose(created.current)}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="title" label="Name" limit={64} />
          <MembersField control={control} organizationId={organizationId} />
        </>
      )}
    </FormDialog>
  );
}

type FormControl = Parameters<typeof useController<Values, 'members', Values>>[0]['control'];

function MembersField({ control, organizationId }: { control: FormControl; organizationId: string }) {
  const { field, fieldState } = useController<Values, 'members', Values>({ control, name: 'members' });
  return (
    <PeopleField
      organizationId={organizationId}
      label="Members"
      optional
      error={fieldState.error?.message}
      selected={field.value}
      onChange={field.onChange}
    />
  );
}
