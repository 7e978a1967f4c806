import { useStore } from '#src/ui/browser/use-store.ts';
import type { TreeDrag, TreeMeasure } from './tree-drag.ts';
import { inertRow, RowContext } from './tree-row.tsx';
import { stickyRows, type TreeRow } from './tree-state.ts';
import type { TreeProps } from './tree.tsx';

interface StickyRowsProps<Item> {
  tree: Pick<TreeProps<Item>, 'items' | 'Content' | 'scrollsPage' | 'columnHeaders'>;
  rows: readonly TreeRow[];
  /** Index of the topmost row. */
  first: number;
  drag: TreeDrag;
  measure: TreeMeasure;
}

/**
 * Above the rows of a scrolled tree: the containers that they are in. They repeat rows, so that assistive technology
 * and keys, which have rows of their own, leave them out; pressing one scrolls to its row.
 */
export function StickyRows<Item>({ tree, rows, first, drag, measure }: StickyRowsProps<Item>) {
  const { items, Content } = tree;
  const isDragging = useStore(drag.state) !== null;
  const sticky = isDragging ? [] : stickyRows(rows, first);
  if (sticky.length === 0) return null;
  return (
    <RowContext value={inertRow}>
      <div
        aria-hidden="true"
        className="tree-sticky"
        data-in-page={tree.scrollsPage ? '' : undefined}
        data-below-headers={tree.columnHeaders === undefined ? undefined : ''}
      >
        {sticky.map((row, index) => {
          const item = items.itemOf(row.id);
          if (item === undefined) return null;
          return (
            <div
              key={row.id}
              data-sticky={row.id}
              className="tree-sticky-row"
              style={{
                top: index * measure.rowHeight,
                height: measure.rowHeight,
                '--tree-indent': `${(row.level - 1) * measure.indent}px`,
                '--tree-step': `${measure.indent}px`,
              }}
            >
              <span className="tree-grip" />
              <span className="tree-toggle tree-chevron tree-chevron-open" />
              <Content item={item} childCount={row.childCount} isActive={false} />
            </div>
          );
        })}
      </div>
    </RowContext>
  );
}
