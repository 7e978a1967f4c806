/**
 * Changes to a tree, as plain data with a `type`: they wait, are sent, and are undone later. A kind of change is one value
 * that answers everything about it; the rules of a tree ask the kind of each change.
 */
import type { Step } from './steps.ts';

/** Everything about one kind of change: `Own` among all of `Change`. */
export interface ChangeKind<Tree, Own, Change, Request, Capabilities> {
  /**
   * Why the change cannot be made now, as a sentence, or null.
   *
   * @param isPast it undoes or repeats something: then it is also denied where somebody else has changed the same thing
   *   since, because it would overwrite what they have done
   */
  check(tree: Tree, change: Own, isPast: boolean): string | null;
  /** The calls that make it; none when there is nothing (left) to do. */
  plan(tree: Tree, change: Own, capabilities: Capabilities): Step<Tree, Request>[];
  /** The tree with the change in it, as it will be when the server has made it. Idempotent. */
  apply(tree: Tree, change: Own): Tree;
  /** The change that takes it back, given the tree in which it is about to be made. */
  invert(before: Tree, change: Own): Change;
  /** What was done, in the past tense, in the tree in which it was made. */
  describe(tree: Tree, change: Own): string;
}

/** One gesture of several parts, done and undone as one. */
export interface Batch<Single> {
  readonly type: 'batch';
  readonly name: string;
  readonly changes: readonly AnyChange<Single>[];
}

export type AnyChange<Single> = Single | Batch<Single>;

/** The same five answers for any change of a tree. */
export type ChangeRules<Tree, Change, Request, Capabilities> = ChangeKind<
  Tree,
  Change,
  Change,
  Request,
  Capabilities
>;

/** Several changes as one; a single one stays itself. */
export function together<Single>(changes: readonly AnyChange<Single>[], name = ''): AnyChange<Single> {
  const [only] = changes;
  return changes.length === 1 && only !== undefined ? only : { type: 'batch', name, changes };
}

/** Makes the rules of a tree from its kinds of change. A batch is asked part by part, each on what those before it leave. */
export function createChangeRules<Tree, Single extends { readonly type: string }, Request, Capabilities>(
  kindOf: (change: Single) => ChangeKind<Tree, Single, AnyChange<Single>, Request, Capabilities>,
): ChangeRules<Tree, AnyChange<Single>, Request, Capabilities> {
  const isBatch = (change: AnyChange<Single>): change is Batch<Single> => change.type === 'batch';
  const rules: ChangeRules<Tree, AnyChange<Single>, Request, Capabilities> = {
    check(tree, change, isPast) {
      if (!isBatch(change)) return kindOf(change).check(tree, change, isPast);
      let current = tree;
      for (const part of change.changes) {
        const reason = rules.check(current, part, isPast);
        if (reason !== null) return reason;
        current = rules.apply(current, part);
      }
      return null;
    },
    plan(tree, change, capabilities) {
      if (!isBatch(change)) return kindOf(change).plan(tree, change, capabilities);
      let current = tree;
      return change.changes.flatMap((part) => {
        const steps = rules.plan(current, part, capabilities);
        current = applySteps(current, steps);
        return steps;
      });
    },
    apply(tree, change) {
      if (!isBatch(change)) return kindOf(change).apply(tree, change);
      return change.changes.reduce((current, part) => rules.apply(current, part), tree);
    },
    invert(before, change) {
      if (!isBatch(change)) return kindOf(change).invert(before, change);
      let current = before;
      const back = change.changes.map((part) => {
        const opposite = rules.invert(current, part);
        current = rules.apply(current, part);
        return opposite;
      });
      return { type: 'batch', name: change.name, changes: back.toReversed() };
    },
    describe: (tree, change) => (isBatch(change) ? change.name : kindOf(change).describe(tree, change)),
  };
  return rules;
}

/** What several calls make of a tree. */
export function applySteps<Tree>(tree: Tree, steps: readonly Pick<Step<Tree, unknown>, 'apply'>[]): Tree {
  return steps.reduce((current, step) => step.apply(current), tree);
}
