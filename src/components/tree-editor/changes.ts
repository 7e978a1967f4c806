/**
 * Changes to a tree as plain data with a `type`, so that they can be queued, sent and undone. Each kind of change
 * is one object; a tree's rules delegate to it. A change is planned as steps, one request each.
 */
import {
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

/** One kind of change: `Own` is one member of the union `Change`. */
export interface ChangeKind<Tree, Own, Change, Request, Capabilities> {
  /**
   * Why the change can't be made now, as a sentence, or null.
   *
   * @param isPast for undo and redo: also denied if someone else has changed the same item since
   */
  check(tree: Tree, change: Own, isPast: boolean): string | null;
  /** The requests for it; none if nothing is left to do. */
  plan(tree: Tree, change: Own, capabilities: Capabilities): Step<Tree, Request>[];
  /** The tree after the change. Idempotent. */
  apply(tree: Tree, change: Own): Tree;
  /** The change that undoes it, given the tree before it. */
  invert(before: Tree, change: Own): Change;
  /** A description in the past tense, given the tree before it. */
  describe(tree: Tree, change: Own): string;
}

/** Several changes that are made and undone as one. */
export interface Batch<Single> {
  readonly type: 'batch';
  readonly name: string;
  readonly changes: readonly AnyChange<Single>[];
  /** A refused part leaves the parts before it made, and none after it is tried. Without it, all are reverted. */
  readonly stopsAtRefusal?: true;
}

export type AnyChange<Single> = Single | Batch<Single>;

/** The rules for every change of a tree. */
export interface ChangeRules<Tree, Change, Request, Capabilities> extends ChangeKind<
  Tree,
  Change,
  Change,
  Request,
  Capabilities
> {
  /** The parts of a change that stops at a refusal; null for a change that is made as a whole. */
  partsOf(change: Change): readonly Change[] | null;
  /** Changes as one, which is made as a whole. */
  join(changes: readonly Change[], name: string): Change;
}

/** Combines changes; a single one is returned unchanged. */
export function combine<Single>(changes: readonly AnyChange<Single>[], name = ''): AnyChange<Single> {
  const [only] = changes;
  return changes.length === 1 && only !== undefined ? only : { type: 'batch', name, changes };
}

/**
 * Creates the rules of a tree from its kinds of change. The changes of a batch are checked and planned in sequence,
 * each on the result of the previous ones.
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
    partsOf: (change) => (isBatch(change) && change.stopsAtRefusal ? change.changes : null),
    join: combine,
  };
  return rules;
}

/** The tree after several steps. */
export function applySteps<Tree>(tree: Tree, steps: readonly Pick<Step<Tree, unknown>, 'apply'>[]): Tree {
  return steps.reduce((current, step) => step.apply(current), tree);
}

export interface MoveChange {
  readonly type: 'move';
  readonly id: string;
  readonly target: DropTarget;
  readonly from: Position;
  /** For undo: the previous position, used instead of `target`, whose item may have been deleted. */
  readonly to?: Position;
}

type AnyTree = OrderedTree<unknown>;

/** The move that a change makes in a tree. */
export function toMove(tree: AnyTree, { id, target, to }: MoveChange): Move {
  return { id, ...(to && tree.parents.has(id) ? targetAt(tree, to) : target) };
}

/** A move in the shown tree as a change; null if the item is unknown. */
export function moveChange(tree: AnyTree, move: Move): MoveChange | null {
  const from = positionOf(tree, move.id);
  const { id, ...target } = move;
  return from && { type: 'move', id, target, from };
}

/** Several moves as one change; a single one is returned unchanged, and null if nothing would change. */
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
  return current === tree ? null : combine(changes, name);
}

/** The change that undoes a move, given the trees before and after it. */
export function invertMove(before: AnyTree, after: AnyTree, change: MoveChange): MoveChange {
  const { id } = change;
  const to = positionOf(before, id) ?? change.from;
  return { type: 'move', id, target: targetAt(after, to), from: positionOf(after, id) ?? change.from, to };
}

/** Whether an item is still between those of its recorded neighbors that exist. */
export function isInPosition(tree: AnyTree, id: string, { parent, previous, next }: Position): boolean {
  if (tree.parents.get(id) !== parent) return false;
  const siblings = childrenOf(tree, parent);
  const at = siblings.indexOf(id);
  const indexOf = (neighbor: string | null) => (neighbor === null ? -1 : siblings.indexOf(neighbor));
  return indexOf(previous) < at && (indexOf(next) === -1 || at < indexOf(next));
}

