import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeListed } from '#src/api/cached-lists.ts';
import {
  getTranslationQueryKey,
  updateTranslationMutation,
} from '#src/api/generated/@tanstack/react-query.gen.ts';
import type { TranslationSettings } from '#src/api/generated/types.gen.ts';
import { zUpdateTranslationBody } from '#src/api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { ifUnchanged, versionOf } from '#src/api/versions.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';

interface RenameTranslationFormProps {
  organizationId: string;
  settings: TranslationSettings;
  onClose: () => void;
}

/** Gives translation settings another title, unless somebody else has changed them meanwhile. */
export function RenameTranslationForm({ organizationId, settings, onClose }: RenameTranslationFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, translationSettingsId: settings.id };
  const address = `/v1/orgs/${organizationId}/translations/${settings.id}`;
  const [version, setVersion] = useState(() => versionOf(address));
  const update = useApiMutation(updateTranslationMutation(), {
    refreshes: [],
    onSuccess(renamed) {
      queryClient.setQueryData(getTranslationQueryKey({ path }), renamed);
      const list = { operation: 'listTranslations', path: { organizationId } } as const;
      changeListed<TranslationSettings>(queryClient, list, (one) => (one.id === renamed.id ? renamed : one));
    },
    onError(error) {
      // Told once that somebody else was here, whoever saves again means to overwrite it.
      if (error.status === 412) setVersion(undefined);
    },
  });
  const rename = (title: string) => update.mutateAsync({ path, body: { title } });
  return (
    <FormDialog<{ title: string }>
      title={`Rename “${settings.title}”`}
      size="small"
      submitLabel={update.error?.status === 412 ? 'Rename anyway' : 'Rename'}
      schema={zUpdateTranslationBody}
      defaultValues={{ title: settings.title }}
      error={update.error}
      pending={update.isPending}
      onSubmit={async ({ title }) => {
        if (title === settings.title) return;
        await update.mutateAsync({ path, body: { title }, headers: ifUnchanged(version) });
        recordUndoable({
          label: `Renamed “${settings.title}” to “${title}”`,
          undo: () => rename(settings.title),
          redo: () => rename(title),
        });
      }}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="title" label="Title" limit={100} />}
    </FormDialog>
  );
}
