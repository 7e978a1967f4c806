import { type RefObject, useState } from 'react';
import { z } from 'zod';
import { editChangeRequestContentMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentEdit } from '#api/generated/types.gen.ts';
import { zPageTitle } from '#api/generated/zod.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { type OperationId, useApiMutation } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import type { TextField as EditorField } from '../field/text-field.ts';
import type { EditSession } from '../session/edit-session.ts';
import type { EditedPage } from '../session/session-server.ts';
import { replaceWithTag } from '../text/include-tags.ts';
import type { TextRange } from '../text/text-edit.ts';
import { useSelectedBlock } from './selected-block.ts';

interface ExtractDialogProps {
  page: EditedPage;
  session: EditSession;
  /** The operations that the edit invalidates. */
  invalidates: readonly OperationId[];
  field: RefObject<EditorField | null>;
  onClose: () => void;
}

const maxTitleLength = 200;
/** The name of the new content in the one call that makes and includes it. */
const temporaryId = 'extracted';
const address = (id: string) => `/reusable-contents/${id}`;

/** The heading or the first words of a text, as the title of it. */
function titleFor(text: string): string {
  const [first = ''] = text.split('\n').filter((line) => line.trim() !== '');
  return [...first.replace(/^[#>*\-+\s]+/, '').replaceAll(/[*_`]/g, '')].slice(0, 60).join('').trim();
}

/** Makes the selected lines a reusable content, which the page shows in their place: both in one edit. */
export function ExtractDialog({ page, session, invalidates, field, onClose }: ExtractDialogProps) {
  const { block, save, carryOut } = useSelectedBlock(session, field);
  const edit = useApiMutation(editChangeRequestContentMutation(), {
    invalidates,
    optional: 'editChangeRequestContent',
  });
  const [unsaved, setUnsaved] = useState<ApiError | null>(null);
  const extract = async (title: string) => {
    setUnsaved(null);
    const saved = await save('select them again').catch((error: unknown) => {
      if (error instanceof ApiError) setUnsaved(error);
      throw error;
    });
    const { text, range } = saved;
    const replaced = ({ from, to, insert }: TextRange & { insert: string }) =>
      text.slice(0, from) + insert + text.slice(to);
    const { spaceId, changeRequestId, pageId } = page;
    const changes: ContentEdit[] = [
      {
        operation: 'insert_reusable_content',
        title,
        temporaryId,
        textOf: pageId,
        document: { markdown: `${block.trimEnd()}\n` },
      },
      {
        operation: 'update_page',
        page: pageId,
        document: {
          markdown: session.toStored(replaced(replaceWithTag(text, range, address(temporaryId)))),
        },
      },
    ];
    const path = { spaceId, changeRequestId };
    const send = () => edit.mutateAsync({ path, body: { changes, revision: saved.revision } });
    await carryOut(saved, send, ({ reusableContents: [id = ''] = [] }) => (shown, lines) => {
      return replaceWithTag(shown, lines, address(id));
    });
    toast(`Created reusable content “${title}”`);
  };
  return (
    <FormDialog<{ title: string }>
      title="Create reusable content"
      description="The selected lines become reusable content. The page shows it in their place."
      size="small"
      submitLabel="Create"
      schema={z.object({ title: zPageTitle })}
      defaultValues={{ title: titleFor(block) }}
      error={unsaved ?? edit.error}
      pending={edit.isPending}
      onSubmit={({ title }) => extract(title.trim())}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="title" label="Title" limit={maxTitleLength} />}
    </FormDialog>
  );
}
