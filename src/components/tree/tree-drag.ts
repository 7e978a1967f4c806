/** A drag under way: what is lifted, where it is aimed, and what is spoken about it. */
import { announce } from '#src/ui/live-region.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import { samePlace, type Aim } from './drop-places.ts';

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
