/**
 * A drag: where something can be dropped, counted in visible rows, and what is lifted and spoken about it.
 *
 * Between two rows there can be several places: after the last item of a group is also after the
 * group. The level tells them apart; a pointer keeps that of the row and changes it by going left or right, the
 * keyboard goes through all of them.
 */
import { targetId, TOP, type DropTarget } from '#src/lib/ordered-tree.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { announce } from '#src/ui/live-region.ts';
import { ancestorAt, type TreeRow, type TreeSource } from './tree-state.ts';

/** A target, and where its mark is drawn. */
export interface DropPlace {
  readonly target: DropTarget;
  /** The mark is a line above the row of this index, or, with `inside`, a frame around that row. */
  readonly index: number;
  readonly inside: boolean;
  readonly level: number;
}

/** Why a target is not possible, in words, or null when it is. */
export type CheckDrop = (target: DropTarget) => string | null;

/** A place that is aimed at, and why nothing can be dropped there, if so. */
export interface Aim {
  readonly place: DropPlace;
  readonly refusal: string | null;
}

/** Whether two places are the same. */
export function samePlace(one: DropPlace | null, other: DropPlace | null): boolean {
  if (!one || !other) return one === other;
  return one.index === other.index && one.inside === other.inside && one.level === other.level;
}

/** A place with its mark where it belongs now: rows may have come or gone. Null when what it names has gone. */
export function placeNow(rows: readonly TreeRow[], place: DropPlace): DropPlace | null {
  const { target } = place;
  if (targetId(target) === TOP) return { ...place, index: rows.length };
  const at = rows.findIndex(({ id }) => id === targetId(target));
  const named = rows[at];
  if (!named) return null;
  if (!('after' in target)) return { ...place, index: at };
  const behind = rows.findIndex(({ level }, index) => index > at && level <= named.level);
  return { ...place, index: behind === -1 ? rows.length : behind };
}

/** The places between the row before `gap` and the row at `gap`, the deepest first. */
export function placesAt(rows: readonly TreeRow[], gap: number, moved: ReadonlySet<string>): DropPlace[] {
  const previous = rows[gap - 1];
  const next = rows[gap];
  const line = (target: DropTarget, level: number): DropPlace => ({
    target,
    index: gap,
    inside: false,
    level,
  });
  if (!previous) return [line(next ? { before: next.id } : { into: TOP }, 1)];
  if (next && next.level > previous.level) return [line({ before: next.id }, next.level)];
  const places: DropPlace[] = [];
  for (let level = previous.level; level >= (next?.level ?? 1); level -= 1) {
    const anchor = ancestorAt(rows, gap - 1, level);
    const byNext = next && next.level === level && !moved.has(next.id);
    if (byNext) places.push(line({ before: next.id }, level));
    else if (anchor) places.push(line({ after: anchor.id }, level));
  }
  return places;
}

/** The place inside the container of a row. */
export function placeInside(rows: readonly TreeRow[], index: number): DropPlace | null {
  const row = rows[index];
  return row?.isContainer ? { target: { into: row.id }, index, inside: true, level: row.level + 1 } : null;
}

function isEmptyLooking(rows: readonly TreeRow[], index: number): boolean {
  const row = rows[index];
  const next = rows[index + 1];
  return row !== undefined && row.isContainer && !(next && next.level > row.level);
}

/** Whether a place lies in what is being moved, where nothing can be said about it. */
function isWithin(rows: readonly TreeRow[], place: DropPlace, moved: ReadonlySet<string>): boolean {
  const anchor = rows.findIndex((row) => row.id === targetId(place.target));
  for (let at = anchor, level = Infinity; at >= 0; at -= 1) {
    const row = rows[at];
    if (!row || row.level >= level) continue;
    level = row.level;
    if (moved.has(row.id)) return true;
  }
  return false;
}

/** The places to go through at one step down the rows: into a closed or empty container, then after it. */
function placesAtStep(rows: readonly TreeRow[], step: number, moved: ReadonlySet<string>): DropPlace[] {
  const inside = step > 0 && isEmptyLooking(rows, step - 1) ? placeInside(rows, step - 1) : null;
  const all = [...(inside ? [inside] : []), ...placesAt(rows, step, moved)];
  return all.filter((place) => !isWithin(rows, place, moved));
}

/** What a target comes to: the container and the item that will follow. Equal for equal results. */
export function spotOf(
  rows: readonly TreeRow[],
  source: TreeSource,
  target: DropTarget,
  moved: ReadonlySet<string>,
): string {
  const named = rows.find((row) => row.id === targetId(target));
  const parent = 'into' in target ? target.into : (named?.parent ?? TOP);
  const siblings = source.childrenOf(parent);
  const at = siblings.indexOf(targetId(target));
  const from = 'into' in target ? siblings.length : 'before' in target ? at : at + 1;
  const next = siblings.slice(from).find((id) => !moved.has(id));
  return `${parent} ${next ?? ''}`;
}

/** What a keyboard drag goes through. */
export interface PlaceSearch {
  readonly rows: readonly TreeRow[];
  readonly source: TreeSource;
  readonly moved: ReadonlySet<string>;
  readonly check: CheckDrop;
}

/** Where the first of the moved rows is now, as a place. */
export function originPlace({ rows, source, moved }: PlaceSearch): DropPlace | null {
  const index = rows.findIndex((row) => moved.has(row.id));
  const row = rows[index];
  if (!row) return null;
  const siblings = source.childrenOf(row.parent);
  const next = siblings.slice(row.position).find((id) => !moved.has(id));
  const target = next === undefined ? { into: row.parent } : { before: next };
  return { target, index, inside: false, level: row.level };
}

