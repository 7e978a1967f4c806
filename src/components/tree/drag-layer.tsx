import { Ban, CornerDownRight } from 'lucide-react';
import { createPortal } from 'react-dom';
import { classNames } from '#src/lib/class-names.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import {
  type CheckedTarget,
  type DragRules,
  currentTarget,
  type TreeDrag,
  type TreeMeasure,
} from './tree-drag.ts';
import { ancestorAt, type TreeRow } from './tree-state.ts';

/** Where level 1 starts, in pixels: behind the grip. */
const INSET = 20;

interface DragLayerProps {
  drag: TreeDrag;
  rows: readonly TreeRow[];
  /** The rendered ones. */
  placed: readonly { readonly row: TreeRow; readonly top: number }[];
  measure: TreeMeasure;
}

/**
 * Over the rows while items are dragged, so that the rows stay as they are: it dims what is lifted, keeps rows below the
 * pointer from lighting up, and marks the drop position. It scrolls with the rows.
 */
export function DragLayer({ drag, rows, placed, measure }: DragLayerProps) {
  const state = useStore(drag.state);
  if (!state) return null;
  const { ids, mode, over } = state;
  return (
    <div aria-hidden="true" className={classNames('drag-layer', mode === 'pointer' && 'drag-layer-grabbing')}>
      {placed.map(({ row, top }) => {
        const isLifted = ids.includes(row.id);
        return (
          isLifted && <div key={row.id} className="drag-lifted" style={{ top, height: measure.rowHeight }} />
        );
      })}
      {over && <DropMark over={over} rows={rows} measure={measure} />}
    </div>
  );
}

interface DropMarkProps extends Pick<DragLayerProps, 'rows' | 'measure'> {
  over: CheckedTarget;
}

/** The line or frame at the drop position, and the row of the container. */
function DropMark({ over, rows, measure }: DropMarkProps) {
  const rowTarget = currentTarget(rows, over.rowTarget);
  if (!rowTarget) return null;
  const { denialReason } = over;
  const { index, inside, level } = rowTarget;
  const top = index * measure.rowHeight;
  const parent = inside || denialReason !== null ? undefined : ancestorAt(rows, index - 1, level - 1);
  return (
    <>
      {parent && (
        <div
          data-drop-parent={parent.id}
          className="drop-parent"
          style={{ top: rows.indexOf(parent) * measure.rowHeight, height: measure.rowHeight }}
        />
      )}
      <div
        data-drop-mark={inside ? 'inside' : 'line'}
        className={classNames(inside ? 'drop-frame' : 'drop-line', denialReason !== null && 'drop-denied')}
        style={
          inside
            ? { top, height: measure.rowHeight }
            : { top: top - 1, left: INSET + (level - 1) * measure.indent }
        }
      />
    </>
  );
}

/** Follows the pointer: the items, and the position or why a drop is denied. */
export function DragGhost({ drag, rules }: { drag: TreeDrag; rules: DragRules }) {
  const state = useStore(drag.state);
  if (!state) return null;
  const { over, ids, pointer } = state;
  // Evaluated again, because the tree may change while the pointer rests.
  const denialReason = over && (over.denialReason ?? rules.validate(ids, over.rowTarget.target));
  const text = over ? (denialReason ?? rules.describe(ids, over.rowTarget.target)) : 'Select a position';
  const Icon = denialReason === null ? CornerDownRight : Ban;
  return createPortal(
    <div
      aria-hidden="true"
      data-drag-ghost=""
      className={classNames('drag-ghost', !pointer && 'drag-ghost-docked')}
      style={pointer ? { transform: ghostPosition(pointer) } : {}}
    >
      <div className="truncate font-medium">{rules.describeItems(ids)}</div>
      <div
        className={classNames(
          'flex items-start gap-1.5',
          denialReason === null ? 'text-ink-soft' : 'text-danger-ink',
        )}
      >
        <Icon className="mt-0.5 size-3.5 shrink-0" />
        <span className="text-xs text-pretty">{text}</span>
      </div>
    </div>,
    document.body,
  );
}

/** Next to the pointer, within the window. */
function ghostPosition({ x, y }: { x: number; y: number }): string {
  const left = Math.min(x + 14, window.innerWidth - 316);
  const top = Math.min(y + 12, window.innerHeight - 76);
  return `translate(${Math.max(8, left)}px, ${Math.max(8, top)}px)`;
}
