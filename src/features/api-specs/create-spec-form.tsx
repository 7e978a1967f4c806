import { useRef } from 'react';
import { z } from 'zod';
import { createApiSpecMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { specInvalidations } from './queries.ts';
import { SourceFields, toSource, sourceSchema, type SpecFormValues } from './source-fields.tsx';
import { noSpecFiles } from './spec-files.ts';

// The generated rule is the same, but has no message.
const schema = sourceSchema.safeExtend({
  slug: z
    .string()
    .max(100)
    .refine((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug), {
      message: 'Use lowercase letters and digits, separated by single hyphens.',
    }),
});

interface CreateSpecFormProps {
  organizationId: string;
  /** Called when closed, with the slug of the specification if one was created. */
  onClose: (slug: string | null) => void;
}

/** Creates an API specification from a URL, text or files. */
export function CreateSpecForm({ organizationId, onClose }: CreateSpecFormProps) {
  const created = useRef<string | null>(null);
  const create = useApiMutation(createApiSpecMutation(), { invalidates: specInvalidations(organizationId) });
  return (
    <FormDialog<SpecFormValues>
      title="New API specification"
      description="The server processes it in the background and keeps every version."
      submitLabel="Create specification"
      schema={schema}
      defaultValues={{ slug: '', kind: 'url', source: { url: '', text: '', files: noSpecFiles } }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async (values) => {
        const body = { slug: values.slug, source: toSource(values) };
        created.current = (await create.mutateAsync({ path: { organizationId }, body })).slug;
      }}
      onClose={() => onClose(created.current)}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="slug"
            label="Slug"
            hint="Used in URLs: lowercase letters, digits and hyphens. Can’t be changed later."
            placeholder="billing-api"
            limit={100}
            code
          />
          <SourceFields control={control} />
        </>
      )}
    </FormDialog>
  );
}
