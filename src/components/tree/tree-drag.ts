/**
 * Dragging in a tree: drop targets among the visible rows, the lifted items, and announcements.
 *
 * Between two rows there can be several targets: after the last item of a group is also after the group. They
 * differ in level: a pointer selects it by its horizontal position, the keyboard goes through all of them.
 */
import { targetId, TOP, type DropTarget } from '#src/lib/ordered-tree.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { ancestorAt, type TreeRow, type TreeSource } from './tree-state.ts';

/** A drop target among the visible rows, with the position of its mark. */
export interface RowTarget {
  readonly target: DropTarget;
  /** The mark is a line above this row or, with `inside`, a frame around it. */
  readonly index: number;
  readonly inside: boolean;
  readonly level: number;
}

/** Why a target is not possible, as a sentence, or null. */
export type ValidateDrop = (target: DropTarget) => string | null;

/** A target, and why a drop there is denied, if it is. */
export interface CheckedTarget {
  readonly rowTarget: RowTarget;
  readonly denialReason: string | null;
}

/** Whether two targets have the same mark. */
export function isSameTarget(a: RowTarget | null, b: RowTarget | null): boolean {
  if (!a || !b) return a === b;
  return a.index === b.index && a.inside === b.inside && a.level === b.level;
}

/** Updates a target's position after rows have changed. Null if its item was deleted. */
export function currentTarget(rows: readonly TreeRow[], rowTarget: RowTarget): RowTarget | null {
  const { target } = rowTarget;
  if (targetId(target) === TOP) return { ...rowTarget, index: rows.length };
  const at = rows.findIndex(({ id }) => id === targetId(target));
  const rowAtPointer = rows[at];
  if (!rowAtPointer) return null;
  if (!('after' in target)) return { ...rowTarget, index: at };
  const behind = rows.findIndex(({ level }, index) => index > at && level <= rowAtPointer.level);
  return { ...rowTarget, index: behind === -1 ? rows.length : behind };
}

/** The targets between the rows `gap - 1` and `gap`, deepest first. */
export function targetsAt(rows: readonly TreeRow[], gap: number, moved: ReadonlySet<string>): RowTarget[] {
  const previous = rows[gap - 1];
  const next = rows[gap];
  const line = (target: DropTarget, level: number): RowTarget => ({
    target,
    index: gap,
    inside: false,
    level,
  });
  if (!previous) return [line(next ? { before: next.id } : { into: TOP }, 1)];
  if (next && next.level > previous.level) return [line({ before: next.id }, next.level)];
  const targets: RowTarget[] = [];
  for (let level = previous.level; level >= (next?.level ?? 1); level -= 1) {
    const anchor = ancestorAt(rows, gap - 1, level);
    const byNext = next && next.level === level && !moved.has(next.id);
    if (byNext) targets.push(line({ before: next.id }, level));
    else if (anchor) targets.push(line({ after: anchor.id }, level));
  }
  return targets;
}

/** The target inside a row's container. */
export function targetInside(rows: readonly TreeRow[], index: number): RowTarget | null {
  const row = rows[index];
  return row?.isContainer ? { target: { into: row.id }, index, inside: true, level: row.level + 1 } : null;
}

function isEmptyLooking(rows: readonly TreeRow[], index: number): boolean {
  const row = rows[index];
  const next = rows[index + 1];
  return row !== undefined && row.isContainer && !(next && next.level > row.level);
}

/** Whether a target is inside one of the dragged items. */
function isWithin(rows: readonly TreeRow[], rowTarget: RowTarget, moved: ReadonlySet<string>): boolean {
  const anchor = rows.findIndex((row) => row.id === targetId(rowTarget.target));
  for (let at = anchor, level = Infinity; at >= 0; at -= 1) {
    const row = rows[at];
    if (!row || row.level >= level) continue;
    level = row.level;
    if (moved.has(row.id)) return true;
  }
  return false;
}

