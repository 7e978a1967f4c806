import { ChevronsDownUp, ChevronsUpDown, FolderTree, SearchX } from 'lucide-react';
import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { SearchField } from '#src/components/table/search-field.tsx';
import { SelectionBar } from '#src/components/table/selection-bar.tsx';
import type { TreeHandle } from '#src/components/tree/tree.tsx';
import { allContainers } from '#src/components/tree/tree-state.ts';
import { UndoButtons } from '#src/components/undo/undo-buttons.tsx';
import { countOf } from '#src/lib/counts.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { matchingItems, openAround, useContentEditing, type ContentEditing } from './content-editing.ts';
import { selectedItems, selectionMenu, type ItemActions } from './content-menu.tsx';
import { ContentTreeView } from './content-tree-view.tsx';

const MoveDialog = lazy(async () => ({
  default: (await import('./content-move-dialog.tsx')).ContentMoveDialog,
}));

interface ContentBrowserProps {
  organizationId: string;
  /** The item that is active at first, as the address says. */
  at: string | undefined;
  /** Only what contains this text is shown. */
  find: string;
  onFind: (text: string) => void;
  actions: ItemActions;
  onRemove: (id: string) => void;
  /** The next step where there is no content yet. */
  create: ReactNode;
}

/** Collections and spaces in their tree: found, opened, moved, renamed. */
export function ContentBrowser(props: ContentBrowserProps) {
  const { organizationId, find, onFind, actions } = props;
  const handle = useRef<TreeHandle>(null);
  const editing = useContentEditing(organizationId, props.at, handle);
  const { tree, moving, askWhere } = editing;
  const matches = find === '' ? undefined : matchingItems(tree, find).length;

  if (tree.nodes.size === 0) {
    return (
      <EmptyState
        icon={<FolderTree />}
        title="No content yet"
        action={props.create}
        className="rounded-lg border border-line"
      >
        Spaces hold pages and files. Collections hold spaces that belong together and share who may see them.
      </EmptyState>
    );
  }
  return (
    <section
      aria-label="Tree of content"
      aria-busy={editing.pending > 0}
      className="relative flex h-[calc(100dvh-10.5rem)] min-h-96 flex-col overflow-hidden rounded-lg border border-line"
    >
      <Toolbar
        editing={editing}
        find={find}
        onFind={(text) => {
          if (text !== '') openAround(editing, matchingItems(tree, text));
          onFind(text);
        }}
      />
      {matches === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={`Nothing is called “${find}”`}
          action={<Button onClick={() => onFind('')}>Show everything</Button>}
        />
      ) : (
        <ContentTreeView
          editing={editing}
          actions={actions}
          handle={handle}
          find={find}
          onRemove={props.onRemove}
        />
      )}
      <Total editing={editing} matches={matches} />
      <SelectedBar editing={editing} />
      <Suspense>
        {moving && (
          <MoveDialog
            tree={tree}
            ids={moving}
            onMove={(target) => editing.move(moving, target)}
            onClose={() => askWhere(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

function Toolbar({
  editing,
  find,
  onFind,
}: {
  editing: ContentEditing;
  find: string;
  onFind: (text: string) => void;
}) {
  const { state, items } = editing;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line p-2">
      <SearchField
        label="Find by title"
        value={find}
        onSearch={onFind}
        className="min-w-40 flex-1 sm:max-w-64"
      />
      <span className="flex flex-1 items-center justify-end gap-0.5">
        <IconButton
          label="Open all"
          onClick={() => state.set((now) => ({ ...now, open: new Set(allContainers(items)) }))}
        >
          <ChevronsUpDown />
        </IconButton>
        <IconButton label="Close all" onClick={() => state.set((now) => ({ ...now, open: new Set() }))}>
          <ChevronsDownUp />
        </IconButton>
        <UndoButtons />
      </span>
    </div>
  );
}

/** How much there is in all, and how much of it matches. */
function Total({ editing, matches }: { editing: ContentEditing; matches: number | undefined }) {
  let collections = 0;
  for (const { kind } of editing.tree.nodes.values()) if (kind === 'collection') collections += 1;
  const spaces = editing.tree.nodes.size - collections;
  return (
    <p className="border-t border-line px-3 py-1.5 text-xs text-ink-soft" role="status">
      {matches !== undefined && `${countOf(matches, 'match', 'matches')} among `}
      {countOf(collections, 'collection')} and {countOf(spaces, 'space')}
    </p>
  );
}

/** What can be done with several selected items. */
function SelectedBar({ editing }: { editing: ContentEditing }) {
  useStore(editing.state);
  const ids = selectedItems(editing);
  if (ids.length < 2) return null;
  return (
    <SelectionBar
      count={ids.length}
      noun="item"
      onClear={() => editing.state.set((now) => ({ ...now, selected: new Set(), anchor: null }))}
    >
      {selectionMenu(editing).map(
        (entry) =>
          typeof entry === 'object' &&
          'onSelect' in entry && (
            <Button
              key={entry.label}
              size="small"
              icon={entry.icon}
              disabledReason={entry.disabledReason}
              onClick={entry.onSelect}
            >
              {entry.label}
            </Button>
          ),
      )}
    </SelectionBar>
  );
}
