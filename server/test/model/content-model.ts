import type { ContentKey, ContentTarget } from '#server/content-tree/content-move.ts';
import type { SeededRandom } from '../random.ts';

/** The result of a move: done, or the status of its error. */
export type MoveResult = 'moved' | 400 | 404 | 409;

/** A move in the model. */
export interface ModelMove {
  moved: ContentKey;
  target: ContentTarget;
}

/**
 * Collections and spaces of one organization as plain lists: the expected result of moves on the server. Parents are
 * collection ids, or null for the top level.
 */
export class ContentModel {
  readonly lists = new Map<string | null, ContentKey[]>([[null, []]]);
  readonly #parents = new Map<string, string | null>();

  /** Appends an item to a parent. */
  add(item: ContentKey, parentId: string | null): void {
    this.listOf(parentId).push(item);
    this.#parents.set(item.id, parentId);
    if (item.kind === 'collection') this.lists.set(item.id, []);
  }

  /** Removes an item with its content; returns the ids of removed spaces. */
  remove(item: ContentKey): string[] {
    const inside = item.kind === 'collection' ? [...this.listOf(item.id)] : [];
    const spaces = inside.flatMap((each) => this.remove(each));
    const siblings = this.listOf(this.parentOf(item.id));
    siblings.splice(siblings.indexOf(item), 1);
    this.#parents.delete(item.id);
    this.lists.delete(item.id);
    return item.kind === 'space' ? [item.id] : spaces;
  }

  /** The items of a parent, in order. */
  listOf(parentId: string | null): ContentKey[] {
    const list = this.lists.get(parentId);
    if (!list) throw new Error(`There is no collection ${parentId}.`);
    return list;
  }

  parentOf(id: string): string | null {
    const parentId = this.#parents.get(id);
    if (parentId === undefined) throw new Error(`There is no ${id}.`);
    return parentId;
  }

  items(): ContentKey[] {
    return [...this.lists.values()].flat();
  }

  /** Applies a move, or returns the expected error status. */
  move({ moved, target }: ModelMove): MoveResult {
    if (!this.lists.has(target.parentId)) return 404;
    if (moved.kind === 'collection' && this.#isWithin(target.parentId, moved.id)) return 409;
    const problem =
      this.#neighborProblem(moved, target, target.after) ??
      this.#neighborProblem(moved, target, target.before);
    if (problem) return problem;
    const others = this.listOf(target.parentId).filter(({ id }) => id !== moved.id);
    const after = others.findIndex(({ id }) => id === target.after?.id);
    const before = others.findIndex(({ id }) => id === target.before?.id);
    if (target.after && target.before && before !== after + 1) return 400;
    const index = target.after ? after + 1 : target.before ? before : others.length;
    const old = this.listOf(this.parentOf(moved.id));
    old.splice(
      old.findIndex(({ id }) => id === moved.id),
      1,
    );
    this.listOf(target.parentId).splice(index, 0, moved);
    this.#parents.set(moved.id, target.parentId);
    return 'moved';
  }

  #neighborProblem(
    moved: ContentKey,
    target: ContentTarget,
    neighbor: ContentKey | undefined,
  ): MoveResult | undefined {
    if (!neighbor) return undefined;
    if (neighbor.id === moved.id) return 400;
    if (!this.#parents.has(neighbor.id)) return 404;
    return this.parentOf(neighbor.id) === target.parentId ? undefined : 409;
  }

  #isWithin(parentId: string | null, ancestorId: string): boolean {
    if (parentId === null) return false;
    return parentId === ancestorId || this.#isWithin(this.parentOf(parentId), ancestorId);
  }
}

/** A random move: most are valid, some are not. */
export function randomMove(model: ContentModel, random: SeededRandom): ModelMove {
  const items = model.items();
  const moved = random.pick(items);
  const collections = items.filter(({ kind }) => kind === 'collection').map(({ id }) => id);
  const parentId = random.chance(0.4) ? model.parentOf(moved.id) : random.pick([null, null, ...collections]);
  const list = model.listOf(parentId);
  const neighbor = () => (list.length > 0 && random.chance(0.95) ? random.pick(list) : random.pick(items));
  const form = random.next();
  if (form < 0.1) return { moved, target: { parentId } };
  if (form < 0.45) return { moved, target: { parentId, before: neighbor() } };
  if (form < 0.8) return { moved, target: { parentId, after: neighbor() } };
  const others = list.filter(({ id }) => id !== moved.id);
  const index = random.below(Math.max(1, others.length - 1));
  if (random.chance(0.7))
    return { moved, target: { parentId, after: others[index], before: others[index + 1] } };
  return { moved, target: { parentId, after: neighbor(), before: neighbor() } };
}
