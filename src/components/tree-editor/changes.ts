/**
 * Changes to a tree, as plain data with a `type`: they wait, are sent, and are undone later. A kind of change is one value
 * that answers everything about it; the rules of a tree ask the kind of each change. What it plans are steps, one call to the
 * server each.
 */
import {
  adjacentTarget,
  childrenOf,
  moveSequence,
  positionOf,
  targetAt,
  type DropTarget,
  type Move,
  type Moves,
  type OrderedTree,
  type Position,
} from '#src/lib/ordered-tree.ts';

/** Everything about one kind of change: `Own` among all of `Change`. */
export interface ChangeKind<Tree, Own, Change, Request, Capabilities> {
  /**
   * Why the change cannot be made now, as a sentence, or null.
   *
   * @param isPast it undoes or repeats something: then it is also denied if someone else has changed the same item
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

/**
 * Makes the rules of a tree from its kinds of change. A batch is asked part by part, each on what those before it
 * leave.
 */
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

export interface MoveChange {
  readonly type: 'move';
  readonly id: string;
  readonly target: DropTarget;
  readonly from: Position;
  /** For a way back: where it was, which may have other neighbours when it is gone. */
  readonly to?: Position;
}

type AnyTree = OrderedTree<unknown>;

/** The move that a change comes to in a tree. */
export function toMove(tree: AnyTree, { id, target, to }: MoveChange): Move {
  return { id, ...(to && tree.parents.has(id) ? targetAt(tree, to) : target) };
}

/** A move of the shown tree as a change; null when the item is unknown. */
export function moveChange(tree: AnyTree, move: Move): MoveChange | null {
  const from = positionOf(tree, move.id);
  const { id, ...target } = move;
  return from && { type: 'move', id, target, from };
}

/** Several moves as one change: a single one stays itself. */
export function movesChange<Tree extends AnyTree>(
  tree: Tree,
  moves: readonly Move[],
  name: string,
  applyMove: Moves<Tree>['applyMove'],
): AnyChange<MoveChange> | null {
  let current = tree;
  const changes = moves.flatMap((move) => {
    const change = moveChange(current, move);
    current = applyMove(current, move);
    return change ? [change] : [];
  });
  return changes.length === 0 ? null : together(changes, name);
}

/** The way back of a move, given the tree before it and after it. */
export function invertMove(before: AnyTree, after: AnyTree, change: MoveChange): MoveChange {
  const { id } = change;
  const to = positionOf(before, id) ?? change.from;
  return { type: 'move', id, target: targetAt(after, to), from: positionOf(after, id) ?? change.from, to };
}

/** Whether the item still stands between the neighbours that are left of those recorded. */
export function isInPosition(tree: AnyTree, id: string, { parent, previous, next }: Position): boolean {
  if (tree.parents.get(id) !== parent) return false;
  const siblings = childrenOf(tree, parent);
  const at = siblings.indexOf(id);
  const indexOf = (neighbour: string | null) => (neighbour === null ? -1 : siblings.indexOf(neighbour));
  return indexOf(previous) < at && (indexOf(next) === -1 || at < indexOf(next));
}

/** From where items are to go to the change that does it; null when that changes nothing or is not possible. */
export interface MoveChanges<Tree> {
  /** The items go to the target, in the given order. */
  readonly moveTo: (tree: Tree, ids: readonly string[], target: DropTarget) => AnyChange<MoveChange> | null;
  /** The items go one place up or down among their siblings; the outermost stay. */
  readonly moveByOne: (tree: Tree, ids: readonly string[], direction: 1 | -1) => AnyChange<MoveChange> | null;
}

/** @param nameOf what moving several items is called, in the past tense */
export function createMoveChanges<Tree extends AnyTree>(
  { checkMoves, applyMove }: Moves<Tree>,
  nameOf: (tree: Tree, ids: readonly string[], target: DropTarget) => string,
): MoveChanges<Tree> {
  const moveTo: MoveChanges<Tree>['moveTo'] = (tree, ids, target) => {
    if (checkMoves(tree, ids, target) !== null) return null;
    const moves = moveSequence(ids, target);
    const after = moves.reduce((current, move) => applyMove(current, move), tree);
    return after === tree ? null : movesChange(tree, moves, nameOf(tree, ids, target), applyMove);
  };
  return {
    moveTo,
    moveByOne(tree, ids, direction) {
      const target = adjacentTarget(tree, ids, direction);
      return target && moveTo(tree, ids, target);
    },
  };
}

/** One call to the server. */
export interface Step<Tree, Request> {
  /** Ids in it may be provisional: of what an earlier step of the same change creates. */
  readonly request: Request;
  /** What the call makes of the tree. Total: unknown ids change nothing. */
  readonly apply: (tree: Tree) => Tree;
  /** Provisional ids of what it creates, by the field of the response with the real one. */
  readonly creates?: Readonly<Record<string, string>>;
}

/** What of an answer matters: the ids of what was created. */
export type Answer = Readonly<Record<string, string | undefined>>;

/** Sends one request; rejects when the server refuses it. */
export type Send<Request> = (request: Request) => Promise<Answer>;

interface AnyCall {
  call(path: unknown, body: unknown): Promise<Answer>;
}

type RequestTable = Readonly<Record<string, AnyCall['call']>>;

type RequestBy<Operation, Call> = Call extends (path: infer Path, body: infer Body) => unknown
  ? { readonly operation: Operation; readonly path: Path } & (undefined extends Body
      ? { readonly body?: undefined }
      : { readonly body: Body })
  : never;

/** A request as plain data: an operation of the table with its path parameters and its body. */
export type RequestOf<Table extends RequestTable> = {
  [Operation in keyof Table]: RequestBy<Operation, Table[Operation]>;
}[keyof Table];

/** Sends requests by a table. */
export function createSend<Table extends RequestTable>(table: Table): Send<RequestOf<Table>> {
  return ({ operation, path, body }) => {
    const call = table[operation];
    if (!call) throw new Error(`No call for ${String(operation)}`);
    return call(path, body);
  };
}

/** What a call answers whose answer does not matter. */
export async function noAnswer(sent: Promise<unknown>): Promise<Answer> {
  await sent;
  return {};
}

/** A unit that failed, and what became of the calls before the one that was refused. */
export class UnitError extends Error {
  /** True when nothing of the unit is left on the server. */
  readonly undone: boolean;

