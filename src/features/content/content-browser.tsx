import { FolderTree, SearchX } from 'lucide-react';
import { Suspense, useRef, useState, type ReactNode, useMemo, type RefObject } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { openAncestors, onlyMatching } from '#src/components/tree-editor/tree-filter.ts';
import { RowContext, useRowActions } from '#src/components/tree/tree-row.tsx';
import { SelectedItemsBar, TreeToolbar } from '#src/components/tree/tree-toolbar.tsx';
import { type TreeHandle, Tree } from '#src/components/tree/tree.tsx';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { openMenu } from '#src/ui/menu.ts';
import { renameTo } from './changes/rename.ts';
import { ColumnHeaders, knownColumns, ShownColumns } from './content-columns.tsx';
import { type ContentFilter, type FilterOption, filterOptions, findItems } from './content-filters.ts';
import { selectionMenu, type ItemActions, itemMenu } from './content-menu.tsx';
import { useContentEditor, type ContentEditor } from './content-policy.ts';
import { ContentRow } from './content-row.tsx';
import { ariaLabelOf } from './labels.ts';
import './content.css';

interface ContentTreeViewProps {
  editor: ContentEditor;
  actions: ItemActions;
  handle: RefObject<TreeHandle | null>;
  /** The items to show with what is around and in them; undefined for all. */
  matches: readonly string[] | undefined;
  onRemove: (id: string) => void;
}

/** Two lines. */
const PHONE_ROW_HEIGHT = 56;

/** The tree of collections and spaces with its actions. */
function ContentTreeView({ editor, actions, handle, matches, onRemove }: ContentTreeViewProps) {
  const { tree, items, state, renaming } = editor;
  const services = useRowActions(renaming, handle, (id, typed) =>
    editor.rename(id, typed, (before) => renameTo({ id, title: before }, typed.title)),
  );
  const visibleItems = useMemo(
    () => (matches ? onlyMatching(tree, items, matches) : items),
    [items, tree, matches],
  );
  const isPhone = useMatches('(width < 40rem)');
  const columns = useMemo(() => knownColumns(tree), [tree]);
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
      <ShownColumns value={isPhone ? null : columns}>
        <Tree
          // Row heights are measured once.
          key={String(isPhone)}
          ref={handle}
          {...(isPhone
            ? { rowHeight: PHONE_ROW_HEIGHT, scrollsPage: true }
            : { columnHeaders: <ColumnHeaders columns={columns} /> })}
          label="Collections and spaces"
          items={visibleItems}
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
          className="min-h-0 flex-1 sm:px-1.5 sm:pb-1.5"
        />
      </ShownColumns>
      {editor.conflict}
    </RowContext>
  );
}

const MoveDialog = lazyPart(async () => ({
  default: (await import('./content-move-dialog.tsx')).ContentMoveDialog,
}));

interface ContentBrowserProps {
  organizationId: string;
  /** Initially active item, from the URL. */
  activeId: string | undefined;
  /** Only matching items are shown. */
  query: string;
  filter: ContentFilter | undefined;
  onSearch: (search: { query?: string; filter?: ContentFilter | undefined }) => void;
  actions: ItemActions;
  onRemove: (id: string) => void;
  /** Button of the empty state. */
  create: ReactNode;
}

/** @param isUnknown whether the server omits the field that the filter needs */
function describeNoMatches(query: string, isUnknown: boolean): string {
  if (isUnknown) return 'This server doesn’t tell what this filter needs';
  return query === '' ? 'No matching spaces' : `No matches for “${query}”`;
}

/** The content tree with search, opening, moving and renaming. */
// oxlint-disable-next-line max-lines-per-function -- toolbar, tree and summary share one search
export function ContentBrowser(props: ContentBrowserProps) {
  const { organizationId, query, filter, onSearch, actions } = props;
  const handle = useRef<TreeHandle>(null);
  const editor = useContentEditor(organizationId, props.activeId, handle);
  const { tree, moving, openMoveDialog } = editor;
  // Stays, or a space would leave a filter under the pointer.
  const [now] = useState(() => Date.now());
  const filters = useMemo(() => filterOptions(tree, now), [tree, now]);
  const matches = useMemo(
    () => (query === '' && filter === undefined ? undefined : findItems(tree, query, filter, now)),
    [tree, query, filter, now],
  );
  const search = (next: { query?: string; filter?: ContentFilter | undefined }) => {
    const nextSearch = { query, filter, ...next };
    if (nextSearch.query !== '' || nextSearch.filter !== undefined)
      openAncestors(editor.state, tree, findItems(tree, nextSearch.query, nextSearch.filter, now));
    onSearch(next);
  };

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
    <section aria-label="Content tree" aria-busy={editor.pending > 0} className="content-frame">
      <TreeToolbar
        label="Find by title"
        state={editor.state}
        items={editor.items}
        query={query}
        onQuery={(text) => search({ query: text })}
        filters={
          <FilterToggles options={filters} value={filter} onChange={(next) => search({ filter: next })} />
        }
      />
      {matches?.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={describeNoMatches(
            query,
            filter !== undefined && !filters.some(({ name }) => name === filter),
          )}
          action={
            <Button onClick={() => search({ query: '', filter: undefined })}>
              {filter === undefined ? 'Clear search' : 'Clear filters'}
            </Button>
          }
        />
      ) : (
        <ContentTreeView
          editor={editor}
          actions={actions}
          handle={handle}
          matches={matches}
          onRemove={props.onRemove}
        />
      )}
      <ContentSummary editor={editor} matches={matches?.length} />
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

interface FilterTogglesProps {
  options: readonly FilterOption[];
  value: ContentFilter | undefined;
  onChange: (filter: ContentFilter | undefined) => void;
}

/** One of the filters, with the number of spaces that each finds. */
function FilterToggles({ options, value, onChange }: FilterTogglesProps) {
  return options.map(({ name, label, tip, count }) => (
    <Button
      key={name}
      size="small"
      aria-pressed={name === value}
      data-tip={tip}
      className="aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => onChange(name === value ? undefined : name)}
    >
      {label}
      <span className="font-normal tabular-nums">{formatNumber(count)}</span>
    </Button>
  ));
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