/** The targets at one keyboard step: into a closed or empty container, then after it. */
function targetsAtStep(rows: readonly TreeRow[], step: number, moved: ReadonlySet<string>): RowTarget[] {
  const inside = step > 0 && isEmptyLooking(rows, step - 1) ? targetInside(rows, step - 1) : null;
  const all = [...(inside ? [inside] : []), ...targetsAt(rows, step, moved)];
  return all.filter((rowTarget) => !isWithin(rows, rowTarget, moved));
}

/** Identifies the result of a drop: the container and the next item. */
export function destinationKey(
  rows: readonly TreeRow[],
  source: TreeSource,
  target: DropTarget,
  moved: ReadonlySet<string>,
): string {
  const targetRow = rows.find((row) => row.id === targetId(target));
  const parent = 'into' in target ? target.into : (targetRow?.parent ?? TOP);
  const siblings = source.childrenOf(parent);
  const at = siblings.indexOf(targetId(target));
  const from = 'into' in target ? siblings.length : 'before' in target ? at : at + 1;
  const next = siblings.slice(from).find((id) => !moved.has(id));
  return `${parent} ${next ?? ''}`;
}

/** Input of the keyboard's search for a target. */
export interface TargetSearch {
  readonly rows: readonly TreeRow[];
  readonly source: TreeSource;
  readonly moved: ReadonlySet<string>;
  readonly validate: ValidateDrop;
}

/** The current position of the first dragged row, as a target. */
export function originTarget({ rows, source, moved }: TargetSearch): RowTarget | null {
  const index = rows.findIndex((row) => moved.has(row.id));
  const row = rows[index];
  if (!row) return null;
  const siblings = source.childrenOf(row.parent);
  const next = siblings.slice(row.position).find((id) => !moved.has(id));
  const target = next === undefined ? { into: row.parent } : { before: next };
  return { target, index, inside: false, level: row.level };
}

/**
 * The next possible target with another result; null if there is none. Without `from` the search starts at the
 * first or last row.
 */
export function nextTarget(
  search: TargetSearch,
  from: RowTarget | null,
  direction: 1 | -1,
): RowTarget | null {
  const { rows, source, moved, validate } = search;
  const destination = from && destinationKey(rows, source, from.target, moved);
  let step = from ? from.index + (from.inside ? 1 : 0) : direction === 1 ? 0 : rows.length;
  let passed = from === null;
  for (; step >= 0 && step <= rows.length; step += direction) {
    const targets = targetsAtStep(rows, step, moved);
    for (const rowTarget of direction === 1 ? targets : targets.toReversed()) {
      if (destinationKey(rows, source, rowTarget.target, moved) === destination) passed = true;
      else if (passed && validate(rowTarget.target) === null) return rowTarget;
    }
    passed = true;
  }
  return null;
}

/** Row sizes in pixels. */
export interface TreeMeasure {
  readonly rowHeight: number;
  /** Indentation per level. */
  readonly indent: number;
}

/**
 * The target under a pointer.
 *
 * @param y pixels below the first row's top edge
 * @param level the preferred level if there are several
 */
export function targetAtPointer(
  rows: readonly TreeRow[],
  { y, level }: { y: number; level: number },
  moved: ReadonlySet<string>,
  validate: ValidateDrop,
  rowHeight: number,
): CheckedTarget | null {
  const index = Math.max(0, Math.min(rows.length - 1, Math.floor(y / rowHeight)));
  const part = y / rowHeight - index;
  const inside = targetInside(rows, index);
  const insideDenial = inside && validate(inside.target);
  const isOverMiddle = part > 0.28 && part < 0.72;
  if (inside && isOverMiddle && insideDenial === null && !isWithin(rows, inside, moved)) {
    return { rowTarget: inside, denialReason: null };
  }
  const targets = targetsAt(rows, part < 0.5 ? index : index + 1, moved).filter(
    (rowTarget) => !isWithin(rows, rowTarget, moved),
  );
  const nearest = (a: RowTarget, b: RowTarget) => Math.abs(a.level - level) - Math.abs(b.level - level);
  const possible = targets.filter((rowTarget) => validate(rowTarget.target) === null).toSorted(nearest)[0];
  if (possible) return { rowTarget: possible, denialReason: null };
  const denied = targets.toSorted(nearest)[0];
  if (!denied) return null;
  return { rowTarget: denied, denialReason: (isOverMiddle && insideDenial) || validate(denied.target) };
}

