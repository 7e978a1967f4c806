import type { ChangeRequestEditor, User } from '#api/generated/types.gen.ts';

const MAX_EDITORS = 100;

/** A page that a person is editing in one connection. */
export interface Editing {
  page: string;
  user: User;
}

/** The people who are editing each page: each person once per page, for any number of connections. */
export class EditorList {
  readonly #byKey = new Map<string, { json: string; connections: number }>();
  /** In order. Of a long list each editor is sent another one: without themselves. */
  readonly #keys: readonly string[];
  /** The list for who edits nothing; the same for many. */
  readonly #json: string;

  constructor(connections: Iterable<Editing>) {
    for (const { page, user } of connections) {
      const key = keyOf(page, user.id);
      const existingEditor = this.#byKey.get(key);
      if (existingEditor) existingEditor.connections += 1;
      else {
        const editor: ChangeRequestEditor = { page, user };
        this.#byKey.set(key, { json: JSON.stringify(editor), connections: 1 });
      }
    }
    this.#keys = [...this.#byKey.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    this.#json = this.#write();
  }

  /** The data of an event, for one of the connections or for another person: people don't see themselves. */
  toJson(own?: Editing): string {
    const key = own && keyOf(own.page, own.user.id);
    return key !== undefined && this.#byKey.get(key)?.connections === 1 ? this.#write(key) : this.#json;
  }

  #write(without?: string): string {
    const texts: string[] = [];
    for (const key of this.#keys) {
      if (texts.length === MAX_EDITORS) break;
      if (key !== without) texts.push(this.#byKey.get(key)?.json ?? '');
    }
    return `{"editors":[${texts.join(',')}]}`;
  }
}

/** No id has a space. */
function keyOf(page: string, userId: string): string {
  return `${page} ${userId}`;
}
