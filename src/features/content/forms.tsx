import { useRef } from 'react';
import { createCollectionMutation, createSpaceMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Collection, Space } from '#api/generated/types.gen.ts';
import { zCreateCollectionBody, zCreateSpaceBody } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import type { SelectOption } from '#src/ui/form/select.tsx';

interface NewSpace {
  title: string;
  emoji: string;
  parent: string;
}

interface CreateSpaceFormProps {
  organizationId: string;
  /** Parent collections; an empty value is the top level. */
  parents: readonly SelectOption<string>[];
  /** Initial parent; empty for the top level. */
  parent: string;
  /** Called when closed, with the space if one was created. */
  onClose: (space: Space | null) => void;
}

/** Creates an empty space at the end of its parent. */
export function CreateSpaceForm({ organizationId, parents, parent, onClose }: CreateSpaceFormProps) {
  const created = useRef<Space | null>(null);
  const path = { organizationId };
  const create = useApiMutation(createSpaceMutation(), {
    invalidates: [
      { operation: 'listContent', path },
      { operation: 'listSpaces', path },
      'listCollectionSpaces',
    ],
  });
  return (
    <FormDialog<NewSpace>
      title="New space"
      description="Spaces hold pages and files. New spaces inherit access from their location."
      submitLabel="Create space"
      schema={zCreateSpaceBody.pick({ title: true, emoji: true }).required({ title: true })}
      defaultValues={{ title: '', emoji: '', parent }}
      draft={`create-space.${organizationId}.${parent}`}
      error={create.error}
      pending={create.isPending}
      onClose={() => onClose(created.current)}
      onSubmit={async (values) => {
        const { title, emoji } = { title: values.title.trim(), emoji: values.emoji.trim() };
        const body = { title, ...(emoji && { emoji }), ...(values.parent && { parent: values.parent }) };
        created.current = await create.mutateAsync({ path, body });
      }}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="title" label="Title" limit={50} />
          <TextField
            control={control}
            name="emoji"
            label="Emoji"
            optional
            hint="Shown next to the title in lists and on sites."
          />
          <SelectField control={control} name="parent" label="Location" options={parents} />
        </>
      )}
    </FormDialog>
  );
}

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
      draft={`create-collection.${organizationId}.${parent}`}
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
