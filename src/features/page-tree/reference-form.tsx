import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { listApiSpecsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { zPageTitle } from '#api/generated/zod.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { CheckboxField, RadioField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { addPage, type PageChange } from './tree-changes.ts';

/** As many specifications as can be chosen from. */
const MAX_SPECS = 200;

interface ReferenceFormProps {
  organizationId: string;
  /** The page that it is added to. */
  parent: string;
  /** Rejects with the `ApiError`. */
  save: (change: PageChange) => Promise<unknown>;
  onClose: () => void;
}

interface ReferenceValues {
  spec: string;
  title: string;
  pages: 'one' | 'tag' | 'operation';
  models: boolean;
  download: boolean;
}

const schema = z.object({
  spec: z.string().min(1, 'Choose a specification.'),
  title: zPageTitle,
  pages: z.enum(['one', 'tag', 'operation']),
  models: z.boolean(),
  download: z.boolean(),
});

const divisions = [
  { value: 'tag', label: 'A page for each tag' },
  { value: 'operation', label: 'A page for each operation' },
  { value: 'one', label: 'One page, more only for a large specification' },
] as const;

/** The page as the change has it: settings that are usual are left out. */
function toPage({ spec, title, pages, models, download }: ReferenceValues) {
  const dependencies = { spec: { ref: { kind: 'openapi' as const, spec } } };
  const props = {
    ...(pages !== 'one' && { pages }),
    ...(!models && { models }),
    ...(!download && { download }),
  };
  const computed = { type: 'builtin:openapi', dependencies, props };
  return { type: 'computed' as const, title: title.trim(), computed };
}

/** Adds a page that shows an API specification, with its subpages. */
export function ReferenceForm({ organizationId, parent, save, onClose }: ReferenceFormProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isPending, setPending] = useState(false);
  const specs = useQuery(listApiSpecsOptions({ path: { organizationId }, query: { limit: MAX_SPECS } }));
  const options = (specs.data?.items ?? []).map(({ slug }) => ({ value: slug, label: slug }));
  const submit = async (values: ReferenceValues) => {
    setError(null);
    setPending(true);
    try {
      await save(addPage(toPage(values), parent));
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure);
      throw failure;
    } finally {
      setPending(false);
    }
  };
  return (
    <FormDialog<ReferenceValues>
      title="Add API reference"
      description="Its pages follow the newest version of the specification."
      submitLabel="Add API reference"
      schema={schema}
      defaultValues={{ spec: '', title: 'API reference', pages: 'tag', models: true, download: true }}
      error={error ?? (specs.error instanceof ApiError ? specs.error : null)}
      pending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {({ control }) => (
        <>
          {specs.data && options.length === 0 && (
            <Callout>No API specifications yet. Create one under API specifications.</Callout>
          )}
          <SelectField
            control={control}
            name="spec"
            label="Specification"
            options={[
              { value: '', label: specs.isPending ? 'Loading…' : 'Choose a specification' },
              ...options,
            ]}
          />
          <TextField control={control} name="title" label="Title" limit={200} />
          <RadioField control={control} name="pages" label="Pages" options={divisions} />
          <CheckboxField control={control} name="models" label="Show schemas" />
          <CheckboxField control={control} name="download" label="Offer the specification as a download" />
        </>
      )}
    </FormDialog>
  );
}