  constructor(cause: unknown, undone: boolean) {
    super(cause instanceof Error ? cause.message : 'The server rejected the change.', { cause });
    this.name = 'UnitError';
    this.undone = undone;
  }
}

const NO_TEXTS: ReadonlySet<string> = new Set();

/**
 * Plain data with provisional or replaced ids exchanged for the ids that the server knows.
 *
 * @param texts the names of members that hold texts of people, which may read like an id and stay as they are
 */
export function withIds<Data>(data: Data, ids: ReadonlyMap<string, string>, texts = NO_TEXTS): Data {
  if (ids.size === 0) return data;
  const latest = (id: string): string => {
    const next = ids.get(id);
    return next === undefined ? id : latest(next);
  };
  const exchanged: Data = JSON.parse(JSON.stringify(data), (name, value: unknown) =>
    typeof value === 'string' && !texts.has(name) ? latest(value) : value,
  );
  return exchanged;
}

/** An id for what the server has yet to create. */
export function provisionalId(): string {
  return `new:${crypto.randomUUID()}`;
}

interface Unit<Tree, Request> {
  /** The tree that the steps were planned for. */
  tree: Tree;
  steps: readonly Step<Tree, Request>[];
  send: Send<Request>;
  /** See `withIds`. */
  texts?: ReadonlySet<string> | undefined;
  /** The steps back from what was reached, and whether they lead back entirely. */
  planBack: (reached: Tree) => { steps: readonly Step<Tree, Request>[]; isWhole: boolean };
  onProgress?: (done: number, total: number) => void;
}

/**
 * Runs the steps one after another. Resolves with the ids that the server gave to what was created;
 * rejects with a `UnitError` after taking back the steps that had succeeded.
 */
export async function runSteps<Tree, Request>(unit: Unit<Tree, Request>): Promise<Map<string, string>> {
  const { tree, steps, send } = unit;
  const ids = new Map<string, string>();
  const run = async ({ request, creates = {} }: Step<Tree, Request>) => {
    const answer = await send(withIds(request, ids, unit.texts));
    for (const [member, provisional] of Object.entries(creates)) {
      const id = answer[member];
      if (id !== undefined) ids.set(provisional, id);
    }
  };
  /** Best effort, because whatever refused the unit may refuse this too. */
  const takeBack = async (reached: Tree): Promise<boolean> => {
    try {
      const back = unit.planBack(reached);
      for (const step of back.steps) await run(step);
      return back.isWhole;
    } catch {
      return false;
    }
  };
  let reached = tree;
  for (const [index, step] of steps.entries()) {
    try {
      await run(step);
    } catch (error) {
      throw new UnitError(error, index === 0 || (await takeBack(reached)));
    }
    reached = step.apply(reached);
    unit.onProgress?.(index + 1, steps.length);
  }
  return ids;
}
