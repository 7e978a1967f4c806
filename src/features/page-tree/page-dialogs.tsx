import { useState } from 'react';
import { z } from 'zod';
import { zPageLinkTarget, zPageTitle } from '#api/generated/zod.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { MoveDialog } from '#src/components/tree-editor/move-dialog.tsx';
import { pageTypeLabel } from '#src/domain/page/page-icon.tsx';
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import { saveLabel, titleLabel } from '#src/lib/shared-labels.ts';
import { pageLabels, pageMoves, type PageTree, parentOptions, titleOf, type TreePage } from './page-tree.ts';
import { addPage, moveTo, type PageChange, updatePage } from './tree-changes.ts';

/** A dialog of the page tree. */
export type PageDialog =
  | { type: 'move'; id: string }
  | { type: 'group'; parent: string }
  | { type: 'link'; parent: string }
  | { type: 'edit-link'; page: TreePage };

interface PageDialogsProps {
  dialog: PageDialog;
  tree: PageTree;
  /** Rejects with the `ApiError`. */
  save: (change: PageChange) => Promise<unknown>;
  onMove: (id: string, target: DropTarget) => void;
  onClose: () => void;
}

export function PageDialogs({ dialog, tree, save, onMove, onClose }: PageDialogsProps) {
  if (dialog.type === 'move') {
    return (
      <MoveDialog
        tree={tree}
        ids={[dialog.id]}
        moves={{ ...pageMoves, ...pageLabels, moveTo }}
        containers={parentOptions(
          tree,
          (parent) => pageMoves.checkMoves(tree, [dialog.id], { into: parent }) === null,
        )}
        nameOf={(id) => `the ${pageTypeLabel(tree.nodes.get(id)?.type ?? 'document')} “${titleOf(tree, id)}”`}
        onMove={(target) => onMove(dialog.id, target)}
        onClose={onClose}
      />
    );
  }
  return <PageForm dialog={dialog} save={save} onClose={onClose} />;
}

const texts = {
  group: { title: 'New group', submitLabel: 'Create group' },
  link: { title: 'New link', submitLabel: 'Create link' },
  'edit-link': { title: 'Edit link', submitLabel: saveLabel },
};

interface PageFormProps {
  dialog: Exclude<PageDialog, { type: 'move' }>;
  save: PageDialogsProps['save'];
  onClose: () => void;
}

interface PageFormValues {
  title: string;
  href: string;
}

/** Title of a group; title and target of a link. */
function PageForm({ dialog, save, onClose }: PageFormProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isPending, setPending] = useState(false);
  const isLink = dialog.type !== 'group';
  const edited = dialog.type === 'edit-link' ? dialog.page : undefined;
  const toChange = ({ title, href }: PageFormValues): PageChange | null => {
    if (dialog.type === 'edit-link') return updatePage(dialog.page, { title, href });
    return dialog.type === 'link'
      ? addPage({ type: 'link', title, href }, dialog.parent)
      : addPage({ type: 'group', title }, dialog.parent);
  };
  const submit = async (values: PageFormValues) => {
    const change = toChange({ title: values.title.trim(), href: values.href.trim() });
    if (!change) return;
    setError(null);
    setPending(true);
    try {
      await save(change);
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure);
      throw failure;
    } finally {
      setPending(false);
    }
  };
  return (
    <FormDialog<PageFormValues>
      title={texts[dialog.type].title}
      submitLabel={texts[dialog.type].submitLabel}
      size="small"
      schema={z.object({ title: zPageTitle, href: isLink ? zPageLinkTarget : z.string().optional() })}
      defaultValues={{ title: edited?.title ?? '', href: edited?.href ?? '' }}
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="title" label={titleLabel} limit={200} />
          {isLink && (
            <TextField
              control={control}
              name="href"
              label="Target"
              limit={2048}
              inputMode="url"
              code
              hint="A full URL, or the path of a page, such as /pages/ and its ID."
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