/**
 * The next place with another result, from a place in a direction, where a drop is possible; null
 * when there is none. `from` null begins at the outermost row.
 */
export function nextPlace(search: PlaceSearch, from: DropPlace | null, direction: 1 | -1): DropPlace | null {
  const { rows, source, moved, check } = search;
  const spot = from && spotOf(rows, source, from.target, moved);
  let step = from ? from.index + (from.inside ? 1 : 0) : direction === 1 ? 0 : rows.length;
  let passed = from === null;
  for (; step >= 0 && step <= rows.length; step += direction) {
    const places = placesAtStep(rows, step, moved);
    for (const place of direction === 1 ? places : places.toReversed()) {
      if (spotOf(rows, source, place.target, moved) === spot) passed = true;
      else if (passed && check(place.target) === null) return place;
    }
    passed = true;
  }
  return null;
}

/** How the rows lie on the screen, in pixels. */
export interface TreeMeasure {
  readonly rowHeight: number;
  /** How much further right each level begins. */
  readonly indent: number;
}

/**
 * The place under a pointer.
 *
 * @param y pixels below the upper edge of the first row
 * @param level the level that is wished for where several end between two rows
 */
export function aimAt(
  rows: readonly TreeRow[],
  { y, level }: { y: number; level: number },
  moved: ReadonlySet<string>,
  check: CheckDrop,
  rowHeight: number,
): Aim | null {
  const index = Math.max(0, Math.min(rows.length - 1, Math.floor(y / rowHeight)));
  const part = y / rowHeight - index;
  const inside = placeInside(rows, index);
  const refusedInside = inside && check(inside.target);
  const isOverMiddle = part > 0.28 && part < 0.72;
  if (inside && isOverMiddle && refusedInside === null && !isWithin(rows, inside, moved)) {
    return { place: inside, refusal: null };
  }
  const places = placesAt(rows, part < 0.5 ? index : index + 1, moved).filter(
    (place) => !isWithin(rows, place, moved),
  );
  const nearest = (one: DropPlace, other: DropPlace) =>
    Math.abs(one.level - level) - Math.abs(other.level - level);
  const possible = places.filter((place) => check(place.target) === null).toSorted(nearest)[0];
  if (possible) return { place: possible, refusal: null };
  const refused = places.toSorted(nearest)[0];
  if (!refused) return null;
  return { place: refused, refusal: (isOverMiddle && refusedInside) || check(refused.target) };
}

/** What a tree must know about its items to let them be dragged. */
export interface DragRules {
  /** Why the items cannot go to a target, as a sentence, or null when they can. */
  check(ids: readonly string[], target: DropTarget): string | null;
  /** A target in words: "Before Billing, in group Guides, 3 of 7". */
  describe(ids: readonly string[], target: DropTarget): string;
  /** The items in words: "Billing", "3 sections". */
  describeItems(ids: readonly string[]): string;
  /** Carries out the drop. */
  drop(ids: readonly string[], target: DropTarget): void;
}

/** What is being dragged. */
export interface DragState {
  readonly mode: 'pointer' | 'keyboard';
  readonly ids: readonly string[];
  readonly aim: Aim | null;
  /** Where the pointer is in the window; null for the keyboard. */
  readonly pointer: { readonly x: number; readonly y: number } | null;
}

/** A tree's drag: at most one at a time. */
export interface TreeDrag {
  state: Store<DragState | null>;
  lift(ids: readonly string[], mode: DragState['mode'], aim: Aim | null): void;
  aimAt(aim: Aim | null, pointer: DragState['pointer']): void;
  /** Drops at the aim. Where nothing can be dropped, the drag ends and says why. */
  drop(): void;
  cancel(): void;
}

/** Makes the drag of one tree. `rules` is asked anew at each step, because the tree may change meanwhile. */
export function createTreeDrag(rules: () => DragRules): TreeDrag {
  const state = createStore<DragState | null>(null);

  const speakAim = (ids: readonly string[], { place, refusal }: Aim) =>
    announce(refusal ?? rules().describe(ids, place.target));

  return {
    state,
    lift(ids, mode, aim) {
      const items = rules().describeItems(ids);
      if (mode === 'keyboard') {
        announce(`Lifted ${items}. Arrow keys choose a place, Space drops, Escape cancels.`);
      } else announce(`Lifted ${items}.`);
      state.set({ mode, ids, aim, pointer: null });
    },
    aimAt(aim, pointer) {
      const current = state.get();
      if (!current) return;
      const same = samePlace(current.aim?.place ?? null, aim?.place ?? null);
      const sameReason = current.aim?.refusal === aim?.refusal;
      if (same && sameReason && current.pointer?.x === pointer?.x && current.pointer?.y === pointer?.y)
        return;
      state.set({ ...current, aim, pointer });
      if (!same && aim && current.mode === 'keyboard') speakAim(current.ids, aim);
    },
    drop() {
      const current = state.get();
      state.set(null);
      if (!current?.aim) return announce('Nothing was moved.');
      const { ids, aim } = current;
      const { check, describe, describeItems, drop } = rules();
      // Somebody else may have changed the tree since the place was chosen.
      const refusal = aim.refusal ?? check(ids, aim.place.target);
      if (refusal !== null) return announce(`Not moved. ${refusal}`);
      announce(`Dropped ${describeItems(ids)}. ${describe(ids, aim.place.target)}.`);
      drop(ids, aim.place.target);
    },
    cancel() {
      const current = state.get();
      if (!current) return;
      state.set(null);
      announce(`Cancelled. ${rules().describeItems(current.ids)} stays where it was.`);
    },
  };
}
