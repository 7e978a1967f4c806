/** The state of the stand-in: lists and single resources by their path below `/v1`. */
import { type JsonObject, objectOf } from './json.ts';

export const organizationId = 'tideline';

/** Paths of items that are below their list at a server. */
const listPaths: Readonly<Record<string, string>> = {
  '/spaces': `/orgs/${organizationId}/spaces`,
  '/collections': `/orgs/${organizationId}/collections`,
};

const namesOf = ({ id, slug, name, number }: JsonObject) => [id, slug, name, String(number)];

export class ForeignState {
  /** Whether servers of this version list their groups of sections. */
  readonly listsGroups: boolean;
  readonly lists = new Map<string, JsonObject[]>();
  readonly singles = new Map<string, JsonObject>();
  #count = 0;

  constructor(listsGroups: boolean) {
    this.listsGroups = listsGroups;
  }

  newId(kind: string): string {
    this.#count += 1;
    return `new${kind}${this.#count}`;
  }

  /** The list at a path; undefined if there is none. */
  list(path: string): JsonObject[] | undefined {
    return this.lists.get(listPaths[path] ?? path);
  }

  /** The list at a path, made if it is missing. */
  listFor(path: string): JsonObject[] {
    const key = listPaths[path] ?? path;
    const list = this.lists.get(key) ?? [];
    this.lists.set(key, list);
    return list;
  }

  /** The resource at a path: a single one, or an item of the list above it by id, slug, name or number. */
  find(path: string): JsonObject | undefined {
    const single = this.singles.get(path);
    if (single) return single;
    const [parent, id] = splitPath(path);
    const item = this.list(parent)?.find((each) => namesOf(each).includes(id));
    return item ?? this.listOfIds(parent)?.find(([key]) => key === id)?.[1];
  }

  /** People and teams are listed in a wrapper: the id is of what is in it. */
  listOfIds(path: string): [id: unknown, item: JsonObject][] | undefined {
    return this.list(path)?.map((item) => {
      const holder = [item.user, item.team, item.organization].find((each) => 'id' in objectOf(each));
      return [objectOf(holder).id, item];
    });
  }

  /** The same path with the id of a change request that is named by its number. */
  pathOf(path: string): string {
    const [, list = '', number = ''] = /^(\/spaces\/[^/]+\/change-requests)\/(\d+)(?=\/|$)/.exec(path) ?? [];
    const item = this.list(list)?.find((each) => String(each.number) === number);
    return item ? path.replace(`${list}/${number}`, `${list}/${String(item.id)}`) : path;
  }

  remove(path: string): boolean {
    const [parent, id] = splitPath(path);
    const list = this.list(parent);
    const item = this.find(path);
    if (!list || !item || id === '') return false;
    list.splice(list.indexOf(item), 1);
    return true;
  }
}

export function splitPath(path: string): [parent: string, id: string] {
  const end = path.lastIndexOf('/');
  return [path.slice(0, end), decodeURIComponent(path.slice(end + 1))];
}
