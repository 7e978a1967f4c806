import { useRef } from 'react';
import { type Control, useController } from 'react-hook-form';
import { z } from 'zod';
import { createTranslationMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { TranslationInput } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { type SelectedSpace, SpacePicker } from '#src/domain/pickers/space-picker.tsx';
import { compareNames } from '#src/lib/text/format.ts';
import { languageName } from '#src/lib/text/language-names.ts';
import { Field } from '#src/ui/form/field.tsx';
import { documentOfText, maxInstructionsLength } from './instructions.ts';

interface NewTranslation {
  spaces: SelectedSpace[];
  from: string;
  into: string;
  instructions: string;
}

/** The languages that the public platform translates. */
const languages =
  'ar bg cs da de el en es et fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sv th tr uk vi zh'.split(
    ' ',
  );

const languageOptions = languages
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((a, b) => compareNames(a.label, b.label));

const schema = z
  .object({
    spaces: z.custom<SelectedSpace[]>((value) => Array.isArray(value) && value.length > 0, 'Select a space.'),
    from: z.string(),
    into: z.string(),
    instructions: z.string().max(maxInstructionsLength).optional(),
  })
  .refine(({ from, into }) => from !== into, { path: ['into'], message: 'Select another language.' });

function bodyOf({ spaces, from, into, instructions }: NewTranslation): TranslationInput {
  const source = { space: spaces[0]?.id ?? '', language: from };
  return {
    source,
    language: into,
    ...(instructions.trim() !== '' && { instructions: documentOfText(instructions) }),
  };
}

interface CreateSourceTranslationFormProps {
  organizationId: string;
  /** Called when closed, with the id of the settings if they were created. */
  onClose: (translationSettingsId: string | null) => void;
}

/** Creates the translation of one space into one language, as other servers have it. */
export function CreateSourceTranslationForm({ organizationId, onClose }: CreateSourceTranslationFormProps) {
  const path = { organizationId };
  const created = useRef<string | null>(null);
  const create = useApiMutation(createTranslationMutation(), {
    invalidates: [{ operation: 'listTranslations', path }],
  });
  return (
    <FormDialog<NewTranslation>
      title="New translation"
      description="This server translates one space into one language."
      submitLabel="Create translation"
      schema={schema}
      defaultValues={{ spaces: [], from: 'en', into: 'de', instructions: '' }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async (values) => {
        created.current = (await create.mutateAsync({ path, body: bodyOf(values) })).id;
      }}
      onClose={() => onClose(created.current)}
    >
      {({ control }) => (
        <>
          <SourceSpaceField organizationId={organizationId} control={control} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField control={control} name="from" label="From" options={languageOptions} />
            <SelectField control={control} name="into" label="Into" options={languageOptions} />
          </div>
          <TextField
            control={control}
            name="instructions"
            label="Instructions"
            limit={maxInstructionsLength}
            optional
            multiline
          />
        </>
      )}
    </FormDialog>
  );
}

function SourceSpaceField({
  organizationId,
  control,
}: {
  organizationId: string;
  control: Control<NewTranslation, unknown, NewTranslation>;
}) {
  const { field, fieldState } = useController({ control, name: 'spaces' });
  return (
    <Field label="Space" error={fieldState.error?.message}>
      {(attributes) => (
        <SpacePicker
          organizationId={organizationId}
          control={attributes}
          value={field.value}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}
