import { useState } from 'react';
import { z } from 'zod';
import { zPageLinkTarget, zPageTitle } from '#api/generated/zod.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { MoveDialog } from '#src/components/tree-editor/move-dialog.tsx';
import { pageTypeLabel } from '#src/domain/page/page-icon.tsx';
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import {
  documentOptions,
  pageLabels,
  pageMoves,
  type PageTree,
  parentOptions,
  titleOf,
  type TreePage,
} from './page-tree.ts';
import { ReferenceForm } from './reference-form.tsx';
import { SaveTemplateForm } from './templates/save-template-form.tsx';
import { TemplatesDialog } from './templates/templates-dialog.tsx';
import { addPage, moveTo, type PageChange, updatePage } from './tree-changes.ts';

/** A dialog of the page tree. */
export type PageDialog =
  | { type: 'move'; id: string }
  | { type: 'group'; parent: string }
  | { type: 'link'; parent: string }
  | { type: 'reference'; parent: string }
  | { type: 'edit-link'; page: TreePage }
  | { type: 'template'; parent: string }
  | { type: 'save-template'; page: TreePage };

interface PageDialogsProps {
  dialog: PageDialog;
  tree: PageTree;
  /** Rejects with the `ApiError`. */
  save: (change: PageChange) => Promise<unknown>;
  /** The current pages, independent of the visible ones. */
  fetchTree: () => Promise<PageTree>;
  organizationId: string;
  spaceId: string;
  /** Adds a page with a text, and opens its editor. */
  onAdd: (parent: string, title: string, markdown: string) => Promise<void>;
  readText: (pageId: string) => Promise<string>;
  onMove: (id: string, target: DropTarget) => void;
  onClose: () => void;
}

export function PageDialogs({
  dialog,
  tree,
  organizationId,
  spaceId,
  save,
  fetchTree,
  onAdd,
  readText,
  onMove,
  onClose,
}: PageDialogsProps) {
  if (dialog.type === 'template') {
    const add = (title: string, markdown: string) => onAdd(dialog.parent, title, markdown);
    return <TemplatesDialog spaceId={spaceId} onAdd={add} onClose={onClose} />;
  }
  if (dialog.type === 'save-template') {
    const { id, title } = dialog.page;
    const read = () => readText(id);
    return <SaveTemplateForm spaceId={spaceId} title={title} readText={read} onClose={onClose} />;
  }
  if (dialog.type === 'reference') {
    const { parent } = dialog;
    return <ReferenceForm organizationId={organizationId} parent={parent} save={save} onClose={onClose} />;
  }
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
  return <PageForm dialog={dialog} tree={tree} save={save} fetchTree={fetchTree} onClose={onClose} />;
}

const texts = {
  group: { title: 'New group', submitLabel: 'Create group' },
  link: { title: 'New link', submitLabel: 'Create link' },
  'edit-link': { title: 'Edit link', submitLabel: 'Save' },
};

interface PageFormProps {
  dialog: Exclude<PageDialog, { type: 'move' | 'reference' | 'template' | 'save-template' }>;
  tree: PageTree;
  save: PageDialogsProps['save'];
  fetchTree: PageDialogsProps['fetchTree'];
  onClose: () => void;
}

interface PageFormValues {
  title: string;
  /** The page that a link leads to; empty if it leads to `href`. */
  page: string;
  href: string;
}

const pageLabel = 'Leads to';

const linkSchema = z
  .object({ title: zPageTitle, page: z.string().optional(), href: zPageLinkTarget.optional() })
  .refine(({ page, href }) => page !== undefined || href !== undefined, {
    path: ['href'],
    message: 'Required',
  });

/** Where a link leads, as its form has it. */
function targetOf(
  { href = '' }: Pick<TreePage, 'href'>,
  tree: PageTree,
): Pick<PageFormValues, 'page' | 'href'> {
  const page = /^\/pages\/([^/?#]+)$/.exec(href)?.[1];
  return page !== undefined && tree.nodes.has(page) ? { page, href: '' } : { page: '', href };
}

/** Title of a group; title and target of a link. */
// oxlint-disable-next-line max-lines-per-function -- one form for groups and links: what it sends, then its fields
function PageForm({ dialog, tree, save, fetchTree, onClose }: PageFormProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isPending, setPending] = useState(false);
  const isLink = dialog.type !== 'group';
  const edited = dialog.type === 'edit-link' ? dialog.page : undefined;
  const toChange = ({ title, href }: Omit<PageFormValues, 'page'>): PageChange | null => {
    if (dialog.type === 'edit-link') return updatePage(dialog.page, { title, href });
    return dialog.type === 'link'
      ? addPage({ type: 'link', title, href }, dialog.parent)
      : addPage({ type: 'group', title }, dialog.parent);
  };
  const submit = async (values: PageFormValues) => {
    const href = values.page === '' ? values.href.trim() : `/pages/${values.page}`;
    const change = toChange({ title: values.title.trim(), href });
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
      schema={isLink ? linkSchema : z.object({ title: zPageTitle })}
      defaultValues={{ title: edited?.title ?? '', ...targetOf(edited ?? {}, tree) }}
      {...(edited && {
        guard: {
          labels: { title: 'Title', page: pageLabel, href: 'Target' },
          formatters: { page: ({ page }) => (page === '' ? 'A URL' : titleOf(tree, page)) },
          fetchCurrent: async () => {
            const now = (await fetchTree()).nodes.get(edited.id) ?? edited;
            return { title: now.title, ...targetOf(now, tree) };
          },
        },
      })}
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {({ control, watch }) => (
        <>
          <TextField control={control} name="title" label="Title" limit={200} />
          {isLink && (
            <SelectField
              control={control}
              name="page"
              label={pageLabel}
              options={[{ value: '', label: 'A URL' }, ...documentOptions(tree)]}
            />
          )}
          {isLink && watch('page') === '' && (
            <TextField
              control={control}
              name="href"
              label="Target"
              limit={2048}
              inputMode="url"
              code
              hint="Such as https://example.com."
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
