/** Where something goes, by the ids of its neighbours. */
export interface ModelPosition {
  before?: string | undefined;
  after?: string | undefined;
}

/** The key of the top level among the lists of a {@link ListModel}. */
export const TOP = 'top';

/**
 * Ordered lists in memory, as plain as can be: what the server's order is compared with. Every item is in exactly one
 * list.
 */
export class ListModel {
  readonly #lists: Map<string, string[]>;

  constructor(lists: Iterable<readonly [string, readonly string[]]>) {
    this.#lists = new Map([...lists].map(([key, items]) => [key, [...items]]));
  }

  /** The lists as they are now. */
  get lists(): Map<string, string[]> {
    return this.#lists;
  }

  /** The items of all lists, list by list. */
  get items(): string[] {
    return [...this.#lists.values()].flat();
  }

  /** The items of one list. */
  list(key: string): string[] {
    return this.#lists.get(key) ?? [];
  }

  /** The list that holds an item. */
  listOf(item: string): string {
    for (const [key, items] of this.#lists) if (items.includes(item)) return key;
    throw new Error(`No list holds ${item}.`);
  }

  /** Whether a move can be: two neighbours have to follow each other once the moved item is out of the way. */
  canMove(item: string, { before, after }: ModelPosition): boolean {
    if (before === item || after === item) return false;
    if (before === undefined || after === undefined) return true;
    const others = this.list(this.listOf(before)).filter((other) => other !== item);
    const index = others.indexOf(after);
    return index >= 0 && others[index + 1] === before;
  }

  /** Moves an item beside a neighbour, into whatever list that is in, or to the end of its own list. */
  move(item: string, { before, after }: ModelPosition): void {
    const neighbour = before ?? after;
    const target = this.listOf(neighbour ?? item);
    this.remove(item);
    const items = this.list(target);
    const index = before === undefined ? items.indexOf(after ?? '') + 1 : items.indexOf(before);
    items.splice(neighbour === undefined ? items.length : index, 0, item);
  }

  /** Puts an item, out of whatever list it is in, at the end of a list. */
  append(key: string, item: string): void {
    this.remove(item);
    this.list(key).push(item);
  }

  /** Takes an item out of its list, where it is in one. */
  remove(item: string): void {
    for (const items of this.#lists.values()) {
      if (items.includes(item)) items.splice(items.indexOf(item), 1);
    }
  }

  /** Puts the items of a list in place of the item of another list that has its key, and drops the list. */
  dissolve(key: string): void {
    const items = this.list(this.listOf(key));
    items.splice(items.indexOf(key), 1, ...this.list(key));
    this.#lists.delete(key);
  }
}
