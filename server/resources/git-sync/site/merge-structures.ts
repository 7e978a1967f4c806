import { groupBy } from '#server/base/group-by.ts';
import type {
  PlannedGroup,
  PlannedSection,
  PlannedSiteSpace,
  PlannedStructure,
} from '../../site-structure/history/planned-structure.ts';

/** The three-way merge of structures. Pure. */

interface Item {
  kind: 'group' | 'section' | 'space';
  /** The id of the item that it is in; `''` for the top. */
  parent: string;
  fields: Readonly<Record<string, string | null>>;
}

/** A structure as items by id, and as lists of ids by what they are in. */
interface Flat {
  items: Map<string, Item>;
  lists: Map<string, string[]>;
  /** The default of each list; all sections are one. */
  defaults: Map<string, string>;
}

export interface MergedStructures {
  merged: PlannedStructure;
  /** What both sides have changed differently, each as a part of a sentence; the merge has what `takes` says. */
  conflicts: string[];
}

export interface StructureVersions {
  base: PlannedStructure;
  ours: PlannedStructure;
  theirs: PlannedStructure;
}

/** Joins what two structures have changed since a third one. `takes`: whose value counts where both have changed one. */
export function mergeStructures(versions: StructureVersions, takes: 'ours' | 'theirs'): MergedStructures {
  return new StructureMerge(versions, takes).run();
}

class StructureMerge {
  readonly #base: Flat;
  readonly #ours: Flat;
  readonly #theirs: Flat;
  readonly #takes: 'ours' | 'theirs';
  readonly #titleOf: (item: Item) => string;
  readonly #items = new Map<string, Item>();
  /** Their ids by what they are in. */
  #lists = new Map<string, string[]>();
  readonly #conflicts: string[] = [];

