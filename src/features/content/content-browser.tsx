import { FolderTree, SearchX, Folder, Lock } from 'lucide-react';
import { lazy, Suspense, useRef, type ReactNode, useMemo, type RefObject } from 'react';
import type { ContentItem } from '#api/generated/types.gen.ts';
import { matchingItems, openAncestors, onlyMatching } from '#src/components/tree-editor/tree-filter.ts';
import {
  RowMenuButton,
  RowTitle,
  type RowContentProps,
  RowContext,
  useRowActions,
} from '#src/components/tree/tree-row.tsx';
import { SelectedItemsBar, TreeToolbar } from '#src/components/tree/tree-toolbar.tsx';
import { type TreeHandle, Tree } from '#src/components/tree/tree.tsx';
import { clearSearchLabel, pageLockedMessage } from '#src/lib/shared-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { renameTo } from './changes/rename.ts';
import { selectionMenu, type ItemActions, itemMenu } from './content-menu.tsx';
import { useContentEditor, type ContentEditor } from './content-policy.ts';
import { titleOf } from './content-tree.ts';
import { levelBadgeOf, ariaLabelOf } from './labels.ts';

interface ContentTreeViewProps {
  editor: ContentEditor;
  actions: ItemActions;
  handle: RefObject<TreeHandle | null>;
  /** Only matching items are shown. */
  query: string;
  onRemove: (id: string) => void;
}

/** The tree of collections and spaces with its actions. */
function ContentTreeView({ editor, actions, handle, query, onRemove }: ContentTreeViewProps) {
  const { tree, items, state, renaming } = editor;
  const services = useRowActions(renaming, handle, (id, title) => {
    const item = tree.nodes.get(id);
    if (item) editor.act(renameTo(item, title));
  });
  const shown = useMemo(
    () => (query === '' ? items : onlyMatching(tree, items, matchingItems(tree, query, titleOf))),
    [items, tree, query],
  );
  const onMenu = (id: string, anchor: HTMLElement) => {
    const item = tree.nodes.get(id);
    if (!item) return;
    const { selected } = state.get();
    const isBulk = selected.size > 1 && selected.has(id);
    openMenu({
      anchor,
      align: 'end',
      label: isBulk ? 'Actions for the selected items' : `Actions for ${item.title}`,
      entries: isBulk ? selectionMenu(editor) : itemMenu(editor, actions, item),
    });
  };
  return (
    <RowContext value={services}>
      <Tree
        ref={handle}
        label="Collections and spaces"
        items={shown}
        state={state}
        labelOf={ariaLabelOf}
        Content={ContentRow}
        rules={editor.dragRules}
        onOpen={(id) => {
          const item = tree.nodes.get(id);
          if (item) actions.open(item);
        }}
        onRename={(id) => {
          if (tree.nodes.get(id)?.canEdit) renaming.set(id);
        }}
        onRemove={([id]) => {
          if (id !== undefined) onRemove(id);
        }}
        onMoveByOne={editor.moveByOne}
        onMenu={onMenu}
        className="min-h-0 flex-1 p-1.5"
      />
    </RowContext>
  );
}

/** A collection or space in the tree. */
function ContentRow({ item, childCount }: RowContentProps<ContentItem>) {
  const level = levelBadgeOf(item.defaultLevel);
  return (
    <>
      <span aria-hidden="true" className="mr-2 ml-0.5 grid size-4 shrink-0 place-items-center text-sm">
        {item.kind === 'collection' ? <Folder className="size-4 text-ink-soft" /> : item.emoji || '📄'}
      </span>
      <RowTitle item={item} limit={50} isStrong={item.kind === 'collection'} />
      <span className="ml-3 flex-1 truncate text-xs text-ink-soft max-sm:invisible">
        {item.kind === 'collection' && (childCount === 0 ? 'Empty' : formatCount(childCount, 'item'))}
      </span>
      <span className="flex shrink-0 items-center gap-2 pl-2">
        {item.editMode === 'locked' && (
          <Badge tone="warning" tip={pageLockedMessage}>
            <Lock aria-hidden="true" className="size-3" />
            <span className="max-sm:sr-only">Locked</span>
          </Badge>
        )}
        {level && (
          <span className="max-md:hidden">
            <Badge tip={level.tip}>{level.name}</Badge>
          </span>
        )}
      </span>
      <RowMenuButton title={item.title} />
    </>
  );
}

const MoveDialog = lazy(async () => ({
  default: (await import('./content-move-dialog.tsx')).ContentMoveDialog,
}));

interface ContentBrowserProps {
  organizationId: string;
  /** Initially active item, from the URL. */
  activeId: string | undefined;
  /** Only matching items are shown. */
  query: string;
  onQueryChange: (text: string) => void;
  actions: ItemActions;
  onRemove: (id: string) => void;
  /** Button of the empty state. */
  create: ReactNode;
}

/** The content tree with search, opening, moving and renaming. */
export function ContentBrowser(props: ContentBrowserProps) {
  const { organizationId, query, onQueryChange, actions } = props;
  const handle = useRef<TreeHandle>(null);
  const editor = useContentEditor(organizationId, props.activeId, handle);
  const { tree, moving, openMoveDialog } = editor;
  const matches = query === '' ? undefined : matchingItems(tree, query, titleOf).length;

  if (tree.nodes.size === 0) {
    return (
      <EmptyState
        icon={<FolderTree />}
        title="No content yet"
        action={props.create}
        className="rounded-lg border border-line"
      >
        Spaces hold pages and files. Collections group spaces that share access.
      </EmptyState>
    );
  }
  return (
    <section
      aria-label="Content tree"
      aria-busy={editor.pending > 0}
      className="relative flex h-[calc(100dvh-11.5rem)] min-h-96 flex-col overflow-hidden rounded-lg border border-line"
    >
      <TreeToolbar
        label="Find by title"
        state={editor.state}
        items={editor.items}
        query={query}
        onQuery={(text) => {
          if (text !== '') openAncestors(editor.state, tree, matchingItems(tree, text, titleOf));
          onQueryChange(text);
        }}
      />
      {matches === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={`No matches for “${query}”`}
          action={<Button onClick={() => onQueryChange('')}>{clearSearchLabel}</Button>}
        />
      ) : (
        <ContentTreeView
          editor={editor}
          actions={actions}
          handle={handle}
          query={query}
          onRemove={props.onRemove}
        />
      )}
      <ContentSummary editor={editor} matches={matches} />
      <SelectedItemsBar state={editor.state} items={editor.items} actions={() => selectionMenu(editor)} />
      <Suspense>
        {moving && (
          <MoveDialog
            tree={tree}
            ids={moving}
            onMove={(target) => editor.moveTo(moving, target)}
            onClose={() => openMoveDialog(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

/** Number of items and matches. */
function ContentSummary({ editor, matches }: { editor: ContentEditor; matches: number | undefined }) {
  let collections = 0;
  for (const { kind } of editor.tree.nodes.values()) if (kind === 'collection') collections += 1;
  const spaces = editor.tree.nodes.size - collections;
  return (
    <p className="border-t border-line px-3 py-1.5 text-xs text-ink-soft" role="status">
      {matches !== undefined && `${formatCount(matches, 'match', 'matches')} in `}
      {formatCount(collections, 'collection')} and {formatCount(spaces, 'space')}
    </p>
  );
}
