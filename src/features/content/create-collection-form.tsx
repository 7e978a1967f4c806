import { useRef } from 'react';
import { createCollectionMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Collection } from '#api/generated/types.gen.ts';
import { zCreateCollectionBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import type { SelectOption } from '#src/ui/select.tsx';

interface CreateCollectionFormProps {
  organizationId: string;
  /** Parent collections; an empty value is the top level. */
  parents: readonly SelectOption<string>[];
  /** Initial parent; empty for the top level. */
  parent: string;
  /** Called when closed, with the collection if one was created. */
  onClose: (collection: Collection | null) => void;
}

/** Creates a collection at the end of its parent. */
export function CreateCollectionForm({
  organizationId,
  parents,
  parent,
  onClose,
}: CreateCollectionFormProps) {
  const created = useRef<Collection | null>(null);
  const path = { organizationId };
  const create = useApiMutation(createCollectionMutation(), {
    invalidates: [
      { operation: 'listContent', path },
      { operation: 'listCollections', path },
    ],
  });
  return (
    <FormDialog<{ title: string; parent: string }>
      title="New collection"
      description="Collections group related spaces and collections."
      submitLabel="Create collection"
      schema={zCreateCollectionBody.pick({ title: true }).required()}
      defaultValues={{ title: '', parent }}
      error={create.error}
      pending={create.isPending}
      onClose={() => onClose(created.current)}
      onSubmit={async (values) => {
        const title = values.title.trim();
        const body = { title, ...(values.parent && { parent: values.parent }) };
        created.current = await create.mutateAsync({ path, body });
        toast(`Created collection “${title}”`);
      }}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="title" label="Title" limit={50} />
          <SelectField control={control} name="parent" label="Location" options={parents} />
        </>
      )}
    </FormDialog>
  );
}
