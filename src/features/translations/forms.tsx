import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import {
  createTranslationMutation,
  getTranslationOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { TranslationSettings } from '#api/generated/types.gen.ts';
import { zCreateTranslationBody } from '#api/generated/zod.gen.ts';
import { useApiMutation, fetchFresh } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { useUpdateTranslation } from './queries.ts';

const titleSchema = z.object({ title: zCreateTranslationBody.shape.title.unwrap() });

interface RenameTranslationFormProps {
  organizationId: string;
  settings: TranslationSettings;
  onClose: () => void;
}

/** Renames translation settings, with a check for concurrent changes. */
export function RenameTranslationForm({ organizationId, settings, onClose }: RenameTranslationFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, translationSettingsId: settings.id };
  const update = useUpdateTranslation(path);
  const rename = (title: string) => update.mutateAsync({ path, body: { title } });
  return (
    <FormDialog<{ title: string }>
      title={`Rename “${settings.title}”`}
      size="small"
      submitLabel="Rename"
      schema={titleSchema}
      defaultValues={{ title: settings.title }}
      draft={`rename-translation.${settings.id}`}
      error={update.error}
      pending={update.isPending}
      guard={{
        path: `/v1/orgs/${organizationId}/translations/${settings.id}`,
        labels: { title: 'Title' },
        fetchCurrent: async () => ({
          title: (await fetchFresh(queryClient, getTranslationOptions({ path }))).title,
        }),
      }}
      onSubmit={async ({ title }, before) => {
        if (title === before.title) return;
        await rename(title);
        recordUndoable({
          label: `Renamed “${before.title}” to “${title}”`,
          undo: () => rename(before.title),
          redo: () => rename(title),
        });
      }}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="title" label="Title" limit={100} />}
    </FormDialog>
  );
}

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
      schema={titleSchema}
      defaultValues={{ title: '' }}
      draft={`create-translation.${organizationId}`}
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
