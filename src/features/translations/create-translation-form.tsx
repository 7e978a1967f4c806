import { useRef } from 'react';
import { createTranslationMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { zCreateTranslationBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';

interface CreateTranslationFormProps {
  organizationId: string;
  /** Called when closed, with the id of the settings if they were created. */
  onClose: (translationSettingsId: string | null) => void;
}

/** Creates translation settings. */
export function CreateTranslationForm({ organizationId, onClose }: CreateTranslationFormProps) {
  const path = { organizationId };
  const created = useRef<string | null>(null);
  const create = useApiMutation(createTranslationMutation(), {
    invalidates: [{ operation: 'listTranslations', path }],
  });
  return (
    <FormDialog<{ title: string }>
      title="New translation settings"
      description="Languages come from an external translation platform."
      size="small"
      submitLabel="Create settings"
      schema={zCreateTranslationBody}
      defaultValues={{ title: '' }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async ({ title }) => {
        created.current = (await create.mutateAsync({ path, body: { title } })).id;
      }}
      onClose={() => onClose(created.current)}
    >
      {({ control }) => (
        <TextField control={control} name="title" label="Title" limit={100} placeholder="German handbook" />
      )}
    </FormDialog>
  );
}
