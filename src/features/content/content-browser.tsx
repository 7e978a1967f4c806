import { FolderTree, SearchX } from 'lucide-react';
import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { matchingItems, openAround } from '#src/components/tree-editor/tree-filter.ts';
import { SelectedItemsBar } from '#src/components/tree/selected-items-bar.tsx';
import { TreeToolbar } from '#src/components/tree/tree-toolbar.tsx';
import type { TreeHandle } from '#src/components/tree/tree.tsx';
import { formatCount } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

import { selectedItems, selectionMenu, type ItemActions } from './content-menu.tsx';
import { useContentEditor, type ContentEditor } from './content-policy.ts';
import { ContentTreeView } from './content-tree-view.tsx';
import { titleOf } from './content-tree.ts';

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
  const { tree, moving, askWhere } = editor;
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
          if (text !== '') openAround(editor.state, tree, matchingItems(tree, text, titleOf));
          onQueryChange(text);
        }}
      />
      {matches === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={`No matches for “${query}”`}
          action={<Button onClick={() => onQueryChange('')}>Clear search</Button>}
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
      <SelectedItemsBar
        state={editor.state}
        selected={() => selectedItems(editor)}
        actions={() => selectionMenu(editor)}
      />
      <Suspense>
        {moving && (
          <MoveDialog
            tree={tree}
            ids={moving}
            onMove={(target) => editor.moveTo(moving, target)}
            onClose={() => askWhere(null)}
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
