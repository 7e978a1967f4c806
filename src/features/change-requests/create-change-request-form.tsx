import { useRef } from 'react';
import { createChangeRequestMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { zCreateChangeRequestBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { subjectLabel } from '#src/lib/shared-labels.ts';
import { changeRequestInvalidations } from './queries.ts';

interface CreateChangeRequestFormProps {
  space: Space;
  /** Called when closed, with the number of the change request if one was created. */
  onClose: (number: number | null) => void;
}

/** Creates a change request from the current content of a space. */
export function CreateChangeRequestForm({ space, onClose }: CreateChangeRequestFormProps) {
  const createdNumber = useRef<number | null>(null);
  const create = useApiMutation(createChangeRequestMutation(), { invalidates: changeRequestInvalidations });
  return (
    <FormDialog<{ subject: string }>
      title="New change request"
      description={`Starts as a draft from the current content of ${space.title}.`}
      submitLabel="Create change request"
      schema={zCreateChangeRequestBody}
      defaultValues={{ subject: '' }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async ({ subject }) => {
        const path = { spaceId: space.id };
        createdNumber.current = (
          await create.mutateAsync({ path, body: { subject: subject.trim() } })
        ).number;
      }}
      onClose={() => onClose(createdNumber.current)}
    >
      {({ control }) => (
        <TextField control={control} name="subject" label={subjectLabel} limit={100} optional />
      )}
    </FormDialog>
  );
}
