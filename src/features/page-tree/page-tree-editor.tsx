import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useRef, useState } from 'react';
import { getChangeRequestPageOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { SearchField } from '#src/components/table/search-field.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { matchingItems, onlyMatching, openAncestors } from '#src/components/tree-editor/tree-filter.ts';
import { useTreeEditor } from '#src/components/tree-editor/use-tree-editor.ts';
import { RowContext, useRowActions } from '#src/components/tree/tree-row.tsx';
import { UndoButtons } from '#src/components/tree/tree-toolbar.tsx';
import { Tree, type TreeHandle } from '#src/components/tree/tree.tsx';
import { usePageEditors } from '#src/domain/presence/use-page-editors.ts';
import { usePageReads } from '#src/domain/published/page-reads.tsx';
import { TOP } from '#src/lib/ordered-tree.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { useHasSpecs, useKeepsTemplates } from './capabilities.ts';
import { confirmPageDeletion } from './delete-page.ts';
import type { PageDialog } from './page-dialogs.tsx';
import { addEntries, pageMenu } from './page-menu.tsx';
import { labelOfRow, PageRow, type PageRowItem } from './page-row.tsx';
import './page-tree.css';
import { pageLabels, pageMoves } from './page-tree.ts';
import { addPage, idsIn, moveTo, updatePage } from './tree-changes.ts';
import { type PagesSource, treeOf, usePagePolicy } from './tree-policy.ts';

const PageDialogs = lazyPart(async () => ({ default: (await import('./page-dialogs.tsx')).PageDialogs }));

/** As many pages as start expanded. */
const maxExpanded = 200;

interface PageTreeEditorProps {
  organizationId: string;
  source: PagesSource;
  list: { pages: Page[] };
  /** The open page. */
  open: string | undefined;
  /** The changes of pages, by their id: “Added”. */
  marks: ReadonlyMap<string, string>;
  onOpen: (id: string) => void;
  /** Opens the editor of a page; a new one at its title. */
  onEdit: (id: string, isNew: boolean) => void;
  /** The text of a page that is edited in this tab, whether it is saved or not. */
  editedText: (id: string) => string | undefined;
  /** A page was deleted, with those below it. */
  onDeleted: (ids: readonly string[]) => void;
}

/** The editor of the tree: its moves and names can be undone. */
function usePageTree({ source, list, open }: PageTreeEditorProps) {
  const handle = useRef<TreeHandle>(null);
  const policy = usePagePolicy(source, list);
  const editor = useTreeEditor({
    policy,
    moves: { ...pageMoves, ...pageLabels, moveTo },
    confirmed: treeOf(list),
    item: open,
    opened: ({ nodes, children }) => (nodes.size <= maxExpanded ? children.keys() : []),
    handle,
  });
  const { tree, renaming } = editor;
  const services = useRowActions(renaming, handle, (id, typed) => {
    const page = tree.nodes.get(id);
    const { title } = typed;
    return editor.rename(id, typed, (before) =>
      page ? updatePage({ ...page, title: before }, { title }) : null,
    );
  });
  return { handle, policy, editor, services };
}

type PageTree = ReturnType<typeof usePageTree>;

/** The rows of the pages whose title matches a search. */
function useVisibleRows(
  { policy, editor }: PageTree,
  { marks, organizationId, source }: PageTreeEditorProps,
) {
  const { tree, items, state } = editor;
  const problems = useStore(policy.problems);
  const editors = usePageEditors();
  const readsOf = usePageReads({ organizationId, spaceId: source.spaceId });
  const [query, setQuery] = useState('');
  const visibleRows = useMemo(() => {
    const rows = new Map<string, PageRowItem | undefined>();
    const itemOf = (id: string) => {
      const page = tree.nodes.get(id);
      // The same object until something changes, so that rows are not rendered again.
      if (!rows.has(id))
        rows.set(
          id,
          page && {
            page,
            mark: marks.get(id),
            problem: problems.get(id),
            editors: editors.get(id),
            read: readsOf?.(id),
          },
        );
      return rows.get(id);
    };
    if (query === '') return { ...items, itemOf };
    const matches = matchingItems(tree, query, ({ title }) => title);
    return { ...onlyMatching(tree, items, matches), itemOf };
  }, [editors, readsOf, items, marks, problems, query, tree]);
  const search = (text: string) => {
    openAncestors(state, tree, text === '' ? [] : matchingItems(tree, text, ({ title }) => title));
    setQuery(text);
  };
  return { query, search, visibleRows };
}

/** The actions of the menus and keys on pages. */
function pageActions(
  { policy, editor }: PageTree,
  { source, onEdit, onDeleted }: PageTreeEditorProps,
  openDialog: (dialog: PageDialog) => void,
  { hasSpecs, keepsTemplates }: { hasSpecs: boolean; keepsTemplates: boolean },
) {
  const { tree, items } = editor;
  const addDocument = async (parent: string, title: string, markdown?: string) => {
    const { change } = await editor.save(addPage({ type: 'document', title }, parent, markdown));
    const [id] = idsIn(change);
    if (id !== undefined) onEdit(id, true);
  };
  const pageIds = (id: string): string[] => [id, ...items.childrenOf(id).flatMap(pageIds)];
  const remove = async (id: string) => {
    const ids = pageIds(id);
    if (await confirmPageDeletion(source, tree, id, policy.deletePage)) onDeleted(ids);
  };
  const adding = {
    page: (parent: string) => void addDocument(parent, 'New page').catch(toastFailure),
    template: (parent: string) => openDialog({ type: 'template', parent }),
    group: (parent: string) => openDialog({ type: 'group', parent }),
    link: (parent: string) => openDialog({ type: 'link', parent }),
    ...(hasSpecs && { reference: (parent: string) => openDialog({ type: 'reference', parent }) }),
  };
  return {
    adding,
    addDocument,
    remove,
    openPageMenu: (id: string, anchor: HTMLElement) => {
      const page = tree.nodes.get(id);
      if (!page) return;
      openMenu({
        anchor,
        align: 'end',
        label: `Actions for ${page.title}`,
        entries: pageMenu({
          editor,
          page,
          adding,
          onEdit: () => onEdit(id, false),
          onEditLink: () => openDialog({ type: 'edit-link', page }),
          onSaveTemplate: keepsTemplates ? () => openDialog({ type: 'save-template', page }) : undefined,
          onMove: () => openDialog({ type: 'move', id }),
          onDelete: () => void remove(id),
        }),
      });
    },
  };
}

/** The pages of a change request: add, rename, move, hide and delete them. */
export function PageTreeEditor(props: PageTreeEditorProps) {
  const { organizationId, source, onOpen } = props;
  const pageTree = usePageTree(props);
  const { handle, editor, services } = pageTree;
  const { tree, state, renaming } = editor;
  const { query, search, visibleRows } = useVisibleRows(pageTree, props);
  const [dialog, setDialog] = useState<PageDialog | null>(null);
  const isWide = useMatches('(width >= 64rem)');
  const queryClient = useQueryClient();
  const abilities = { hasSpecs: useHasSpecs(), keepsTemplates: useKeepsTemplates() };
  const { adding, addDocument, remove, openPageMenu } = pageActions(pageTree, props, setDialog, abilities);
  const readText = async (pageId: string) => {
    const path = { spaceId: source.spaceId, changeRequestId: source.changeRequestId, pageId };
    const stored = getChangeRequestPageOptions({ path, query: { format: 'markdown' } });
    return props.editedText(pageId) ?? (await fetchFresh(queryClient, stored)).markdown ?? '';
  };
  return (
    <section aria-label="Pages" aria-busy={editor.pending > 0} className="page-tree-editor">
      <div className="page-tree-toolbar">
        <SearchField label="Find by title" value={query} onSearch={search} className="min-w-0 flex-1" />
        <UndoButtons />
        <MenuIconButton label="Add" data-in-palette="" align="end" entries={() => addEntries(adding, TOP)}>
          <Plus />
        </MenuIconButton>
      </div>
      <RowContext value={services}>
        <Tree
          // Whether it has its own scroll area is decided once.
          key={String(isWide)}
          ref={handle}
          label="Pages"
          items={visibleRows}
          state={state}
          labelOf={labelOfRow}
          Content={PageRow}
          rules={editor.dragRules}
          onOpen={onOpen}
          onRename={(id) => renaming.set(id)}
          onRemove={([id]) => {
            if (id !== undefined) void remove(id);
          }}
          onMoveByOne={editor.moveByOne}
          onMenu={openPageMenu}
          scrollsPage={!isWide}
          className="p-1.5 lg:max-h-pane"
        />
      </RowContext>
      {editor.conflict}
      {dialog && (
        <Suspense>
          <PageDialogs
            dialog={dialog}
            organizationId={organizationId}
            spaceId={source.spaceId}
            tree={tree}
            save={editor.save}
            onAdd={addDocument}
            readText={readText}
            fetchTree={async () => treeOf(await source.cache.fetch())}
            onMove={(id, target) => editor.moveTo([id], target)}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
