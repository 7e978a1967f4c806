import type { OrganizationPresence, User } from '#api/generated/types.gen.ts';

const MAX_PEOPLE = 100;

/** What a person has open in one connection: a subject as a whole, or a page of it. */
export interface Attending {
  page: string | undefined;
  isEditing: boolean;
  user: User;
}

type Person = OrganizationPresence['people'][number];

interface ListedPerson {
  person: Person;
  json: string;
  connections: number;
}

/** Who has a subject open: each person once per page, for any number of connections. */
export class PeopleList {
  readonly #byKey = new Map<string, ListedPerson>();
  /** In order. Of a long list each person is sent another one: without themselves. */
  readonly #keys: readonly string[];
  /** The list for others; the same for many. */
  readonly #json: string;

  constructor(connections: Iterable<Attending>) {
    for (const attending of connections) {
      const { page, isEditing, user } = attending;
      const key = keyOf(attending);
      const listed = this.#byKey.get(key);
      if (listed) listed.connections += 1;
      else {
        const person: Person = { user, ...(page !== undefined && { page }), editing: isEditing };
        this.#byKey.set(key, { person, json: JSON.stringify(person), connections: 1 });
      }
    }
    this.#keys = [...this.#byKey.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    this.#json = this.#write(this.#keys);
  }

  /** The people as JSON, for one of the connections or for another person: people don't see themselves. */
  toJson(own: readonly Attending[] = []): string {
    const keys = this.#keysWithout(own);
    return keys.length === this.#keys.length ? this.#json : this.#write(keys);
  }

  /** Those who edit pages, in the same way. */
  editors(own: readonly Attending[] = []): { page: string; user: User }[] {
    return this.#keysWithout(own)
      .flatMap((key) => {
        const { page, editing, user } = this.#byKey.get(key)?.person ?? {};
        return page === undefined || !editing || !user ? [] : [{ page, user }];
      })
      .slice(0, MAX_PEOPLE);
  }

  #keysWithout(own: readonly Attending[]): readonly string[] {
    const ownKeys = own.map(keyOf).filter((key) => this.#byKey.get(key)?.connections === 1);
    return ownKeys.length === 0 ? this.#keys : this.#keys.filter((key) => !ownKeys.includes(key));
  }

  #write(keys: readonly string[]): string {
    return `[${keys
      .slice(0, MAX_PEOPLE)
      .map((key) => this.#byKey.get(key)?.json)
      .join(',')}]`;
  }
}

/** No id has a space. */
function keyOf({ page = '', isEditing, user }: Attending): string {
  return `${page} ${user.id} ${isEditing}`;
}