/** The rules of a tree for dragging its items. */
export interface DragRules {
  /** Why the items can't be dropped on a target, as a sentence, or null. */
  validate(ids: readonly string[], target: DropTarget): string | null;
  /** Describes a target: "Before Billing, in group Guides, 3 of 7". */
  describe(ids: readonly string[], target: DropTarget): string;
  /** Describes items: "Billing", "3 sections". */
  describeItems(ids: readonly string[]): string;
  /** Executes the drop. */
  drop(ids: readonly string[], target: DropTarget): void;
}

/** The current drag. */
export interface DragState {
  readonly mode: 'pointer' | 'keyboard';
  readonly ids: readonly string[];
  readonly over: CheckedTarget | null;
  /** The pointer's position in the window; null for the keyboard. */
  readonly pointer: { readonly x: number; readonly y: number } | null;
}

/** The drag of a tree; at most one at a time. */
export interface TreeDrag {
  state: Store<DragState | null>;
  lift(drag: DragState): void;
  setTarget(over: CheckedTarget | null, pointer: DragState['pointer']): void;
  /** Drops at the target, or announces why that is not possible. */
  drop(): void;
  cancel(): void;
  /** The ids dropped since the last call. */
  takeDropped(): readonly string[];
}

const NO_IDS: readonly string[] = [];

/** Creates the drag of one tree. `rules` is called at each step, because the tree may change during a drag. */
export function createTreeDrag(rules: () => DragRules): TreeDrag {
  const state = createStore<DragState | null>(null);
  let dropped = NO_IDS;

  const announceTarget = (ids: readonly string[], { rowTarget, denialReason }: CheckedTarget) =>
    announce(denialReason ?? rules().describe(ids, rowTarget.target));

  return {
    state,
    lift(drag) {
      const items = rules().describeItems(drag.ids);
      if (drag.mode === 'keyboard') {
        announce(`Picked up ${items}. Press the arrow keys to move, Space to drop, Escape to cancel.`);
      } else announce(`Picked up ${items}.`);
      state.set(drag);
    },
    setTarget(over, pointer) {
      const current = state.get();
      if (!current) return;
      const same = isSameTarget(current.over?.rowTarget ?? null, over?.rowTarget ?? null);
      const sameReason = current.over?.denialReason === over?.denialReason;
      if (same && sameReason && current.pointer?.x === pointer?.x && current.pointer?.y === pointer?.y)
        return;
      state.set({ ...current, over, pointer });
      if (!same && over && current.mode === 'keyboard') announceTarget(current.ids, over);
    },
    drop() {
      const current = state.get();
      state.set(null);
      if (!current?.over) return announce('Nothing was moved.');
      const { ids, over } = current;
      const { validate, describe, describeItems, drop } = rules();
      // Someone else may have changed the tree since the target was chosen.
      const denialReason = over.denialReason ?? validate(ids, over.rowTarget.target);
      if (denialReason !== null) return announce(`Not moved. ${denialReason}`);
      announce(`Dropped ${describeItems(ids)}. ${describe(ids, over.rowTarget.target)}.`);
      dropped = ids;
      drop(ids, over.rowTarget.target);
    },
    takeDropped() {
      const drop = dropped;
      dropped = NO_IDS;
      return drop;
    },
    cancel() {
      const current = state.get();
      if (!current) return;
      state.set(null);
      announce(`Canceled. ${rules().describeItems(current.ids)} stays where it was.`);
    },
  };
}
