import { X } from 'lucide-react';
import { Suspense, useDeferredValue, type ReactNode, type RefObject } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { clearSelection } from '#src/components/tree/tree-state.ts';
import { useSelectedItems } from '#src/components/tree/tree-toolbar.tsx';
import type { TreeHandle } from '#src/components/tree/tree.tsx';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { Editing } from './editing.ts';
import { loadPanel, loadSelectionPanel, loadSpacesPanel } from './editor-parts.ts';
import { kindLabel } from './labels.ts';
import { StructureOverview } from './structure-overview.tsx';
import type { StructureNode } from './structure.ts';

const ItemPanel = lazyPart(async () => ({ default: (await loadPanel()).ItemPanel }));
const SelectionPanel = lazyPart(async () => ({ default: (await loadSelectionPanel()).SelectionPanel }));
const SpacesPanel = lazyPart(async () => ({ default: (await loadSpacesPanel()).SpacesPanel }));

/** Beside the tree: the preview, if it is shown, above the panel. Showing it keeps what is typed in the panel. */
export function SideColumn({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  return (
    <div className={classNames('side-column', preview !== false && 'side-column-preview')}>
      {preview !== false && <Suspense fallback={<PanelSkeleton />}>{preview}</Suspense>}
      {children}
    </div>
  );
}

interface SidePanelProps {
  editing: Editing;
  node: StructureNode | undefined;
  /** The element with the form of the open item. */
  form: HTMLElement;
  handle: RefObject<TreeHandle | null>;
  /** Whether the overview is shown while no item is open; else there is nothing. */
  hasOverview: boolean;
  /** Closes the list of spaces to drag into the tree; undefined while it is closed. */
  onCloseSpaces: (() => void) | undefined;
}

/**
 * The place of an element with the open item's form. The element goes from one place to another when the window becomes wide
 * or narrow, which keeps what is typed.
 */
export function FormPlace({ element }: { element: HTMLElement }) {
  // Appending it to where it is would take the focus from it.
  return <div ref={(place) => void (element.parentElement !== place && place?.append(element))} />;
}

/** Beside the tree: spaces to drag into it, the selected items, the open item or the overview. */
export function SidePanel({ editing, node, form, handle, hasOverview, onCloseSpaces }: SidePanelProps) {
  const { tree: structure, state, items, site } = editing;
  const selectedItems = useSelectedItems(state, items);
  const selected = onCloseSpaces ? [] : selectedItems;
  // A move is painted before it is counted.
  const counted = useDeferredValue(structure);
  if (!hasOverview && !node && selected.length < 2 && !onCloseSpaces) return null;
  const label = selected.length > 1 ? `${formatNumber(selected.length)} selected` : node?.title;
  return (
    <aside
      aria-label={onCloseSpaces ? 'Spaces' : (label ?? 'Overview')}
      className="min-h-0 overflow-y-auto border-l border-line bg-surface"
    >
      {onCloseSpaces && (
        <Suspense fallback={<PanelSkeleton />}>
          <SpacesPanel editing={editing} onClose={onCloseSpaces} />
        </Suspense>
      )}
      {selected.length > 1 && (
        <Suspense fallback={<PanelSkeleton />}>
          <SelectionPanel
            editing={editing}
            ids={selected}
            onClear={() => {
              state.set(clearSelection);
              handle.current?.focus();
            }}
          />
        </Suspense>
      )}
      {/* Hidden, because its form may have unsaved changes. */}
      <div hidden={selected.length > 1 || onCloseSpaces !== undefined}>
        {node ? (
          <Panel editing={editing} node={node} form={form} />
        ) : (
          <StructureOverview structure={counted} siteId={site.siteId} />
        )}
      </div>
    </aside>
  );
}

function Panel({ editing, node, form }: { editing: Editing; node: StructureNode; form: HTMLElement }) {
  return (
    <>
      <header className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1 py-1">
          <h2 dir="auto" className="text-left font-semibold wrap-anywhere">
            {node.title}
          </h2>
          <p className="text-xs text-ink-soft first-letter:uppercase">{kindLabel(node.kind)}</p>
        </div>
        <IconButton label="Close item" onClick={() => editing.open(null)}>
          <X />
        </IconButton>
      </header>
      <FormPlace element={form} />
    </>
  );
}

/** The panel of an item, whose code may still be on its way. */
export function LazyPanel(props: { editing: Editing; node: StructureNode }) {
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <ItemPanel key={props.node.id} {...props} />
    </Suspense>
  );
}

function PanelSkeleton(): ReactNode {
  return (
    <div className="flex flex-col gap-6 p-4">
      <Skeleton className="w-1/2" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  );
}
