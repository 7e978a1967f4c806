import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useApiMutation } from '#src/api/mutations.ts';
import { readNow } from '#src/api/queries.ts';
import type { Confirmation } from '#src/components/confirm/confirm.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { type Claim, listClaims, nameProblem, withClaim } from './claims.ts';
import { changeSchema, schemaOf, schemaRefreshes, type SitePath } from './schema-changes.ts';

/** By then conditions may read it: the dialog that removes a claim rewrites them, this does not. */
const claimRemovalQuestion = (name: string): Confirmation => ({
  title: `Remove the claim “${name}”?`,
  body: 'Conditions that read it are not rewritten.',
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
  /** The claim that is described anew; a new one without it. */
  claim?: Claim;
  onClose: () => void;
}

/** Makes a claim, or changes what is said of one. */
export function ClaimForm({ path, claims, claim, onClose }: ClaimFormProps) {
  const { mutateAsync, error, isPending } = useApiMutation(
    {
      mutationFn: ({ old, next }: { old: string | null; next: Claim | null }) =>
        changeSchema(path, (schema) => withClaim(schema, old, next)),
    },
    { refreshes: schemaRefreshes(path) },
  );
  const queryClient = useQueryClient();
  const read = async (): Promise<Values> => {
    const { jsonSchema } = await readNow(queryClient, schemaOf(path));
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
        const problem = nameProblem(name, taken);
        if (problem !== null) context.addIssue({ code: 'custom', message: problem });
      }),
    description: z.string().max(1024).optional(),
  });

  const submit = async ({ name, description = '' }: Values, before: Values) => {
    const next = { name, description };
    const last = claim ? { name: claim.name, description: before.description ?? '' } : null;
    await mutateAsync({ old: claim?.name ?? null, next });
    recordUndoable({
      label: claim ? `Described the claim “${name}”` : `Created the claim “${name}”`,
      undo: () => mutateAsync({ old: name, next: last }),
      redo: () => mutateAsync({ old: claim?.name ?? null, next }),
      ...(claim === undefined && { asks: { undo: () => claimRemovalQuestion(name) } }),
    });
  };

  return (
    <FormDialog<Values>
      title={claim ? `Describe “${claim.name}”` : 'New claim'}
      description="A claim is true or false of a visitor, or not known."
      submitLabel={claim ? 'Save' : 'Create claim'}
      schema={schema}
      defaultValues={{ name: claim?.name ?? '', description: claim?.description ?? '' }}
      error={error}
      pending={isPending}
      {...(claim && { guard: { labels: { description: 'Description' }, read } })}
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
              hint="As conditions read it: isPartner. With “unsigned.” in front, visitors tell it about themselves and nobody vouches for it."
            />
          )}
          <TextField
            control={control}
            name="description"
            label="Description"
            optional
            multiline
            limit={1024}
            hint="Of whom is it true?"
          />
        </>
      )}
    </FormDialog>
  );
}
