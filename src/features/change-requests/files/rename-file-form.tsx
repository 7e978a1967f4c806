import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  editChangeRequestContentMutation,
  getChangeRequestFileOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { zFileName } from '#api/generated/zod.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import type { ChangeRequestPath } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';
import type { FileChange } from '../views/files.tsx';

interface RenameFileFormProps {
  path: ChangeRequestPath;
  file: FileChange;
  onClose: () => void;
}

/** Renames a file of a change request; links to it stay. */
export function RenameFileForm({ path, file, onClose }: RenameFileFormProps) {
  const queryClient = useQueryClient();
  const edit = useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
    optional: 'editChangeRequestContent',
  });
  return (
    <FormDialog<{ name: string }>
      title={`Rename “${file.name}”`}
      description="Pages go on showing it, and links lead to it."
      size="small"
      submitLabel="Rename"
      schema={z.object({ name: zFileName })}
      defaultValues={{ name: file.name }}
      guard={{
        labels: { name: 'Name' },
        fetchCurrent: async () => {
          const fileOptions = getChangeRequestFileOptions({ path: { ...path, fileId: file.id } });
          return { name: (await fetchFresh(queryClient, fileOptions)).name };
        },
      }}
      error={edit.error}
      pending={edit.isPending}
      onSubmit={async ({ name }, before) => {
        if (name === before.name) return;
        await edit.mutateAsync({
          path: { ...path },
          body: { changes: [{ operation: 'update_file', file: file.id, name }] },
        });
      }}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="name" label="Name" limit={255} />}
    </FormDialog>
  );
}
