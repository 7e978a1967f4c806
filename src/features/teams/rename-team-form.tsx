import { useQueryClient } from '@tanstack/react-query';
import {
  getTeamOptions,
  getTeamQueryKey,
  updateTeamMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Team } from '#api/generated/types.gen.ts';
import { zUpdateTeamBody } from '#api/generated/zod.gen.ts';
import { updateCachedLists, useApiMutation, fetchFresh } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';

interface RenameTeamFormProps {
  organizationId: string;
  team: Team;
  onClose: () => void;
}

export function RenameTeamForm({ organizationId, team, onClose }: RenameTeamFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, teamId: team.id };
  const update = useApiMutation(updateTeamMutation(), {
    invalidates: [{ operation: 'listMemberTeams', path: { organizationId } }],
    onSuccess(renamed) {
      queryClient.setQueryData(getTeamQueryKey({ path }), renamed);
      updateCachedLists<Team>(queryClient, { operation: 'listTeams', path: { organizationId } }, (listed) =>
        listed.id === renamed.id ? renamed : listed,
      );
    },
  });
  const rename = (title: string) => update.mutateAsync({ path, body: { title } });
  return (
    <FormDialog<{ title: string }>
      title={`Rename “${team.title}”`}
      size="small"
      submitLabel="Rename"
      schema={zUpdateTeamBody}
      defaultValues={{ title: team.title }}
      draft={`rename-team.${team.id}`}
      guard={{
        labels: { title: 'Name' },
        fetchCurrent: async () => ({
          title: (await fetchFresh(queryClient, getTeamOptions({ path }))).title,
        }),
      }}
      error={update.error}
      pending={update.isPending}
      onSubmit={async ({ title }, before) => {
        if (title === before.title) return;
        await rename(title);
        recordUndoable({
          label: `Renamed team “${before.title}” to “${title}”`,
          undo: () => rename(before.title),
          redo: () => rename(title),
        });
      }}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="title" label="Name" limit={64} />}
    </FormDialog>
  );
}
