import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { AdaptiveJsonSchema } from '#api/generated/types.gen.ts';
import { zAdaptiveJsonSchema } from '#api/generated/zod.gen.ts';
import { useApiMutation, fetchFresh } from '#src/api/queries.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import {
  type Claim,
  listClaims,
  validateClaimName,
  withClaim,
  updateSchema,
  schemaOf,
  schemaInvalidations,
  type SitePath,
} from './claims.ts';

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
      draft={`claims-schema.${path.siteId}`}
      error={error}
      pending={isPending}
      guard={{
        labels: { text: 'Schema' },
        fetchCurrent: async () => ({
          text: formatSchema((await fetchFresh(queryClient, schemaOf(path)))?.jsonSchema ?? schema),
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

/** Unlike the removal dialog, undo does not update conditions that use the claim. */
const claimRemovalConfirmation = (name: string): Confirmation => ({
  title: `Remove claim “${name}”?`,
  body: 'Conditions that use it are not updated.',
  confirmLabel: 'Remove claim',
  tone: 'danger',
});

interface Values {
  name: string;
  description?: string;
}

interface ClaimFormProps {
  path: SitePath;
  claims: readonly Claim[];
  /** The claim to edit; undefined to create one. */
  claim?: Claim;
  onClose: () => void;
}

// oxlint-disable-next-line max-lines-per-function -- one form: what is valid, what is sent, then its fields
export function ClaimForm({ path, claims, claim, onClose }: ClaimFormProps) {
  const { mutateAsync, error, isPending } = useApiMutation(
    {
      mutationFn: ({ previousName, next }: { previousName: string | null; next: Claim | null }) =>
        updateSchema(path, (schema) => withClaim(schema, previousName, next)),
    },
    { invalidates: schemaInvalidations(path) },
  );
  const queryClient = useQueryClient();
  const fetchValues = async (): Promise<Values> => {
    const current = await fetchFresh(queryClient, schemaOf(path));
    const now = current && listClaims(current.jsonSchema).find(({ name }) => name === claim?.name);
    return { name: claim?.name ?? '', description: now?.description ?? '' };
  };
  const usedNames = claim ? [] : claims.map(({ name }) => name);
  const schema = z.object({
    name: z
      .string()
      .max(100)
      .default('')
      .superRefine((name, context) => {
        const problem = validateClaimName(name, usedNames);
        if (problem !== null) context.addIssue({ code: 'custom', message: problem });
      }),
    description: z.string().max(1024).optional(),
  });

  const submit = async ({ name, description = '' }: Values, before: Values) => {
    const next = { name, description };
    const previous = claim ? { name: claim.name, description: before.description ?? '' } : null;
    await mutateAsync({ previousName: claim?.name ?? null, next });
    recordUndoable({
      label: claim ? `Changed description of claim “${name}”` : `Created claim “${name}”`,
      undo: () => mutateAsync({ previousName: name, next: previous }),
      redo: () => mutateAsync({ previousName: claim?.name ?? null, next }),
      ...(claim === undefined && { confirmations: { undo: () => claimRemovalConfirmation(name) } }),
    });
  };

  return (
    <FormDialog<Values>
      title={claim ? `Edit “${claim.name}”` : 'New claim'}
      description="New claims are true, false or unset."
      submitLabel={claim ? 'Save' : 'Create claim'}
      schema={schema}
      defaultValues={{ name: claim?.name ?? '', description: claim?.description ?? '' }}
      draft={`claim.${path.siteId}.${claim?.name ?? ''}`}
      error={error}
      pending={isPending}
      {...(claim && { guard: { labels: { description: 'Description' }, fetchCurrent: fetchValues } })}
      onSubmit={submit}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          {!claim && (
            <TextField
              control={control}
              name="name"
              label="Name"
              code
              limit={100}
              hint="As used in conditions, such as isPartner. Start with “unsigned.” for claims that visitors set themselves."
            />
          )}
          <TextField
            control={control}
            name="description"
            label="Description"
            optional
            multiline
            limit={1024}
            hint="Who has this claim?"
          />
        </>
      )}
    </FormDialog>
  );
}
