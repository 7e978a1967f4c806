import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { getTranslationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { TranslationSettings } from '#api/generated/types.gen.ts';
import { textLength } from '#api/text-length.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { documentOfText, isPlainText, maxInstructionsLength, textOfInstructions } from './instructions.ts';
import { useUpdateTranslation } from './queries.ts';

interface InstructionsFormProps {
  organizationId: string;
  settings: TranslationSettings;
  onClose: () => void;
}

interface Values {
  instructions: string;
}

const schema = z.object({ instructions: z.string().check(textLength(0, maxInstructionsLength)) });

const valuesOf = ({ instructions }: TranslationSettings): Values => ({
  instructions: textOfInstructions(instructions),
});

/** Edits what translators should know as text, with a check for concurrent changes. */
export function InstructionsForm({ organizationId, settings, onClose }: InstructionsFormProps) {
  const queryClient = useQueryClient();
  const path = { organizationId, translationSettingsId: settings.id };
  const update = useUpdateTranslation(path);
  const save = ({ instructions }: Values) =>
    update.mutateAsync({ path, body: { instructions: documentOfText(instructions) } });
  const isFormatted = settings.instructions !== undefined && !isPlainText(settings.instructions);
  return (
    <FormDialog<Values>
      title={`Instructions for “${settings.title}”`}
      description={
        isFormatted
          ? 'Only the text can be edited here. Saving a change removes formatting and links.'
          : 'What translators should know.'
      }
      submitLabel="Save changes"
      schema={schema}
      defaultValues={valuesOf(settings)}
      draft={`translation-instructions.${settings.id}`}
      error={update.error}
      pending={update.isPending}
      guard={{
        path: `/v1/orgs/${organizationId}/translations/${settings.id}`,
        labels: { instructions: 'Instructions' },
        fetchCurrent: async () => valuesOf(await fetchFresh(queryClient, getTranslationOptions({ path }))),
      }}
      onSubmit={async (values, before) => {
        if (values.instructions === before.instructions) return;
        await save(values);
        // Messages of formatting would be lost with it.
        if (isFormatted) return;
        recordUndoable({
          label: `Changed the instructions for “${settings.title}”`,
          undo: () => save(before),
          redo: () => save(values),
        });
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="instructions"
          label="Instructions"
          limit={maxInstructionsLength}
          optional
          multiline
        />
      )}
    </FormDialog>
  );
}
