import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { editChangeRequestContentMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { describeUses } from '#src/domain/reusable-contents/content-uses.tsx';
import { reusableContentOf } from '#src/domain/reusable-contents/queries.ts';
import type { MenuEntries } from '#src/ui/menu.ts';
import { type ChangeRequestPath, noEditingReason } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';

const RenameContentForm = lazyPart(async () => ({
  default: (await import('./title-form.tsx')).RenameContentForm,
}));

type Content = Pick<ReusableContent, 'id' | 'title'>;

interface ContentTools {
  /** The menu of a reusable content; absent without actions. */
  menuOf: ((content: Content, deniedReason?: string) => MenuEntries) | undefined;
  /** The open dialog. */
  dialog: ReactNode;
}

/**
 * Renames and deletes reusable contents of a change request.
 *
 * @param isClosed whether the change request is: then there is nothing to do
 * @param denial why the content can't be edited
 */
export function useContentTools(
  path: ChangeRequestPath,
  isClosed: boolean,
  denial: string | undefined,
  onDeleted?: () => void,
): ContentTools {
  const queryClient = useQueryClient();
  const [renamed, setRenamed] = useState<Content>();
  const edit = useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
    optional: 'editChangeRequestContent',
  });
  const scope = { spaceId: path.spaceId, changeRequest: path.changeRequestId };
  const remove = async ({ id, title }: Content) => {
    const isDeleted = await confirm({
      title: `Delete “${title}” from this change request?`,
      body: 'Pages that show it keep its place; readers see nothing there.',
      tone: 'danger',
      confirmLabel: 'Delete reusable content',
      impact: async () => describeUses(await fetchFresh(queryClient, reusableContentOf(scope, id))),
      action: () =>
        edit.mutateAsync({
          path: { ...path },
          body: { changes: [{ operation: 'delete_reusable_content', reusableContent: id }] },
        }),
    });
    if (!isDeleted) return;
    toast(`Deleted “${title}”`);
    onDeleted?.();
  };
  return {
    menuOf:
      isClosed || denial === noEditingReason
        ? undefined
        : (content, deniedReason = denial) => [
            {
              label: 'Rename…',
              icon: <Pencil />,
              disabledReason: deniedReason,
              onSelect: () => setRenamed(content),
            },
            {
              label: 'Delete…',
              icon: <Trash2 />,
              tone: 'danger',
              disabledReason: deniedReason,
              onSelect: () => void remove(content),
            },
          ],
    dialog: renamed && (
      <Suspense>
        <RenameContentForm path={path} content={renamed} onClose={() => setRenamed(undefined)} />
      </Suspense>
    ),
  };
}
