import type { ChangeRequestChanged, User } from '#api/generated/types.gen.ts';
import { EditorList } from './editors.ts';
import type { EventStream } from './event-stream.ts';
import { Pace } from './pace.ts';

/** Changes are told at most so often. */
const CHANGE_PAUSE_MS = 1000;
/** People come together, such as after a restart: each list is sent to all. */
const EDITORS_PAUSE_MS = 250;

/** An open stream. */
export interface Follower {
  readonly stream: EventStream;
  user: User;
  readonly page: string | undefined;
  readonly authorize: () => Promise<User>;
  /** When the next comment is sent, in milliseconds. */
  nextBeat: number;
  /** The editors that it was told last. */
  told?: string;
  /** How often something about its caller has changed, and how often that was checked: it is told nothing in between. */
  changes: number;
  checked: number;
  /** Whether it has missed a change in the meantime. */
  hasMissed: boolean;
}

/** Those who follow one change request through this process. */
export class Room {
  readonly followers = new Set<Follower>();
  readonly #changes = new Pace(CHANGE_PAUSE_MS, () => this.#tellChange());
  readonly #editors = new Pace(EDITORS_PAUSE_MS, () => this.#tellEditors());
  readonly #authors = new Set<string | null>();
  #list = new EditorList([]);

  get isEmpty(): boolean {
    return this.followers.size === 0;
  }

  add(follower: Follower): void {
    this.followers.add(follower);
    if (follower.page === undefined) this.#tellEditorsTo(follower);
    else {
      // At once to the one who came; to the others in their time.
      this.#list = this.#makeList();
      this.#tellEditorsTo(follower);
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

  /** @param userId whose change it was */
  change(userId: string | null): void {
    this.#authors.add(userId);
    this.#changes.signal();
  }

  /** Ends the stream of who has no access any more. */
  async check(follower: Follower): Promise<void> {
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
    this.#tellEditorsTo(follower);
    if (follower.hasMissed) this.#tellChangeTo(follower, null);
  }

  #makeList(): EditorList {
    return new EditorList(
      [...this.followers].flatMap(({ page, user }) => (page === undefined ? [] : [{ page, user }])),
    );
  }

  #tellEditors(): void {
    this.#list = this.#makeList();
    for (const follower of this.followers) this.#tellEditorsTo(follower);
  }

  #tellEditorsTo(follower: Follower): void {
    const { page, user } = follower;
    if (isSuspended(follower)) return;
    const told = this.#list.toJson(page === undefined ? undefined : { page, user });
    if (told === follower.told) return;
    follower.told = told;
    follower.stream.send('editors', told);
  }

  #tellChange(): void {
    const [author = null, ...others] = this.#authors;
    this.#authors.clear();
    for (const follower of this.followers) this.#tellChangeTo(follower, others.length > 0 ? null : author);
  }

  #tellChangeTo(follower: Follower, user: string | null): void {
    follower.hasMissed = isSuspended(follower);
    if (follower.hasMissed) return;
    const data: ChangeRequestChanged = { user };
    follower.stream.send('change', JSON.stringify(data));
  }
}

function isSuspended({ changes, checked }: Follower): boolean {
  return checked < changes;
}
