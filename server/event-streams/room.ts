import type { ChangeRequestChanged, User } from '#api/generated/types.gen.ts';
import { type Editing, EditorList } from './editors.ts';
import type { EventStream } from './event-stream.ts';
import type { EditorIds } from './other-servers.ts';
import { Throttle } from './throttle.ts';

/** Changes are sent at most so often. */
const CHANGE_PAUSE_MS = 1000;
/** People come together, such as after a restart: each list is sent to all. */
const EDITORS_PAUSE_MS = 250;

/** An open stream. */
export interface Follower {
  readonly stream: EventStream;
  user: User;
  readonly page: string | undefined;
  readonly authorize: () => Promise<User>;
  readonly organizationId: string;
  readonly spaceId: string;
  /** When the next comment is sent, in milliseconds. */
  nextBeat: number;
  /** The editors that it was sent last. */
  sent?: string;
  /** How often something about its caller has changed, and how often that was checked: it is sent nothing in between. */
  changes: number;
  checked: number;
  /** Whether a check waits for its turn. */
  isCheckQueued: boolean;
  /** Whether it has missed a change in the meantime. */
  hasMissed: boolean;
}

/** Those who follow one change request through this process. */
export class Room {
  readonly followers = new Set<Follower>();
  readonly #changes = new Throttle(CHANGE_PAUSE_MS, () => this.#sendChange());
  readonly #editors = new Throttle(EDITORS_PAUSE_MS, () => this.#sendEditors());
  readonly #authors = new Set<string | null>();
  readonly #onOwnEditors: (editors: readonly EditorIds[]) => void;
  /** Those who edit through other servers, and what is known of them. */
  readonly #people = new Map<string, User>();
  #others: Editing[] = [];
  #announced = '[]';
  #list = new EditorList([]);

  /** @param onOwnEditors is called when others edit through this process than before */
  constructor(onOwnEditors: (editors: readonly EditorIds[]) => void) {
    this.#onOwnEditors = onOwnEditors;
  }

  get isEmpty(): boolean {
    return this.followers.size === 0;
  }

  add(follower: Follower): void {
    this.followers.add(follower);
    if (follower.page === undefined) this.#sendEditorsTo(follower);
    else {
      // At once to the one who came; to the others in their time.
      this.#list = this.#makeList();
      this.#sendEditorsTo(follower);
      this.#editors.signal();
    }
  }

  remove(follower: Follower): void {
    this.followers.delete(follower);
    if (this.isEmpty) {
      this.#changes.stop();
      this.#editors.stop();
    } else if (follower.page !== undefined) this.#editors.signal();
  }

  /** The editors through this process, each person once per page. */
  ownEditors(): EditorIds[] {
    const ownEditors = [...this.followers].flatMap(({ page, user }): [string, EditorIds][] =>
      page === undefined ? [] : [[`${page} ${user.id}`, [page, user.id]]],
    );
    return [...new Map(ownEditors).values()];
  }

  /** Of these people those whose names are not known. */
  unknownOthers(userIds: readonly string[]): string[] {
    return [...new Set(userIds)].filter((id) => !this.#people.has(id));
  }

  addOthers(users: readonly User[]): void {
    for (const user of users) this.#people.set(user.id, user);
  }

  /** Forgets the name of one or all; whether one was known. */
  forgetOther(userId?: string): boolean {
    if (userId !== undefined) return this.#people.delete(userId);
    const { size } = this.#people;
    this.#people.clear();
    return size > 0;
  }

  showOthers(editors: readonly EditorIds[]): void {
    this.#others = editors.flatMap(([page, userId]) => {
      const user = this.#people.get(userId);
      return user ? [{ page, user }] : [];
    });
    this.#editors.signal();
  }

  /** @param userId whose change it was */
  change(userId: string | null): void {
    this.#authors.add(userId);
    this.#changes.signal();
  }

  /** Ends the stream of a person who has lost access. */
  async check(follower: Follower): Promise<void> {
    follower.isCheckQueued = false;
    if (!this.followers.has(follower)) return;
    const { changes } = follower;
    try {
      const user = await follower.authorize();
      follower.checked = Math.max(follower.checked, changes);
      this.#resume(follower, user);
    } catch {
      // Also where the database doesn't respond: what isn't known isn't granted.
      follower.stream.end();
    }
  }

  #resume(follower: Follower, user: User): void {
    const isRenamed = JSON.stringify(user) !== JSON.stringify(follower.user);
    follower.user = user;
    if (isRenamed && follower.page !== undefined) this.#editors.signal();
    this.#sendEditorsTo(follower);
    if (follower.hasMissed) this.#sendChangeTo(follower, null);
  }

  #makeList(): EditorList {
    const ownEntries = [...this.followers].flatMap(({ page, user }) =>
      page === undefined ? [] : [{ page, user }],
    );
    return new EditorList([...ownEntries, ...this.#others]);
  }

  #sendEditors(): void {
    this.#list = this.#makeList();
    for (const follower of this.followers) this.#sendEditorsTo(follower);
    const ownEditors = this.ownEditors();
    const announced = JSON.stringify(ownEditors);
    if (announced !== this.#announced) this.#onOwnEditors(ownEditors);
    this.#announced = announced;
  }

  #sendEditorsTo(follower: Follower): void {
    const { page, user } = follower;
    if (isSuspended(follower)) return;
    const data = this.#list.toJson(page === undefined ? undefined : { page, user });
    if (data === follower.sent) return;
    follower.sent = data;
    follower.stream.send('editors', data);
  }

  #sendChange(): void {
    const [author = null, ...others] = this.#authors;
    this.#authors.clear();
    for (const follower of this.followers) this.#sendChangeTo(follower, others.length > 0 ? null : author);
  }

  #sendChangeTo(follower: Follower, user: string | null): void {
    follower.hasMissed = isSuspended(follower);
    if (follower.hasMissed) return;
    const data: ChangeRequestChanged = { user };
    follower.stream.send('change', JSON.stringify(data));
  }
}

function isSuspended({ changes, checked }: Follower): boolean {
  return checked < changes;
}
