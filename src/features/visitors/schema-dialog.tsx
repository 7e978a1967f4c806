import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { AdaptiveJsonSchema } from '#api/generated/types.gen.ts';
import { zAdaptiveJsonSchema } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { updateSchema, schemaOf, schemaInvalidations, type SitePath } from './schema-changes.ts';

const formSchema = z.object({
  text: z.string().superRefine((text, context) => {
    const problem = validateSchemaText(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  }),
});

function validateSchemaText(text: string): string | null {
  try {
    return zAdaptiveJsonSchema.safeParse(JSON.parse(text)).success
      ? null
      : 'Not a JSON Schema of an object with properties.';
  } catch (error) {
    return `Not valid JSON: ${error instanceof Error ? error.message : 'it can’t be parsed.'}`;
  }
}

interface SchemaDialogProps {
  path: SitePath;
  schema: AdaptiveJsonSchema;
  readOnly: boolean;
  onClose: () => void;
}

const parse = (text: string) => zAdaptiveJsonSchema.parse(JSON.parse(text));
const formatSchema = (schema: AdaptiveJsonSchema) => JSON.stringify(schema, null, 2);

/** Views and edits the claims as JSON Schema. */
export function SchemaDialog({ path, schema, readOnly, onClose }: SchemaDialogProps) {
  const queryClient = useQueryClient();
  const text = formatSchema(schema);
  const { mutateAsync, error, isPending } = useApiMutation(
    { mutationFn: (next: AdaptiveJsonSchema) => updateSchema(path, () => next) },
    { invalidates: schemaInvalidations(path) },
  );
  if (readOnly) {
    return (
      <Dialog title="Claims as JSON Schema" size="large" onClose={onClose}>
        <CopyButton showLabel what="schema" text={text} />
        <pre className="mt-3 overflow-x-auto font-mono text-xs">{text}</pre>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Claims as JSON Schema"
      description="Conditions aren’t updated when you rename or remove claims here."
      size="large"
      submitLabel="Save"
      schema={formSchema}
      defaultValues={{ text }}
      error={error}
      pending={isPending}
      guard={{
        labels: { text: 'Schema' },
        fetchCurrent: async () => ({
          text: formatSchema((await fetchFresh(queryClient, schemaOf(path))).jsonSchema),
        }),
      }}
      onSubmit={async (values, before) => {
        const next = parse(values.text);
        const previous = parse(before.text);
        await mutateAsync(next);
        recordUndoable({
          label: 'Changed claims',
          undo: () => mutateAsync(previous),
          redo: () => mutateAsync(next),
        });
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="text" label="Schema" code multiline />
          <CopyButton showLabel what="schema" text={text} />
        </>
      )}
    </FormDialog>
  );
}
