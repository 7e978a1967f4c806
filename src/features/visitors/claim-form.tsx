import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useApiMutation } from '#src/api/mutations.ts';
import { fetchFresh } from '#src/api/queries.ts';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { type Claim, listClaims, validateClaimName, withClaim } from './claims.ts';
import { updateSchema, schemaOf, schemaInvalidations, type SitePath } from './schema-changes.ts';

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

export function ClaimForm({ path, claims, claim, onClose }: ClaimFormProps) {
  const { mutateAsync, error, isPending } = useApiMutation(
    {
      mutationFn: ({ old: previousName, next }: { old: string | null; next: Claim | null }) =>
        updateSchema(path, (schema) => withClaim(schema, previousName, next)),
    },
    { invalidates: schemaInvalidations(path) },
  );
  const queryClient = useQueryClient();
  const fetchValues = async (): Promise<Values> => {
    const { jsonSchema } = await fetchFresh(queryClient, schemaOf(path));
    const now = listClaims(jsonSchema).find(({ name }) => name === claim?.name);
    return { name: claim?.name ?? '', description: now?.description ?? '' };
  };
  const taken = claim ? [] : claims.map(({ name }) => name);
  const schema = z.object({
    name: z
      .string()
      .max(100)
      .default('')
      .superRefine((name, context) => {
        const problem = validateClaimName(name, taken);
        if (problem !== null) context.addIssue({ code: 'custom', message: problem });
      }),
    description: z.string().max(1024).optional(),
  });

  const submit = async ({ name, description = '' }: Values, before: Values) => {
    const next = { name, description };
    const previous = claim ? { name: claim.name, description: before.description ?? '' } : null;
    await mutateAsync({ old: claim?.name ?? null, next });
    recordUndoable({
      label: claim ? `Changed description of claim “${name}”` : `Created claim “${name}”`,
      undo: () => mutateAsync({ old: name, next: previous }),
      redo: () => mutateAsync({ old: claim?.name ?? null, next }),
      ...(claim === undefined && { confirmations: { undo: () => claimRemovalConfirmation(name) } }),
    });
  };

  return (
    <FormDialog<Values>
      title={claim ? `Edit “${claim.name}”` : 'New claim'}
      description="Claims are true, false or unset."
      submitLabel={claim ? 'Save' : 'Create claim'}
      schema={schema}
      defaultValues={{ name: claim?.name ?? '', description: claim?.description ?? '' }}
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