  constructor({ base, ours, theirs }: StructureVersions, takes: 'ours' | 'theirs') {
    [this.#base, this.#ours, this.#theirs] = [flatten(base), flatten(ours), flatten(theirs)];
    this.#takes = takes;
    this.#titleOf = ({ fields }) => `“${fields['title'] ?? fields['path'] ?? ''}”`;
  }

  run(): MergedStructures {
    for (const id of new Set([...this.#ours.items.keys(), ...this.#theirs.items.keys()])) {
      const item = this.#join(id);
      if (item) this.#items.set(id, item);
    }
    this.#keepParents();
    this.#lists = groupBy(this.#items.keys(), (id) => this.#items.get(id)?.parent ?? '');
    return { merged: this.#rebuild(), conflicts: this.#conflicts };
  }

  /** What both have made of a value. */
  #choose<Value>([was, our, their]: [was: Value, our: Value, their: Value], name: () => string): Value {
    if (their === was || their === our) return our;
    if (our === was) return their;
    this.#conflicts.push(name());
    return this.#takes === 'ours' ? our : their;
  }

  #join(id: string): Item | undefined {
    const [was, our, their] = [this.#base, this.#ours, this.#theirs].map(({ items }) => items.get(id));
    const only = our ?? their;
    if (!only) return undefined;
    if (!our || !their) {
      if (!was) return only;
      if (isSame(was, only)) return undefined;
      this.#conflicts.push(`${this.#titleOf(only)}, which one side has changed and the other removed`);
      return (this.#takes === 'ours') === (only === our) ? only : undefined;
    }
    const pick = (name: string, of: (item: Item) => string | null) =>
      this.#choose([of(was ?? our), of(our), of(their)], () => `the ${name} of ${this.#titleOf(our)}`);
    return {
      kind: our.kind,
      parent: pick('place', ({ parent }) => parent) ?? '',
      fields: Object.fromEntries(
        Object.keys(our.fields).map((field) => [
          field,
          pick(field === 'spaceId' ? 'space' : field, ({ fields }) => fields[field] ?? null),
        ]),
      ),
    };
  }

  /** One side has removed what the other has put something into. */
  #keepParents(): void {
    for (const [id, item] of this.#items) {
      if (item.parent === '' || this.#items.has(item.parent)) continue;
      const [our, their] = [this.#ours, this.#theirs].map(({ items }) => items.get(item.parent));
      const parent = this.#takes === 'ours' ? our : their;
      this.#conflicts.push(
        `${this.#titleOf(our ?? their ?? item)}, which one side has put something into and the other removed`,
      );
      if (parent) this.#items.set(item.parent, parent);
      else this.#items.delete(id);
    }
  }

  /** The items of a list in order: that of the side which has moved some, with what only the other has behind its neighbor. */
  #orderOf(parent: string): string[] {
    const isHere = (id: string) => this.#items.get(id)?.parent === parent;
    const listOf = (flat: Flat) => (flat.lists.get(parent) ?? []).filter(isHere);
    const [was, our, their] = [listOf(this.#base), listOf(this.#ours), listOf(this.#theirs)];
    const sets = [was, our, their].map((list) => new Set(list));
    const common = [was, our, their].map((list) =>
      list.filter((id) => sets.every((other) => other.has(id))).join(' '),
    );
    const chosen = this.#choose([common[0] ?? '', common[1] ?? '', common[2] ?? ''], () => {
      const item = this.#items.get(parent);
      return `the order ${item ? `in ${this.#titleOf(item)}` : 'of the sections'}`;
    });
    const [first, second] = chosen === common[1] ? [our, their] : [their, our];
    const order = [...first];
    const placed = new Set(first);
    for (const [index, id] of second.entries()) {
      if (placed.has(id)) continue;
      const previous = second[index - 1];
      order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
      placed.add(id);
    }
    const rest = [...(this.#lists.get(parent) ?? [])].filter((id) => !placed.has(id));
    return [...order, ...rest];
  }

  #listIn(parent: string, kind: Item['kind']): string[] {
    return this.#orderOf(parent).filter((id) => this.#items.get(id)?.kind === kind);
  }

  #defaultOf(list: string, ids: readonly string[]): string | undefined {
    const values = [this.#base, this.#ours, this.#theirs].map(({ defaults }) => defaults.get(list));
    const chosen = this.#choose([values[0], values[1], values[2]], () => {
      const item = this.#items.get(list);
      return `the default ${item ? `of ${this.#titleOf(item)}` : 'section'}`;
    });
    return ids.find((id) => id === chosen) ?? ids[0];
  }

  #spacesIn(parent: string): PlannedSiteSpace[] {
    const ids = this.#listIn(parent, 'space');
    const chosen = this.#defaultOf(parent === '' ? TOP_SPACES : parent, ids);
    return ids.map((id) => ({
      id,
      spaceId: this.#text(id, 'spaceId'),
      path: this.#text(id, 'path'),
      condition: this.#orNull(id, 'condition'),
      isDefault: id === chosen,
    }));
  }

  #text(id: string, field: string): string {
    return this.#orNull(id, field) ?? '';
  }

  #orNull(id: string, field: string): string | null {
    return this.#items.get(id)?.fields[field] ?? null;
  }

  #rebuild(): PlannedStructure {
    const spaces = new Map(
      [...this.#items].flatMap(([id, { kind }]) => (kind === 'section' ? [[id, this.#spacesIn(id)]] : [])),
    );
    // A section without a space is none.
    const sections = [...spaces].flatMap(([id, list]) => (list.length > 0 ? [id] : []));
    const kept = new Set(sections);
    const chosen = sections.length > 0 ? this.#defaultOf('', sections) : undefined;
    const toSection = (id: string): PlannedSection => ({
      kind: 'section',
      id,
      title: this.#text(id, 'title'),
      path: this.#text(id, 'path'),
      icon: this.#orNull(id, 'icon'),
      description: this.#orNull(id, 'description'),
      condition: this.#orNull(id, 'condition'),
      isDefault: id === chosen,
      siteSpaces: spaces.get(id) ?? [],
    });
    const isKept = (id: string) => kept.has(id);
    const top = this.#orderOf('').flatMap((id): (PlannedGroup | PlannedSection)[] => {
      const kind = this.#items.get(id)?.kind;
      if (kind === 'section') return isKept(id) ? [toSection(id)] : [];
      if (kind !== 'group') return [];
      const inside = this.#listIn(id, 'section').filter(isKept).map(toSection);
      return [{ kind, id, title: this.#text(id, 'title'), icon: this.#orNull(id, 'icon'), sections: inside }];
    });
    return { top, siteSpaces: sections.length > 0 ? [] : this.#spacesIn('') };
  }
}

const TOP_SPACES = 'spaces';

function isSame(one: Item, other: Item): boolean {
  return (
    one.parent === other.parent &&
    Object.keys(one.fields).every((field) => one.fields[field] === other.fields[field])
  );
}

function flatten({ top, siteSpaces }: PlannedStructure): Flat {
  const flat: Flat = { items: new Map(), lists: new Map(), defaults: new Map() };
  const add = (id: string, item: Item) => {
    flat.items.set(id, item);
    const list = flat.lists.get(item.parent);
    if (list) list.push(id);
    else flat.lists.set(item.parent, [id]);
  };
  const addSpaces = (list: readonly PlannedSiteSpace[], parent: string) => {
    for (const { id, spaceId, path, condition, isDefault } of list) {
      add(id, { kind: 'space', parent, fields: { spaceId, path, condition } });
      if (isDefault) flat.defaults.set(parent === '' ? TOP_SPACES : parent, id);
    }
  };
  const addSection = (section: PlannedSection, parent: string) => {
    const { id, title, path, icon, description, condition, isDefault } = section;
    add(id, { kind: 'section', parent, fields: { title, path, icon, description, condition } });
    if (isDefault) flat.defaults.set('', id);
    addSpaces(section.siteSpaces, id);
  };
  for (const item of top) {
    if (item.kind === 'section') addSection(item, '');
    else {
      add(item.id, { kind: 'group', parent: '', fields: { title: item.title, icon: item.icon } });
      for (const section of item.sections) addSection(section, item.id);
    }
  }
  addSpaces(siteSpaces, '');
  return flat;
}
