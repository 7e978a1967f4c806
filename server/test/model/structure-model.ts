/** A position, by the ids of the neighbors. */
export interface ModelPosition {
  before?: string | undefined;
  after?: string | undefined;
}

/** The key of the top-level list of a {@link ListModel}. */
export const TOP = 'top';

/** Ordered lists in memory: the expected order on the server. Every item is in exactly one list. */
export class ListModel {
  readonly #lists: Map<string, string[]>;

  constructor(lists: Iterable<readonly [string, readonly string[]]>) {
    this.#lists = new Map([...lists].map(([key, items]) => [key, [...items]]));
  }

  get lists(): Map<string, string[]> {
    return this.#lists;
  }

  get items(): string[] {
    return [...this.#lists.values()].flat();
  }

  list(key: string): string[] {
    return this.#lists.get(key) ?? [];
  }

  /** The list that contains an item. */
  listOf(item: string): string {
    for (const [key, items] of this.#lists) if (items.includes(item)) return key;
    throw new Error(`No list holds ${item}.`);
  }

  /** Whether a move is valid: two neighbors must be adjacent once the moved item is removed. */
  canMove(item: string, { before, after }: ModelPosition): boolean {
    if (before === item || after === item) return false;
    if (before === undefined || after === undefined) return true;
    const others = this.list(this.listOf(before)).filter((other) => other !== item);
    const index = others.indexOf(after);
    return index >= 0 && others[index + 1] === before;
  }

  /** Moves an item beside a neighbor, in the neighbor's list, or to the end of its own list. */
  move(item: string, { before, after }: ModelPosition): void {
    const neighbor = before ?? after;
    const target = this.listOf(neighbor ?? item);
    this.remove(item);
    const items = this.list(target);
    const index = before === undefined ? items.indexOf(after ?? '') + 1 : items.indexOf(before);
    items.splice(neighbor === undefined ? items.length : index, 0, item);
  }

  /** Moves an item to the end of a list. */
  append(key: string, item: string): void {
    this.remove(item);
    this.list(key).push(item);
  }

  remove(item: string): void {
    for (const items of this.#lists.values()) {
      if (items.includes(item)) items.splice(items.indexOf(item), 1);
    }
  }

  /** Replaces the item with this key by the items of its list, and removes the list. */
  dissolve(key: string): void {
    const items = this.list(this.listOf(key));
    items.splice(items.indexOf(key), 1, ...this.list(key));
    this.#lists.delete(key);
  }
}
