import { type Kysely, sql } from 'kysely';
import type { User } from '#api/generated/types.gen.ts';
import { toUserView } from '#server/access/users.view.ts';
import type { Connection } from '#server/database/engine/connect.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { OtherServers, type PersonIds } from './other-servers.ts';
import { type Attending, PeopleList } from './people-list.ts';
import { Throttle } from './throttle.ts';

const ANNOUNCE_MS = 15_000;
/** People come together, such as after a restart: each list is sent to all. */
const TELL_PAUSE_MS = 250;
/** Who connects again within this time was not gone. */
const LEAVE_MS = 500;

/** A connection that has a subject open. */
export interface Attendee {
  readonly userId: string;
  /** Of one person, with a page each. */
  attending: readonly Attending[];
  /** Called when it comes, and when others have come or gone. */
  tell(people: PeopleList): void;
}

/**
 * Who has which subject open, by the connections of this process and what other servers say of theirs. Nothing of it is
 * stored. Where this process receives nothing of others, it knows its own people only.
 */
export class Presence {
  readonly #db: Kysely<Database>;
  readonly #now: () => number;
  readonly #others: OtherServers | undefined;
  readonly #rooms = new Map<string, Room>();
  #nextAnnouncement = 0;

  constructor({ db, pubSub }: Pick<Connection, 'db' | 'pubSub'>, now: () => number) {
    this.#db = db;
    this.#now = now;
    if (!pubSub?.isListening) return;
    this.#others = new OtherServers(pubSub, {
      now,
      ownPeople: (subject) => this.#rooms.get(subject)?.ownPeople(),
      onPeople: (subject) => void this.#updateOthers(subject),
    });
    pubSub.onReconnect(() => this.#announceAll('ask'));
  }

  /** Adds a connection to those that have a subject open. Returns a function that removes it. */
  join(subject: string, attendee: Attendee): () => void {
    const existingRoom = this.#rooms.get(subject);
    const room =
      existingRoom ?? new Room((people) => this.#others?.publishLists('announce', [[subject, people]]));
    this.#rooms.set(subject, room);
    room.add(attendee);
    if (!existingRoom) {
      this.#others?.publishLists('ask', [[subject, room.ownPeople()]]);
      void this.#updateOthers(subject);
    }
    return () =>
      room.remove(attendee, () => {
        if (!room.isEmpty || this.#rooms.get(subject) !== room) return;
        this.#rooms.delete(subject);
        this.#others?.publishLists('leave', [[subject, []]]);
      });
  }

  /** What a connection has open, or the name of its person, has changed. */
  update(subject: string): void {
    this.#rooms.get(subject)?.update();
  }

  /** Tells a connection again who is there, such as after its access was checked. */
  tell(subject: string, attendee: Attendee): void {
    this.#rooms.get(subject)?.tell(attendee);
  }

  /** A person may have another name. */
  forgetNames(userId: string | undefined): void {
    for (const [subject, room] of this.#rooms) {
      if (room.forgetOther(userId)) void this.#updateOthers(subject);
    }
  }

  /** Call it about every second. */
  tick(): void {
    this.#others?.expire();
    const now = this.#now();
    if (this.#nextAnnouncement > now && this.#nextAnnouncement <= now + ANNOUNCE_MS) return;
    this.#nextAnnouncement = now + ANNOUNCE_MS;
    this.#announceAll('announce');
  }

  /** Resolves when the other servers know that nobody is here any more. */
  async close(): Promise<void> {
    this.#others?.publishLists(
      'leave',
      [...this.#rooms.keys()].map((subject) => [subject, []]),
    );
    this.#rooms.clear();
    await this.#others?.flush();
  }

  #announceAll(kind: 'ask' | 'announce'): void {
    const lists = [...this.#rooms].map(([subject, room]) => [subject, room.ownPeople()] as const);
    this.#others?.publishLists(kind, lists);
  }

  /** Shows those who are there through other servers, once their names are known. */
  async #updateOthers(subject: string): Promise<void> {
    const room = this.#rooms.get(subject);
    if (!room || !this.#others) return;
    const unknown = room.unknownOthers(this.#others.peopleOf(subject).map(([, userId]) => userId));
    if (unknown.length > 0) {
      // Where the database doesn't respond, they are shown with the next announcement of anybody.
      room.addOthers(await findUsers(this.#db, unknown).catch(() => []));
    }
    room.showOthers(this.#others.peopleOf(subject));
  }
}

/** The connections of this process that have one subject open. */
class Room {
  readonly #attendees = new Set<Attendee>();
  /** Those that have gone, and may come back at once with another connection. */
  readonly #leaving = new Map<Attendee, NodeJS.Timeout>();
  readonly #telling = new Throttle(TELL_PAUSE_MS, () => this.#tellAll());
  readonly #onOwnPeople: (people: readonly PersonIds[]) => void;
  /** Those who are there through other servers, and what is known of them. */
  readonly #names = new Map<string, User>();
  #others: Attending[] = [];
  #announced = '[]';
  #list = new PeopleList([]);

  /** @param onOwnPeople is called when others are there through this process than before */
  constructor(onOwnPeople: (people: readonly PersonIds[]) => void) {
    this.#onOwnPeople = onOwnPeople;
  }

  get isEmpty(): boolean {
    return this.#attendees.size === 0 && this.#leaving.size === 0;
  }

  add(attendee: Attendee): void {
    for (const [former, timer] of this.#leaving) {
      if (former.userId !== attendee.userId) continue;
      clearTimeout(timer);
      this.#leaving.delete(former);
    }
    this.#attendees.add(attendee);
    // At once to the one who came; to the others in their time.
    this.#list = this.#makeList();
    attendee.tell(this.#list);
    this.#telling.signal();
  }

  remove(attendee: Attendee, onRemoved: () => void): void {
    if (!this.#attendees.delete(attendee)) return;
    const remove = () => {
      this.#leaving.delete(attendee);
      if (this.isEmpty) this.#telling.stop();
      else this.#telling.signal();
      onRemoved();
    };
    const isElsewhere = [...this.#attendees].some(({ userId }) => userId === attendee.userId);
    if (isElsewhere) remove();
    else this.#leaving.set(attendee, setTimeout(remove, LEAVE_MS).unref());
  }

  update(): void {
    this.#telling.signal();
  }

  tell(attendee: Attendee): void {
    if (this.#attendees.has(attendee)) attendee.tell(this.#list);
  }

  /** The people through this process, each once per page. */
  ownPeople(): PersonIds[] {
    const people = this.#attending().map(({ page = '', isEditing, user }): [string, PersonIds] => [
      `${page} ${user.id} ${isEditing}`,
      [page, user.id, isEditing ? 1 : 0],
    ]);
    return [...new Map(people).values()];
  }

  /** Of these people those whose names are not known. */
  unknownOthers(userIds: readonly string[]): string[] {
    return [...new Set(userIds)].filter((id) => !this.#names.has(id));
  }

  addOthers(users: readonly User[]): void {
    for (const user of users) this.#names.set(user.id, user);
  }

  /** Forgets the name of one or all; whether one was known. */
  forgetOther(userId?: string): boolean {
    if (userId !== undefined) return this.#names.delete(userId);
    const { size } = this.#names;
    this.#names.clear();
    return size > 0;
  }

  showOthers(people: readonly PersonIds[]): void {
    this.#others = people.flatMap(([page, userId, isEditing]) => {
      const user = this.#names.get(userId);
      return user ? [{ page: page === '' ? undefined : page, isEditing: isEditing === 1, user }] : [];
    });
    this.#telling.signal();
  }

  #attending(): Attending[] {
    return [...this.#attendees, ...this.#leaving.keys()].flatMap(({ attending }) => attending);
  }

  #makeList(): PeopleList {
    return new PeopleList([...this.#attending(), ...this.#others]);
  }

  #tellAll(): void {
    this.#list = this.#makeList();
    for (const attendee of this.#attendees) attendee.tell(this.#list);
    const ownPeople = this.ownPeople();
    const announced = JSON.stringify(ownPeople);
    if (announced !== this.#announced) this.#onOwnPeople(ownPeople);
    this.#announced = announced;
  }
}

async function findUsers(db: Kysely<Database>, ids: readonly string[]): Promise<User[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'email', 'photo_url'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return rows.map((row) => toUserView(row));
}
