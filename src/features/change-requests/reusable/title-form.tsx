import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { editChangeRequestContentMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import { zPageTitle } from '#api/generated/zod.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { reusableContentOf } from '#src/domain/reusable-contents/queries.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';

const schema = z.object({ title: zPageTitle });
const maxTitleLength = 200;

/** Edits reusable contents of a change request. */
const useEdit = () =>
  useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
    optional: 'editChangeRequestContent',
  });

interface NewContentFormProps {
  path: ChangeRequestPath;
  /** Called when closed, with the id of the content if one was created. */
  onClose: (id: string | null) => void;
}

/** Creates an empty reusable content. */
export function NewContentForm({ path, onClose }: NewContentFormProps) {
  const created = useRef<string | null>(null);
  const edit = useEdit();
  return (
    <FormDialog<{ title: string }>
      title="New reusable content"
      description="Text that several pages show. An edit changes all of them."
      size="small"
      submitLabel="Create"
      schema={schema}
      defaultValues={{ title: '' }}
      draft={`create-reusable-content.${path.spaceId}.${path.changeRequestId}`}
      error={edit.error}
      pending={edit.isPending}
      onSubmit={async ({ title }) => {
        const changes = [{ operation: 'insert_reusable_content' as const, title: title.trim() }];
        const { reusableContents } = await edit.mutateAsync({ path: { ...path }, body: { changes } });
        created.current = reusableContents?.[0] ?? null;
      }}
      onClose={() => onClose(created.current)}
    >
      {({ control }) => <TextField control={control} name="title" label="Title" limit={maxTitleLength} />}
    </FormDialog>
  );
}

interface RenameContentFormProps {
  path: ChangeRequestPath;
  content: Pick<ReusableContent, 'id' | 'title'>;
  onClose: () => void;
}

/** Renames a reusable content; the pages that show it stay. */
export function RenameContentForm({ path, content, onClose }: RenameContentFormProps) {
  const queryClient = useQueryClient();
  const edit = useEdit();
  const { spaceId, changeRequestId: changeRequest } = path;
  return (
    <FormDialog<{ title: string }>
      title={`Rename “${content.title}”`}
      description="Pages go on showing it. Readers don’t see the title."
      size="small"
      submitLabel="Rename"
      schema={schema}
      defaultValues={{ title: content.title }}
      guard={{
        labels: { title: 'Title' },
        fetchCurrent: async () => {
          const current = reusableContentOf({ spaceId, changeRequest }, content.id);
          return { title: (await fetchFresh(queryClient, current)).title };
        },
      }}
      error={edit.error}
      pending={edit.isPending}
      onSubmit={async ({ title }, before) => {
        if (title === before.title) return;
        const change = { operation: 'update_reusable_content' as const, reusableContent: content.id, title };
        await edit.mutateAsync({ path: { ...path }, body: { changes: [change] } });
      }}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="title" label="Title" limit={maxTitleLength} />}
    </FormDialog>
  );
}