/** Creates the change that moves items to the target, in the given order; null if nothing would change or it is not possible. */
export type MoveTo<Tree> = (
  tree: Tree,
  ids: readonly string[],
  target: DropTarget,
) => AnyChange<MoveChange> | null;

/** @param nameOf describes a move of several items, in the past tense */
export function createMoveTo<Tree extends AnyTree>(
  { checkMoves, applyMove }: Pick<Moves<Tree>, 'checkMoves' | 'applyMove'>,
  nameOf: (tree: Tree, ids: readonly string[], target: DropTarget) => string,
): MoveTo<Tree> {
  return (tree, ids, target) =>
    checkMoves(tree, ids, target) === null
      ? movesChange(tree, moveSequence(ids, target), nameOf(tree, ids, target), applyMove)
      : null;
}

/** One request to the server. */
export interface Step<Tree, Request> {
  /** May contain provisional ids of items that an earlier step creates. */
  readonly request: Request;
  /** Applies the request's effect to the tree. Unknown ids change nothing. */
  readonly apply: (tree: Tree) => Tree;
  /** Provisional ids of created items, by the response field with the real id. */
  readonly creates?: Readonly<Record<string, string>>;
}

/** The ids of created items in a response. */
export type CreatedIds = Readonly<Record<string, string | undefined>>;

/** Sends one request; rejects if the server rejects it. */
export type Send<Request> = (request: Request) => Promise<CreatedIds>;

interface AnyCall {
  call(path: unknown, body: unknown): Promise<CreatedIds>;
}

type RequestTable = Readonly<Record<string, AnyCall['call']>>;

type RequestBy<Operation, Call> = Call extends (path: infer Path, body: infer Body) => unknown
  ? { readonly operation: Operation; readonly path: Path } & (undefined extends Body
      ? { readonly body?: undefined }
      : { readonly body: Body })
  : never;

/** A request as plain data: an operation of the table, path parameters and body. */
export type RequestOf<Table extends RequestTable> = {
  [Operation in keyof Table]: RequestBy<Operation, Table[Operation]>;
}[keyof Table];

/** Creates a function that sends requests through a table. */
export function createSend<Table extends RequestTable>(table: Table): Send<RequestOf<Table>> {
  return ({ operation, path, body }) => {
    const call = table[operation];
    if (!call) throw new Error(`No call for ${String(operation)}`);
    return call(path, body);
  };
}

/** The response of a request that creates nothing. */
export async function createsNothing(sent: Promise<unknown>): Promise<CreatedIds> {
  await sent;
  return {};
}

/** A change failed at one of its requests; earlier ones may have been reverted. */
export class UnitError extends Error {
  /** Whether all earlier requests were reverted. */
  readonly undone: boolean;

  constructor(cause: unknown, undone: boolean) {
    super(cause instanceof Error ? cause.message : 'The server rejected the change.', { cause });
    this.name = 'UnitError';
    this.undone = undone;
  }
}

const NO_TEXTS: ReadonlySet<string> = new Set();

/**
 * Replaces provisional and outdated ids in plain data by the server's.
 *
 * @param texts fields with text, which is not replaced even if it equals an id
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

/** A temporary id for an item that the server has not created yet. */
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
  /** Plans the steps back to the original tree. `isWhole` is false if something can't be restored. */
  planRevert: (reached: Tree) => { steps: readonly Step<Tree, Request>[]; isComplete: boolean };
  onProgress?: (done: number, total: number) => void;
}

/**
 * Runs the steps in order. Resolves to the ids of created items; rejects with a `UnitError` after reverting the
 * completed steps.
 */
export async function runSteps<Tree, Request>(unit: Unit<Tree, Request>): Promise<Map<string, string>> {
  const { tree, steps, send } = unit;
  const ids = new Map<string, string>();
  const run = async ({ request, creates = {} }: Step<Tree, Request>) => {
    const createdIds = await send(withIds(request, ids, unit.texts));
    for (const [member, provisional] of Object.entries(creates)) {
      const id = createdIds[member];
      if (id !== undefined) ids.set(provisional, id);
    }
  };
  /** Best effort: what made a step fail may make this fail too. */
  const revert = async (reached: Tree): Promise<boolean> => {
    try {
      const plan = unit.planRevert(reached);
      for (const step of plan.steps) await run(step);
      return plan.isComplete;
    } catch {
      return false;
    }
  };
  let reached = tree;
  for (const [index, step] of steps.entries()) {
    try {
      await run(step);
    } catch (error) {
      throw new UnitError(error, index === 0 || (await revert(reached)));
    }
    reached = step.apply(reached);
    unit.onProgress?.(index + 1, steps.length);
  }
  return ids;
}
